/// What `tern money --help` prints.
enum MoneyHelp {
  static let page = """
    Usage: tern money COMMAND FILE [options]

    Works on a file of Money Manager EX (.mmb), without a running node. Reading never changes the file; one of
    an older version is read as if it were upgraded.

      create FILE --currency EUR
                        make a new file whose totals are shown in this currency (--sample: with
                        made-up accounts, to look around in)
      info FILE         version, settings, and how much is in the file
      check FILE        list what is damaged or broken in it; ends with 1 when something is
      upgrade FILE      bring an older file to the newest version, after a backup beside it
      backup FILE       copy the file, checked, to a dated one beside it, or to --output
      accounts FILE     the accounts by type, with balances (--closed: closed ones too)
      balance FILE [ACCOUNT…]
                        the balance of every account, or of those named
      journal FILE      what was booked, newest first
      search FILE TEXT  rows with TEXT in payee, notes, number, category, tags, accounts or amounts
      networth FILE     all there is: accounts, stocks, assets
      report FILE [overview|categories|income|months]
                        key figures of a month; totals by category; income and expense by month; categories
                        by month, each currency by itself
      scheduled FILE    what comes again, and when (--to DATE: every time up to a day)
      budget FILE       what was planned, what happened, and what is left (--inactive: all budgets)
      export FILE --format csv|json|ledger|hledger|beancount
                        everything, for other programs (--output FILE; --full: every digit and line break)

    Days, as 2025-01-31, as the file writes them, or as today, yesterday, tomorrow, -7, +3:
      --on DATE         up to this day; in journal, search and report on this day alone; in scheduled and
                        budget as if this were today
      --from DATE --to DATE
                        from one day to another, both included
      --in PERIOD       a year (2025), a month (2025-01), or week, month, year for this one

    Rows of journal and search:
      --account NAME  --payee NAME  --category NAME  --tag NAME
      --type withdrawal|deposit|transfer   --status none|reconciled|void|followup|duplicate
      --min AMOUNT  --max AMOUNT  --attachment  --deleted
      --limit N         at most so many rows (default 50); --all for every one

    All but export take --json; amounts are text there, with a point.

    """
}
