"""What a scenario gets: nodes, windows, and a place to state facts."""

import shutil
import tempfile
from pathlib import Path

from nodes import Node
from windows import Windows

RESULTS = Path(".build/browser")
PROGRAM = Path(".build/release/tern")


class Stage:
    """One run of all scenarios: the same browser and the same nodes serve them, in file order."""

    def __init__(self, windows: Windows):
        self.windows = windows
        # Short, since a control socket's path may have 107 bytes at most.
        self.folder = Path(tempfile.mkdtemp(prefix="tern-"))
        self.nodes: dict[str, Node] = {}
        self.passed = 0
        self.failures: list[str] = []

    def node(self, name: str, *arguments: str, verb: str = "run") -> Node:
        """The node of this profile, started if it does not run."""
        if name not in self.nodes:
            folder = self.folder / name
            folder.mkdir(mode=0o700)
            self.nodes[name] = Node(name, PROGRAM.absolute(), folder, arguments, verb)
        node = self.nodes[name]
        if node.process is None:
            node.start()
        return node

    def fresh(self, name: str, *arguments: str, verb: str = "run") -> Node:
        """The same, started anew: each start has a new link."""
        if name in self.nodes:
            self.nodes[name].stop()
        return self.node(name, *arguments, verb=verb)

    def fact(self, sentence: str, holds) -> None:
        """States what has to be true. A fact that does not hold is counted and the scenario goes on."""
        if holds:
            self.passed += 1
            print(f"  ok      {sentence}", flush=True)
        else:
            self.failures.append(sentence)
            print(f"  FAILED  {sentence}", flush=True)

    def facts_about_problems(self) -> None:
        """No window reported an error since the last time this was asked."""
        problems, self.windows.problems = self.windows.problems, []
        self.fact("no script error, refused content or foreign request", not problems)
        for problem in problems:
            print(f"          {problem}", flush=True)

    def close(self) -> None:
        """Ends every node, keeps their logs and removes their folders."""
        for node in self.nodes.values():
            node.stop()
            if node.log.exists():
                shutil.copy(node.log, RESULTS / node.log.name)
        shutil.rmtree(self.folder, ignore_errors=True)
