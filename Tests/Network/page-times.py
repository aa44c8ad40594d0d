"""Asks for a page every quarter of a second and prints the longest and the mean answer in milliseconds.

usage: page-times.py URL SECONDS
"""
import sys, time, urllib.request

url, end, times = sys.argv[1], time.monotonic() + float(sys.argv[2]), []
while time.monotonic() < end:
    began = time.monotonic()
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            answer.read()
        times.append((time.monotonic() - began) * 1000)
    except OSError as problem:
        print(f"failed={problem}", flush=True)
        times.append(10_000)
    time.sleep(0.25)
print(f"requests={len(times)} longest_ms={max(times):.0f} mean_ms={sum(times) / len(times):.0f}", flush=True)
