"""What checks of this folder share: facts that hold or not, and files to look at."""

import hashlib
import json
import os
import sqlite3
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(HERE, "..", "LedgerTests", "Fixtures")
TERN = os.path.abspath(os.environ.get("TERN", ".build/release/tern"))
SHARED = os.path.join(os.environ.get("TERN_SHARED", "../shared"), "vectors", "money")


class Checks:
    """Compares, prints one line a fact, and remembers what failed."""

    def __init__(self):
        self.failures = 0
        self.facts = 0
        self.left_out = 0

    def equal(self, what, ours, theirs):
        """Two dictionaries; a missing key counts as 0, since programs leave out what is nothing."""
        keys = sorted(set(ours) | set(theirs), key=str)
        wrong = [key for key in keys if ours.get(key, 0) != theirs.get(key, 0)]
        self.fact(f"{what}: {len(keys)} equal", not wrong and bool(keys))
        for key in wrong[:5]:
            print(f"    {key}: ours {ours.get(key, 0)}, theirs {theirs.get(key, 0)}")

    def same(self, what, ours, wanted):
        self.fact(what, ours == wanted)
        if ours != wanted:
            print(f"    got {ours!r}\n    not {wanted!r}")

    def fact(self, what, holds):
        print(("ok      " if holds else "FAILED  ") + what, flush=True)
        self.facts += 1
        self.failures += 0 if holds else 1

    def skipped(self, what, reason):
        """Says what was not compared."""
        print(f"skipped {what}: {reason}", flush=True)
        self.left_out += 1


def tern(*words, zone="UTC"):
    """Runs the program; gives its status, output and words."""
    environment = dict(os.environ, TZ=zone, LANG="C.UTF-8", SWIFT_BACKTRACE="enable=no")
    done = subprocess.run([TERN, "money", *words], capture_output=True, env=environment, timeout=600)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def fixture(name):
    with open(os.path.join(FIXTURES, name + ".json"), encoding="utf-8") as file:
        return json.load(file)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def golden(path, *changes):
    """Writes the golden file from its rows, with some changes."""
    database = sqlite3.connect(path)
    for statement in fixture("schema_v21")["ddl"]:
        database.execute(statement)
    for table, rows in fixture("golden_v21.rows").items():
        for row in rows:
            places = ",".join("?" * len(row))
            database.execute(f"insert into {table}({','.join(row)}) values({places})", list(row.values()))
    database.execute("pragma user_version = 21")
    for change in changes:
        database.execute(change)
    database.commit()
    database.close()
    return path
