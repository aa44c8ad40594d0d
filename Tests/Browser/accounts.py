"""Account files for the money scenarios, and what the commands say about them."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

from nodes import Node

SHARED = Path(os.environ.get("TERN_SHARED", "../shared")).absolute()
GOLDEN = SHARED / "vectors/money/golden_v21.mmb"
GENERATOR = SHARED / "tools/make_mmb.py"
# A day after every row of the files, so that the commands count what lies ahead as the pages' list of accounts does.
LAST_DAY = "2100-01-01"


class Accounts:
    """One file in a node's folder."""

    def __init__(self, node: Node, path: Path):
        self.node = node
        self.path = path

    @classmethod
    def golden(cls, node: Node, name: str) -> "Accounts":
        """A copy of the golden file, so that the original cannot change."""
        path = node.folder / name
        shutil.copyfile(GOLDEN, path)
        return cls(node, path)

    @classmethod
    def generated(cls, node: Node, name: str, rows: int) -> "Accounts":
        """A file of so many made-up rows."""
        path = node.folder / name
        subprocess.run(
            [sys.executable, GENERATOR, path, "--n", str(rows)], check=True, stdout=subprocess.DEVNULL
        )
        return cls(node, path)

    def change(self, *statements: tuple) -> None:
        """Writes into the file as another program would: each statement with its values."""
        with sqlite3.connect(self.path) as database:
            for statement, *values in statements:
                database.execute(statement, values)
        database.close()

    def damage(self, table: str) -> None:
        """Overwrites the first page of a table with rubbish."""
        with sqlite3.connect(self.path) as database:
            size = database.execute("pragma page_size").fetchone()[0]
            root = database.execute("select rootpage from sqlite_master where name = ?", [table]).fetchone()[0]
        database.close()
        with self.path.open("r+b") as file:
            file.seek((root - 1) * size)
            file.write(b"\xa5" * size)

    def ask(self, *arguments: str):
        """What a command says, as JSON."""
        command, *rest = arguments
        return json.loads(self.node.command("money", command, str(self.path), *rest, "--json"))

    def balances(self) -> dict[int, Decimal]:
        """Every account with its balance, all days; what an investment account holds in stocks is not in it."""
        return {row["id"]: Decimal(row["balance"]) for row in self.ask("balance", "--on", LAST_DAY)}

    def holdings(self) -> dict[int, Decimal]:
        """Every open account with what it holds: its balance and its stocks."""
        return {row["id"]: Decimal(row["holds"]) for row in self.ask("accounts")}

    def digest(self) -> bytes:
        return self.path.read_bytes()
