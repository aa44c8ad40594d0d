"""Every command of `tern money` on the golden file and on broken ones: what it prints, what it refuses, and that
reading changes nothing."""

import json
import os
import shutil
import sqlite3
from decimal import Decimal

from facts import SHARED, digest, fixture, golden, tern


class Commands:
    def __init__(self, checks, folder):
        self.checks = checks
        self.folder = folder
        self.path = golden(folder + "/golden.mmb")
        self.expected = fixture("golden_v21.expected")

    def json(self, command, *words, path=None, status=0):
        result, output, words_of = tern(command, path or self.path, *words, "--json")
        if result != status:
            self.checks.fact(f"{command} {words} ends with {status}, not {result}: {words_of.strip()}", False)
            return []
        return json.loads(output)

    def ids(self, command, *words):
        return [row["id"] for row in self.json(command, *words, "--all")]

    def run(self):
        before = digest(self.path)
        self.balances()
        self.journal()
        self.reports()
        self.plans()
        self.exports()
        self.tables()
        self.checks.fact("the golden file is byte-identical after all of it", before == digest(self.path))
        left = [name for name in os.listdir(self.folder) if name.startswith("golden")]
        self.checks.same("nothing is left beside it", left, ["golden.mmb"])
        self.making()
        self.upgrading()
        self.broken()
        self.refusals()

    def balances(self):
        for name, words in (("balances_today", ["--on", "2024-02-10"]),
                            ("balances_2024_01_31", ["--on", "2024-01-31"]), ("balances_all", [])):
            rows = {row["id"]: Decimal(row["balance"]) for row in self.json("balance", *words)}
            wanted = {int(key): Decimal(value["balance"]) for key, value in self.expected[name].items()}
            self.checks.equal("golden " + name, rows, wanted)
        row = self.json("balance", "euro")
        self.checks.same("one account, whatever its case", row,
                         [{"id": 2, "name": "Euro", "currency": "EUR", "balance": "638.75"}])
        rows = {row["id"]: Decimal(row["reconciled"]) for row in
                self.json("accounts", "--closed", "--on", "2024-02-10")}
        wanted = {int(key): Decimal(value["reconciled"])
                  for key, value in self.expected["balances_today"].items()}
        self.checks.equal("reconciled balances", rows, wanted)
        self.checks.fact("closed accounts are listed when asked for",
                         5 not in [row["id"] for row in self.json("accounts")])
        worth = self.json("networth", "--on", "2024-02-10")
        parts = [Decimal(worth[name]) for name in ("accounts", "stocks", "assets")]
        self.checks.fact("net worth is what it is made of",
                         sum(parts) == Decimal(worth["total"]) and parts[1] == 96
                         and round(parts[2], 2) == Decimal("9449.76"))

    def journal(self):
        newest = [14, 20, 19, 18, 17, 16, 15, 13, 12, 10, 3, 11, 9, 8, 6, 5, 4, 2, 1]
        self.checks.same("the journal, newest first", self.ids("journal"), newest)
        self.checks.same("five rows of it", [row["id"] for row in self.json("journal", "--limit", "5")], newest[:5])
        self.checks.same("the trash", self.ids("journal", "--deleted"), [7])
        for text, wanted in self.expected["search"].items():
            self.checks.same(f"rows with “{text}”", sorted(self.ids("search", text)), wanted)
        self.checks.same("without regard to case", sorted(self.ids("search", "GROCER")),
                         self.expected["search"]["grocer"])
        for words, wanted in (
                (["--type", "transfer"], [18, 16, 12, 8]), (["--status", "void"], [16, 4]),
                (["--payee", "landlord"], [3]), (["--min", "900"], [3, 11, 1]),
                (["--max", "0.15"], [19, 15]), (["--account", "Euro"], [10, 9, 8]),
                (["--in", "2024-02"], [20, 19, 18, 17, 16, 15, 13, 12, 10]), (["--on", "2024-01-11"], [6, 5]),
                (["--from", "2024-02-09"], [14, 20, 19]), (["--to", "2024-01-06"], [2, 1]),
                (["--account", "Checking", "--in", "2024-01", "--type", "deposit"], [1])):
            self.checks.same(f"journal {' '.join(words)}", self.ids("journal", *words), wanted)
        rows = self.json("journal", "--account", "Checking", "--all")
        after = [Decimal(row["balance"]) for row in rows]
        self.checks.fact("the balance after each row of an account", after[0] == Decimal("2730.52")
                         and after[-1] == 4000 and len(after) == 12)
        self.checks.fact("and not where rows are left out",
                         "balance" not in self.json("journal", "--account", "Checking", "--type", "deposit")[0])
        for words, part in ((["--payee", "Grocer"], "Perhaps: Corner Grocer"), (["--account", "x"], "no account"),
                            (["--on", "someday"], "is not a day"), (["--in", "spring"], "not a period"),
                            (["--status", "lost"], "There are: none"), (["--min", "much"], "not an amount"),
                            (["--min", "5", "--max", "4"], "more than the most"),
                            (["--from", "2024-02-01", "--to", "2024-01-01"], "before they begin")):
            status, _, said = tern("journal", self.path, *words)
            self.checks.fact(f"journal {' '.join(words)} is refused: {said.strip()}", status == 1 and part in said)

    def reports(self):
        for month, wanted in self.expected["category_monthly_base"].items():
            rows = {str(row["categoryID"]): Decimal(row["amount"])
                    for row in self.json("report", "categories", "--in", month)}
            self.checks.equal("categories of " + month, rows, {key: Decimal(value) for key, value in wanted.items()})
        rows = {row["month"]: (Decimal(row["income"]), Decimal(row["expense"]))
                for row in self.json("report", "income", "--in", "2024")}
        for month in ("2024-01", "2024-02"):
            wanted = self.expected["income_expense_base"][month]
            self.checks.same("income and expense of " + month, rows[month],
                             (Decimal(wanted["income"]), Decimal(wanted["expense"])))
        months = {(row["month"], row["category"], row["currency"]): row["amount"]
                  for row in self.json("report", "months", "--to", "2024-12-31")}
        self.checks.same("a category by month, each currency by itself",
                         (months["2024-01", "Food:Groceries", "USD"], months["2024-01", "Food:Groceries", "EUR"]),
                         ("-69.78", "-40.25"))
        view = self.json("report", "overview", "--in", "2024-01")
        self.checks.same("the key figures", (view["income"], view["expense"], view["rows"], view["from"], view["to"]),
                         ("3000.00", "1045.618", 8, "2024-01-01", "2024-01-31"))

    def plans(self):
        rows = self.json("scheduled", "--on", "2024-02-10", "--to", "2024-05-31")
        self.checks.same("what comes again", [(row["due"], row["bucket"], row["days"], row["dates"]) for row in rows],
                         [("2024-02-29", "upcoming", 19, ["2024-02-29", "2024-03-31", "2024-04-30", "2024-05-31"])])
        rows = {row["categoryID"]: row for row in self.json("budget", "--in", "2024-02")}
        months = self.expected["budget"]["override=False,deduct=False"]
        self.checks.equal("a month's budget", {key: Decimal(row["estimate"]) for key, row in rows.items()},
                          {int(key): Decimal(values[1]) for key, values in months.items()})
        rows = {row["categoryID"]: row for row in self.json("budget", "--in", "2024")}
        self.checks.same("a year's, with what happened", (rows[6]["estimate"], rows[6]["actual"]),
                         ("-10800.00", "-900.00"))

    def exports(self):
        expected = fixture("csv_export.expected")
        status, output, _ = tern("export", self.path, "--format", "csv")
        wanted = {",".join(expected["header"])}
        for lines in expected["lines"].values():
            wanted.update([lines] if isinstance(lines, str) else lines)
        missing = wanted - set(output.splitlines())
        self.checks.same("lines of the CSV export", (status, sorted(missing)), (0, []))
        target = self.folder + "/out.json"
        status, output, _ = tern("export", self.path, "--format", "json", "--output", target)
        with open(target, encoding="utf-8") as file:
            tables = json.load(file)
        rows = {name: len(rows) for name, rows in fixture("golden_v21.rows").items()}
        self.checks.equal("rows of the JSON export", {name: len(tables[name]) for name in tables}, rows)
        before = digest(target)
        status, _, said = tern("export", self.path, "--format", "ledger", "--output", target)
        self.checks.fact("an export overwrites nothing", status == 1 and "already" in said and before == digest(target))

    def tables(self):
        status, output, _ = tern("balance", self.path)
        self.checks.fact("a table of balances", status == 0 and "Checking" in output and "2,730.52" in output)
        for command, *words in (("info",), ("accounts",), ("journal",), ("search", "grocer"), ("networth",),
                                ("report", "overview"), ("report",), ("report", "income", "--in", "2024"),
                                ("report", "months"), ("scheduled",), ("budget", "--in", "2024")):
            status, output, said = tern(command, self.path, *words)
            self.checks.fact(f"a table of {command} {' '.join(words)}".rstrip(),
                             status == 0 and len(output.splitlines()) > 1 and not said.startswith("Fatal"))
        status, output, _ = tern("check", self.path)
        self.checks.fact("check says what it finds", status in (0, 1) and output.strip() != "")

    def making(self):
        path = self.folder + "/new.mmb"
        made = self.json("create", "--currency", "EUR", path=path)
        info = self.json("info", path=path)
        self.checks.same("a new file", (made["version"], info["version"], info["currency"], info["counts"]["categories"]),
                         (21, 21, "EUR", 67))
        self.checks.same("nothing is in it yet", (self.json("journal", path=path), self.json("balance", path=path)),
                         ([], []))
        self.checks.same("nothing is broken in it", self.json("check", path=path), [])
        before = digest(path)
        status, _, said = tern("create", path, "--currency", "EUR")
        self.checks.fact(f"it is not made twice: {said.strip().replace(self.folder, '…')}",
                         status == 1 and before == digest(path))
        status, _, said = tern("create", self.folder + "/nowhere/new.mmb", "--currency", "EUR")
        self.checks.fact(f"nor where there is no folder: {said.strip().replace(self.folder, '…')}",
                         status == 1 and "no such folder" in said)
        status, _, said = tern("create", self.folder + "/other.mmb", "--currency", "Shells")
        self.checks.fact(f"an unknown currency: {said.strip().replace(self.folder, '…')}",
                         status == 1 and "no currency “Shells”" in said and not os.path.exists(self.folder + "/other.mmb"))
        sample = self.folder + "/sample.mmb"
        made = self.json("create", "--currency", "USD", "--sample", path=sample)
        self.checks.fact("a sample has accounts and rows, none broken", made["accounts"] > 2
                         and len(self.json("journal", path=sample)) > 10 and self.json("check", path=sample) == [])
        status, _, said = tern("backup", sample)
        copies = [name for name in os.listdir(self.folder) if name.startswith("sample") and name != "sample.mmb"]
        self.checks.fact(f"a backup beside the file: {copies}", status == 0 and len(copies) == 1)
        target = self.folder + "/kept.mmb"
        made, _, _ = tern("backup", sample, "--output", target)
        status, _, said = tern("backup", sample, "--output", target)
        self.checks.fact(f"it replaces nothing: {said.strip().replace(self.folder, '…')}",
                         status == 1 and "kept.mmb" in said)
        self.checks.same("a backup elsewhere holds the same", (made, self.json("balance", path=target)),
                         (0, self.json("balance", path=sample)))

    def upgrading(self):
        path = golden(self.folder + "/old.mmb", "update CHECKINGACCOUNT_V1 set TRANSDATE = '2024-02-07' where TRANSID = 17",
                      "pragma user_version = 19")
        before = digest(path)
        self.checks.same("an older file is read as it would be", self.json("balance", path=path), self.json("balance"))
        self.checks.fact("and not changed by that", before == digest(path) and self.json("info", path=path)["needsUpgrade"])
        report = self.json("upgrade", path=path)
        self.checks.same("upgraded, the backup is the file as it was", (report["from"], report["to"], digest(report["backup"])),
                         (19, 21, before))
        self.checks.same("the balances are the same after it", self.json("balance", path=path), self.json("balance"))
        status, output, _ = tern("upgrade", path)
        self.checks.fact("a second time there is nothing to do", status == 0 and "Nothing was changed" in output)
        real = os.path.join(SHARED, "mmex_0970.mmb")
        if not os.path.exists(real):
            return print("skipped a file of 2005: there is no shared folder")
        path = self.folder + "/mmex.mmb"
        shutil.copyfile(real, path)
        os.chmod(path, 0o600)
        balances = [Decimal(row["balance"]) for row in sorted(self.json("balance", path=path), key=lambda row: row["id"])]
        self.checks.same("a file of 2005, read", balances, [-1500, 200, 300, 0])
        self.checks.same("it is as it was", digest(path), digest(real))
        self.json("upgrade", path=path)
        self.checks.same("upgraded, its net worth", Decimal(self.json("networth", path=path)["total"]), 4000)

    def broken(self):
        path = golden(
            self.folder + "/broken.mmb", "update CHECKINGACCOUNT_V1 set TRANSAMOUNT = 'abc' where TRANSID = 2",
            "update CHECKINGACCOUNT_V1 set ACCOUNTID = 99 where TRANSID = 3",
            "update CHECKINGACCOUNT_V1 set TRANSDATE = NULL where TRANSID = 5",
            "update CHECKINGACCOUNT_V1 set TRANSCODE = 'Gift' where TRANSID = 6",
            "update CATEGORY_V1 set PARENTID = CATEGID where CATEGID = 10",
            "update PAYEE_V1 set PAYEENAME = 'Gro' || char(27) || '[2J' || char(8238) || char(10) || 'cer' where PAYEEID = 1",
            "update ACCOUNTLIST_V1 set CURRENCYID = 999 where ACCOUNTID = 7")
        kinds = {row["kind"] for row in self.json("check", path=path, status=1)}
        wanted = {"amountIsText", "missingAccount", "dateUnreadable", "unknownWord", "categoryLoop", "missingCurrency"}
        self.checks.same("what is broken is found", wanted - kinds, set())
        status, output, _ = tern("journal", path, "--all")
        self.checks.fact("broken rows are listed, and nothing steers the terminal",
                         status == 0 and "(unknown)" in output and "\x1b" not in output and "\u202e" not in output)
        for command in ("balance", "accounts", "networth", "report", "scheduled", "budget", "info"):
            self.checks.fact(f"{command} of a broken file", tern(command, path)[0] == 0)
        status, _, said = tern("export", path, "--format", "hledger")
        self.checks.fact(f"what an export leaves out is said: {said.strip().replace(self.folder, '…')}", status == 0 and "Left out" in said)

    def refusals(self):
        folder = self.folder
        with open(folder + "/text.mmb", "w", encoding="utf-8") as file:
            file.write("this is no database\n" * 100)
        open(folder + "/empty.mmb", "w", encoding="utf-8").close()
        golden(folder + "/newer.mmb", "pragma user_version = 22")
        golden(folder + "/prerelease.mmb", "pragma user_version = 9")
        other = sqlite3.connect(folder + "/other.db")
        other.execute("create table t(a)")
        other.commit()
        other.close()
        with open(self.path, "rb") as file:
            whole = file.read()
        with open(folder + "/cut.mmb", "wb") as file:
            file.write(whole[:50_000])
        cases = [("missing.mmb", "no such file"), ("", "folder"), ("text.mmb", "not a Money Manager EX file"),
                 ("empty.mmb", "empty"), ("newer.mmb", "newer"), ("prerelease.mmb", "never released"),
                 ("other.db", "not a Money Manager EX file"), ("cut.mmb", "damaged")]
        if os.path.exists(os.path.join(SHARED, "golden_sqlcipher4.emb")):
            shutil.copyfile(os.path.join(SHARED, "golden_sqlcipher4.emb"), folder + "/secret.emb")
            cases.append(("secret.emb", "encrypted"))
        for name, part in cases:
            path = os.path.join(folder, name)
            before = digest(path) if os.path.isfile(path) else None
            for command in ("balance", "upgrade"):
                status, output, said = tern(command, path)
                self.checks.fact(f"{command} {name or 'a folder'}: {said.strip().replace(folder, '…')}",
                                 status == 1 and part in said and output == "")
            after = digest(path) if os.path.isfile(path) else None
            self.checks.fact(f"{name or 'the folder'} is as it was", before == after)
