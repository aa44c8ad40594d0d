"""`tern money` beside hledger, ledger and beancount: the same balances, category-by-month totals and search
results on generated accounts, compared by program, exactly.

The generator writes the same rows as a money file and, without us, as a journal: what we say of the file is
compared with what the other programs say of that journal. Then they read our exports of the file."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time

import peers
from commands import Commands
from facts import FIXTURES, HERE, SHARED, Checks, digest
from ours import Tern

WORD = "bakery"


def generate(folder, rows):
    generator = os.path.join(HERE, "make_mmb.py")
    subprocess.run(
        [sys.executable, generator, folder + "/b.mmb", "--n", str(rows),
         "--schema", os.path.join(FIXTURES, "schema_v21.json"),
         "--seeds", os.path.join(FIXTURES, "seed_rows_v21.json"),
         "--hledger", folder + "/b.journal"], check=True)


def generated_journal(checks, tern, folder):
    """The journal the generator wrote beside the file."""
    journal = folder + "/b.journal"
    balances, months, found = tern.balances(), tern.months(), tern.found(WORD)
    plain = {name.rsplit(":", 1)[1]: amount for name, amount in balances.items()}
    for peer in (peers.Hledger(journal), peers.Ledger(journal)):
        theirs = {name.split(":", 1)[1]: amount for name, amount in peer.balances("assets").items()}
        checks.equal(f"{peer.name}, balances", plain, theirs)
        checks.equal(f"{peer.name}, categories by month", months, peer.months())
        rows = peer.postings(WORD, "assets")
        theirs = {(day, payee, name.split(":", 1)[1], amount): n for (day, payee, name, amount), n in rows.items()}
        checks.equal(f"{peer.name}, rows with “{WORD}”", found, theirs)


def exports(checks, tern, folder):
    """Our exports, read by all three."""
    balances, months = tern.balances(), tern.months()
    hledger, ledger, beancount = (folder + "/ours." + name for name in ("hledger", "ledger", "beancount"))
    for name in ("hledger", "ledger", "beancount"):
        tern.export(name, folder + "/ours." + name)
    for peer in (peers.Hledger(hledger), peers.Ledger(ledger)):
        checks.equal(f"{peer.name} reads our export, balances", balances, peer.balances("Assets", "Liabilities"))
        checks.equal(f"{peer.name} reads our export, categories by month", months, peer.months())
    peer = peers.Beancount(beancount)
    checks.fact("bean-check takes our export", peer.checks())
    strict = {peers.strict(name): amount for name, amount in balances.items()}
    checks.equal("beancount reads our export, balances", strict, peer.balances())
    strict = {}
    for (month, category, unit), amount in months.items():
        strict[month, peers.strict(category), unit] = strict.get((month, peers.strict(category), unit), 0) + amount
    checks.equal("beancount reads our export, categories by month", strict, peer.months())
    csv = tern.csv_sums(folder + "/ours.csv")
    moved = {name: amount - tern.initial(name) for name, amount in tern.plain_balances().items()}
    checks.equal("our CSV adds up to what moved", moved, csv)


def beside_others(checks, folder, rows):
    print(f"{rows} generated rows")
    generate(folder, rows)
    before = digest(folder + "/b.mmb")
    tern = Tern(folder + "/b.mmb")
    generated_journal(checks, tern, folder)
    exports(checks, tern, folder)
    checks.fact("the file is byte-identical after all of it", before == digest(folder + "/b.mmb"))
    left = sorted(name for name in os.listdir(folder) if name.startswith("b.mmb"))
    checks.fact("nothing is left beside the file", left == ["b.mmb"])
    if os.path.isdir(SHARED):
        original = os.path.join(SHARED, "..", "..", "tools", "make_mmb.py")
        is_same = os.path.exists(original) and digest(original) == digest(os.path.join(HERE, "make_mmb.py"))
        checks.fact("the generator is the shared one", is_same)
    else:
        checks.skipped("the generator is the shared one", f"there is no {SHARED}")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--rows", type=int, default=10_000)
    arguments.add_argument("--commands", action="store_true", help="only the commands, without other programs")
    arguments.add_argument("--peers", action="store_true", help="only what other programs say too")
    chosen = arguments.parse_args()
    rows = chosen.rows
    folder = tempfile.mkdtemp(prefix="tern-money-")
    checks, start = Checks(), time.monotonic()
    try:
        if not chosen.peers:
            Commands(checks, folder).run()
        if not chosen.commands:
            beside_others(checks, folder, rows)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{checks.facts} facts, {checks.failures} failed, {checks.left_out} skipped, {time.monotonic() - start:.0f} s")
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())
