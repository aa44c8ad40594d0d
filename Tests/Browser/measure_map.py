"""Measures how long the airport map takes to draw what is in the list: processor time of the page's main thread for
script, style and layout together, in a window of 1280 by 800. Prints the middle of twelve, for each zoom.

    Scripts/in-own-network .build/browser-venv/bin/python -B Tests/Browser/measure_map.py [ZOOM...]
"""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from nodes import Node
from people import Person
from stage import PROGRAM
from windows import Windows

RUNS = 12
PARTS = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"]
# Marks that were never drawn, on a map without any. What waits for a quiet moment is kept back.
PREPARE = """() => {
  window.quiet = [];
  window.requestIdleCallback = (work) => window.quiet.push(work);
  const list = document.getElementById("airport-list");
  const rows = Array.from(list.children);
  window.fill = () => list.append(...rows);
  window.empty = () => list.replaceChildren();
  window.ternMap.getPane("markerPane").replaceChildren();
  window.make = () => window.ternMarks(window.ternMap, document.getElementById("map"), { open() {}, isStill: true });
}"""
# The browser counts as script what it calls itself, so all is done in a timer; then a frame is waited for.
STEP = """() => new Promise((done) => setTimeout(() => {
  %s
  requestAnimationFrame(() => setTimeout(done));
}))"""
NOTHING = STEP % ""
FIRST = STEP % "window.marks = window.make(); window.marks.draw('');"
EMPTY = STEP % "window.empty(); window.marks.draw(''); window.fill();"
DRAW = STEP % "window.marks.draw('');"
QUIET = STEP % "for (const work of window.quiet.splice(0)) work();"


def spent(session, page, script: str) -> tuple[float, float]:
    """Milliseconds of script, style and layout, and of the whole thread with painting, for this."""
    def now():
        return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    before = now()
    page.evaluate(script)
    after = now()
    return (1000 * sum(after[part] - before[part] for part in PARTS), 1000 * (after["TaskDuration"] - before["TaskDuration"]))


def measure(person, zoom: float) -> None:
    page = person.page
    found = {"nothing": [], "first of a page": [], "its buttons": [], "on an empty map": [], "the same again": []}
    for run in range(RUNS):
        person.go(f"/airports?f=1&legend=type&at=47,8,{zoom}")
        page.locator("#map[data-markers]").wait_for(timeout=60_000)
        page.locator("#base-map[data-scale]").wait_for()
        page.wait_for_timeout(700)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.evaluate(PREPARE)
        page.evaluate(NOTHING)
        for name, step in [("nothing", NOTHING), ("first of a page", FIRST), ("its buttons", QUIET), ("", EMPTY),
                           ("on an empty map", DRAW), ("the same again", DRAW)]:
            times = spent(session, page, step)
            if name:
                found[name].append(times)
        session.detach()
    count = page.locator("#map").get_attribute("data-markers")
    for name, all_times in found.items():
        words = [f"{statistics.median(times):.1f} ({min(times):.1f}-{max(times):.1f})" for times in zip(*all_times)]
        print(f"zoom {zoom}, {count} airports, {name}: {words[0]} ms; the whole thread {words[1]} ms", flush=True)


def main(zooms: list[float]) -> None:
    with tempfile.TemporaryDirectory(prefix="tern-") as folder, sync_playwright() as playwright:
        windows = Windows(playwright, Path(folder))
        node = Node("map", PROGRAM.absolute(), Path(folder))
        node.start()
        try:
            person = Person(node, windows)
            for zoom in zooms:
                measure(person, zoom)
        finally:
            windows.close()
            node.stop()


if __name__ == "__main__":
    main([float(word) for word in sys.argv[1:]] or [5, 6.5, 9, 12])
