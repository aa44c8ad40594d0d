"""What `tern money` says of one file, as values to compare."""

import csv
import json
import subprocess
from collections import Counter
from decimal import Decimal

from facts import TERN

DEBTS = ("Credit Card", "Loan")


class Tern:
    def __init__(self, path):
        self.path = path
        self.known = {}

    def run(self, command, *words):
        done = subprocess.run([TERN, "money", command, self.path, *words], capture_output=True)
        if done.returncode != 0:
            raise SystemExit(f"money: {command} ended with {done.returncode}: {done.stderr.decode()}")
        return done.stdout

    def json(self, command, *words):
        key = (command, *words)
        if key not in self.known:
            self.known[key] = json.loads(self.run(command, *words, "--json"))
        return self.known[key]

    def plain_balances(self):
        """Account to balance."""
        return {row["name"]: Decimal(row["balance"]) for row in self.json("balance")}

    def balances(self):
        """Account, named as in our exports, to balance."""
        types = {row["name"]: row["type"] for row in self.json("accounts", "--closed")}
        rooms = {name: "Liabilities:" if types[name] in DEBTS else "Assets:" for name in types}
        return {rooms[name] + name: amount for name, amount in self.plain_balances().items()}

    def initial(self, name):
        """What an account held before its first row."""
        if "initial" not in self.known:
            rows = json.loads(self.run("export", "--format", "json"))["ACCOUNTLIST_V1"]
            self.known["initial"] = {row["ACCOUNTNAME"]: Decimal(repr(row["INITIALBAL"])) for row in rows}
        return self.known["initial"][name]

    def months(self):
        """(month, category, currency) to what was earned minus what was spent."""
        sums = {}
        for row in self.json("report", "months"):
            key = (row["month"], row["category"], row["currency"])
            sums[key] = sums.get(key, 0) + Decimal(row["amount"])
        return sums

    def found(self, text):
        """How often each (day, payee, account, amount) is among the rows that count."""
        rows = Counter()
        for row in self.json("search", text, "--all"):
            if row["status"] == "V":
                continue
            sign = 1 if row["type"] == "Deposit" else -1
            rows[row["date"][:10], row["payee"], row["account"], sign * Decimal(row["amount"])] += 1
        return rows

    def export(self, dialect, path):
        self.run("export", "--format", dialect, "--output", path)

    def csv_sums(self, path):
        """Account to the sum of its lines in our CSV with every digit."""
        self.run("export", "--format", "csv", "--full", "--output", path)
        sums = {}
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                sums[row["Account"]] = sums.get(row["Account"], 0) + Decimal(row["Amount"])
        return sums
