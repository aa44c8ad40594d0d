"""hledger, ledger and beancount, asked for the same things."""

import csv
import io
import subprocess
from collections import Counter
from decimal import Decimal


def run(words, path):
    done = subprocess.run([words[0], "-f", path, *words[1:]], capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"money: {words} ended with {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode()


def amounts(text):
    """`-1.50 EUR, 3 JPY` as unit to number."""
    found = {}
    for part in text.split(", "):
        if part.strip() in ("", "0"):
            continue
        number, unit = part.split()
        found[unit] = found.get(unit, 0) + Decimal(number)
    return found


def category(account):
    """The category of an income or expense account, as the file names it; empty for none."""
    name = account.split(":", 1)[1] if ":" in account else ""
    return "" if name == "Uncategorised" else name


def strict(name):
    """A name as beancount allows it."""
    def part(text):
        kept = "".join(c if c.isalpha() or (c.isdigit() and c.isascii()) else "-" for c in text)
        return kept[:1].upper() + kept[1:]
    return ":".join(part(text) for text in name.split(":"))


class Hledger:
    name = "hledger"

    def __init__(self, path):
        self.path = path

    def rows(self, *words):
        return list(csv.reader(io.StringIO(run(["hledger", *words, "-O", "csv"], self.path))))

    def balances(self, *names):
        """Account to amount; every account holds one currency."""
        rows = self.rows("balance", "--flat", "-N", "-E", *names)[1:]
        return {row[0]: sum(amounts(row[1]).values()) for row in rows}

    def months(self):
        head, *rows = self.rows("balance", "-M", "--flat", "-N", "income", "expenses")
        sums = {}
        for row in rows:
            for month, cell in zip(head[1:], row[1:]):
                for unit, amount in amounts(cell).items():
                    key = (month[:7], category(row[0]), unit)
                    sums[key] = sums.get(key, 0) - amount
        return sums

    def postings(self, payee, account):
        head, *rows = self.rows("register", "payee:" + payee, account)
        place = {name: index for index, name in enumerate(head)}
        return Counter(
            (row[place["date"]], row[place["description"]], row[place["account"]],
             sum(amounts(row[place["amount"]]).values())) for row in rows)


class Ledger:
    name = "ledger"

    def __init__(self, path):
        self.path = path

    def balances(self, *names):
        text = run(
            ["ledger", "balance", "--flat", "--no-total", "--empty", "--balance-format",
             "%(account)|%(scrub(display_total))\n", *("^" + name for name in names)], self.path)
        pairs = (line.rsplit("|", 1) for line in text.splitlines())
        return {account: sum(amounts(amount).values()) for account, amount in pairs}

    def months(self):
        text = run(
            ["ledger", "-M", "register", "^income", "^expenses", "--format",
             '%(format_date(date, "%Y-%m"))|%(account)|%(scrub(display_amount))\n'], self.path)
        sums, month, account = {}, "", ""
        for line in text.splitlines():
            *place, cell = line.split("|")
            if place:
                month, account = place
            # Several currencies stand below one another.
            for unit, amount in amounts(cell).items():
                key = (month, category(account), unit)
                sums[key] = sums.get(key, 0) - amount
        return sums

    def postings(self, payee, account):
        text = run(
            ["ledger", "register", "@" + payee, "and", account, "--format",
             '%(format_date(date, "%Y-%m-%d"))|%(payee)|%(account)|%(scrub(display_amount))\n'], self.path)
        rows = Counter()
        for line in text.splitlines():
            day, name, place, amount = line.split("|")
            rows[day, name, place, sum(amounts(amount).values())] += 1
        return rows


class Beancount:
    def __init__(self, path):
        self.path = path

    def checks(self):
        done = subprocess.run(["bean-check", self.path], capture_output=True)
        if done.returncode != 0 or done.stderr:
            print(done.stderr.decode()[:2_000])
        return done.returncode == 0 and not done.stderr

    def query(self, text):
        done = subprocess.run(["bean-query", "-f", "csv", self.path, text], capture_output=True, check=True)
        return [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(done.stdout.decode()))][1:]

    @staticmethod
    def number(cell):
        """Every digit of `Decimal('1.50')`; plain numbers are rounded to what is usual."""
        return Decimal(cell.split("'")[1])

    def balances(self):
        rows = self.query(
            "select account, currency, str(sum(number)) where account ~ '^(Assets|Liabilities):'"
            " group by account, currency")
        return {account: self.number(amount) for account, _, amount in rows}

    def months(self):
        rows = self.query(
            "select year, month, account, currency, str(sum(number)) where account ~ '^(Income|Expenses):'"
            " group by year, month, account, currency")
        sums = {}
        for year, month, account, unit, amount in rows:
            key = (f"{year}-{int(month):02}", category(account), unit)
            sums[key] = sums.get(key, 0) - self.number(amount)
        return sums
