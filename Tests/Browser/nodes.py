"""Nodes as processes: each a real `tern run` in folders of its own."""

import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

LINK = re.compile(r"^Open (http://127\.0\.0\.1:\d+/#\S+)$")
START_SECONDS_MAX = 20
STOP_SECONDS_MAX = 10


class Node:
    """One profile of Tern. `link` is the printed address with its one-time code."""

    def __init__(self, name: str, program: Path, folder: Path, arguments: tuple[str, ...] = (), verb: str = "run"):
        self.name = name
        self.program = program
        self.folder = folder
        self.arguments = arguments
        self.verb = verb
        self.link = ""
        self.process: subprocess.Popen | None = None
        self.log = folder / f"{name}.log"

    @property
    def environment(self) -> dict[str, str]:
        """The surroundings of every command of this profile: no folder of the real user is touched."""
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "CI": "true"}
        for variable, name in [
            ("HOME", "home"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_STATE_HOME", "state"),
            ("XDG_RUNTIME_DIR", "runtime"),
        ]:
            path = self.folder / name
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            environment[variable] = str(path)
        return environment

    def start(self) -> None:
        """Starts the node and waits for its link. Raises with the node's own words when none comes."""
        self.link = ""
        ready = threading.Event()
        self.process = subprocess.Popen(
            [self.program, self.verb, "--profile", self.name, "--port", "0", "--no-browser", *self.arguments],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._read, args=(self.process, ready), daemon=True).start()
        ready.wait(START_SECONDS_MAX)
        if not self.link:
            self.kill()
            raise AssertionError(f"{self.name} printed no link. It said:\n{self.log.read_text()}")

    def _read(self, process: subprocess.Popen, ready: threading.Event) -> None:
        with self.log.open("a") as log:
            for line in process.stdout:
                log.write(line)
                log.flush()
                match = LINK.match(line.strip())
                if match:
                    self.link = match[1]
                    ready.set()
        ready.set()

    def command(self, *arguments: str, expected: int = 0) -> str:
        """Runs a `tern` command as this profile and returns what it printed."""
        result = subprocess.run(
            [self.program, "--profile", self.name, *arguments],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=30,
        )
        if result.returncode != expected:
            words = f"{result.stdout}{result.stderr}"
            raise AssertionError(f"tern {' '.join(arguments)} ended with {result.returncode}: {words}")
        return result.stdout

    def stop(self) -> int:
        """Asks the node to end and returns its exit code; a node that does not end in time is killed."""
        if self.process is None:
            return 0
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.kill()
            return -signal.SIGKILL
        finally:
            self.process = None

    def kill(self) -> None:
        """Ends the node as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def until(fact, seconds: float, what: str):
    """The first true value of `fact()`, asked again until the time is over."""
    deadline = time.monotonic() + seconds
    while True:
        value = fact()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.05)
