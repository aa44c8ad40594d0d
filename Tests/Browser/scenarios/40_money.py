"""Accounts in the browser: what the pages show is what the commands compute; reading changes nothing."""

import re
from decimal import Decimal

from playwright.sync_api import Error

from accounts import GENERATOR, GOLDEN, Accounts
from checks import faults, small_targets, stale_colours
from nodes import until
from people import Person, holds

HOSTILE = '<img src=x onerror="alert(1)"> & \u202egnp.exe'
ROWS = 100_000
OPEN_SECONDS_MAX = 60


LEAVES_AREAS_FREE = """() => {
    const box = document.querySelector(".rail").getBoundingClientRect();
    return Boolean(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".rail"));
}"""
ENDS_ABOVE_AREAS = """() => document.querySelector("#filter-deleted").getBoundingClientRect().bottom
    <= document.querySelector(".rail").getBoundingClientRect().top"""


def run(stage):
    if not GOLDEN.exists():
        print(f"  skipped: {GOLDEN} is not there")
        return
    node = stage.fresh("carol")
    person = Person(node, stage.windows)
    first_use(stage, person)
    golden = Accounts.golden(node, "golden.mmb")
    before = golden.digest()
    opening(stage, person, golden)
    overview(stage, person, golden)
    journal(stage, person, golden)
    coming_back(stage, person)
    narrow(stage, person)
    close(person)
    stage.fact("looking changed no byte of the file", golden.digest() == before)
    hostile_names(stage, person)
    damaged(stage, person)
    if GENERATOR.exists():
        many_rows(stage, person)
    else:
        print(f"  skipped: {GENERATOR} is not there")
    person.page.context.close()


# What a person does.


def open_file(person, path) -> None:
    person.go("/money")
    person.page.locator("#open-path").fill(str(path))
    person.page.locator("#open-file").click()


def is_open(person, seconds=OPEN_SECONDS_MAX) -> bool:
    return holds(person.page.locator("#figure-worth .amount"), seconds)


def close(person) -> None:
    person.go("/money/accounts")
    person.page.locator("#close-this-file").click()
    person.page.locator("#open-path").wait_for()


def exact(locator) -> Decimal:
    return Decimal(locator.first.get_attribute("data-exact"))


def shown_rows(page) -> list[str]:
    return page.locator("#journal-rows tr.line").evaluate_all("rows => rows.map(row => row.id)")


def rows_become(page, wanted: set, seconds=10) -> bool:
    """Whether the list comes to be these rows, while the page may be loading."""

    def are_there():
        try:
            return set(shown_rows(page)) == wanted
        except Error:
            return False

    try:
        return until(are_there, seconds, "the rows")
    except AssertionError:
        return False


def search(page, text: str) -> None:
    """Types as fast as a person can; the list follows by itself."""
    page.locator("#q").fill("")
    page.locator("#q").press_sequentially(text, delay=20)
    page.wait_for_url(re.compile(r"[?&]q=" + re.escape(text)))
    page.locator("#journal:not([aria-busy])").wait_for()


def pane_balances(page) -> dict[int, Decimal]:
    rows = page.locator("#accounts a.account").evaluate_all(
        "rows => rows.map(row => [row.id, row.querySelector('.amount').dataset.exact])"
    )
    return {int(name.rsplit("-", 1)[1]): Decimal(value) for name, value in rows}


def is_listed_right(stage, page, accounts) -> None:
    shown, holdings, balances = pane_balances(page), accounts.holdings(), accounts.balances()
    stage.fact("every open account is listed with what it holds", shown and shown == holdings)
    stage.fact(
        "which is its balance, where there are no stocks",
        sum(balances[number] != value for number, value in shown.items()) <= 1,
    )


def is_sound(stage, name, page, schemes=("light", "dark")) -> None:
    found = faults(page, schemes)
    stage.fact(f"{name}: names, labels, tables and contrast are right", not found)
    for fault in found[:8]:
        print(f"          {fault}")


def colours_follow(stage, name, page) -> None:
    stale = stale_colours(page)
    stage.fact(f"{name}: every colour follows the scheme while the page is open", not stale)
    for one in stale[:8]:
        print(f"          {one}")


# The chapters.


def first_use(stage, person):
    page = person.page
    person.go("/money")
    stage.fact("without a file one can be opened or made", page.locator("#open-form, #create-form").count() == 2)
    stage.windows.pictures_of(page, "money-start")
    is_sound(stage, "first use", page)
    open_file(person, person.node.folder / "nowhere.mmb")
    hint = page.locator("#open-path-hint[role=alert]")
    stage.fact("a file that is not there is said so at the field", holds(hint, 10))
    stage.fact("the field is marked", page.locator("#open-path").get_attribute("aria-invalid") == "true")
    stage.fact("it keeps what was typed", page.locator("#open-path").input_value().endswith("nowhere.mmb"))
    stage.fact("and has the focus", page.evaluate("document.activeElement.id") == "open-path")
    stage.windows.pictures_of(page, "money-start-problem")

    made = Accounts(person.node, person.node.folder / "made.mmb")
    page.locator("#create-path").fill(str(made.path))
    page.locator("#create-currency").select_option("SEK")
    page.locator("input[name=sample][value='1']").check(force=True)
    page.locator("#create-file").click()
    stage.fact("a new file with the sample set opens", is_open(person))
    is_listed_right(stage, page, made)
    stage.fact("its totals are in the chosen currency", "SEK" in page.locator(".main .subtitle").inner_text())
    stage.windows.pictures_of(page, "money-sample")
    close(person)
    stage.fact("it is offered as opened before", holds(page.locator("#recent-file-0", has_text="made.mmb"), 5))
    page.locator("#create-path").fill(str(made.path))
    page.locator("#create-file").click()
    stage.fact("nothing is made over it", holds(page.locator("#create-path-hint[role=alert]"), 10))


def opening(stage, person, golden):
    open_file(person, golden.path)
    stage.fact("the golden file opens by its path", is_open(person))
    page = person.page
    is_listed_right(stage, page, golden)


def overview(stage, person, golden):
    page = person.page
    person.go("/money?account=all&period=month&on=2024-01-15")
    figures = golden.ask("report", "overview", "--in", "2024-01")
    for name, key in [("worth", "netWorth"), ("income", "income"), ("expense", "expense")]:
        value = exact(page.locator(f"#figure-{name} .amount"))
        stage.fact(f"{key} is that of the command", value == Decimal(figures[key]))
    stage.fact("the badge counts the rows of the month", f"All {figures['rows']} " in page.locator("#to-all-rows").inner_text())
    stage.fact("the chart is drawn", holds(page.locator("#trend canvas"), 5))
    stage.fact("with a sentence", page.locator("#trend .plot").get_attribute("role") == "img")
    stage.fact("the table stands behind it", not page.locator("#trend-table").is_visible())
    page.locator("#trend-switch").click()
    stage.fact("and comes forward", page.locator("#trend-table").is_visible() and not page.locator("#trend canvas").is_visible())
    sums = page.locator("#trend-table tbody tr").evaluate_all("rows => rows.map(row => row.cells[1].dataset.value)")
    stage.fact("its income is that of the month", sum(map(Decimal, sums)) == Decimal(figures["income"]))
    is_sound(stage, "overview", page)
    page.locator("#trend-switch").click()
    stage.windows.pictures_of(page, "money-overview")
    colours_follow(stage, "overview", page)

    page.locator("#figure-income").click()
    page.wait_for_url(re.compile("type=deposit"))
    words = page.locator("#recent-rows .end .unseen").all_inner_texts()
    stage.fact("income chosen: only income under Recent", words and all(word.strip() == "Income" for word in words))
    page.locator("#figure-income").click()
    page.wait_for_url(lambda address: "type=" not in address)
    page.locator("#period-menu summary").click()
    stage.fact("the menu of periods opens", page.get_by_role("link", name="Last 30 days").is_visible())
    page.keyboard.press("Escape")
    stage.fact("and closes with Escape", not page.get_by_role("link", name="Last 30 days").is_visible())
    page.locator("#step-back").click()
    page.wait_for_url(re.compile("on=2023-12"))
    stage.fact("a step back is a month", page.locator("#period-menu summary").inner_text().strip().endswith("2023"))
    stage.fact("a month without rows says so", holds(page.get_by_text("No entries in this period"), 5))


def journal(stage, person, golden):
    page = person.page
    person.go("/money/journal?account=all&period=all&kind=transactions")
    everything = {f"row-t{row['id']}" for row in golden.ask("journal", "--all")}
    stage.fact("the journal lists every row of the command", set(shown_rows(page)) == everything)
    stage.windows.pictures_of(page, "money-journal")
    is_sound(stage, "journal", page)
    colours_follow(stage, "journal", page)
    void = page.locator("tr.line.void").first
    stage.fact("void is struck through and said", "Void" in void.locator(".status").inner_text()
               and "line-through" in void.locator(".value .amount").evaluate("e => getComputedStyle(e).textDecorationLine"))
    stage.fact("what lies ahead is marked", page.locator("#row-t14", has_text="Planned").count() == 1)
    stage.fact("tags are shown", page.locator("tr.line .marks .tag").count() > 0)

    for word in ["grocer", "RENT", "900.00", "zzzz"]:
        search(page, word)
        wanted = {f"row-t{row['id']}" for row in golden.ask("search", word, "--all")}
        stage.fact(f"a search for {word} finds what the command finds", set(shown_rows(page)) == wanted)
        stage.fact("the search field keeps the focus", page.evaluate("document.activeElement.id") == "q")
    stage.fact("nothing found is said so", holds(page.get_by_role("heading", name="Nothing matches"), 5))
    stage.fact("and told to screen readers", page.locator("#found").inner_text() == "No entries")
    is_sound(stage, "empty journal", page, ("light",))
    stage.windows.pictures_of(page, "money-journal-empty")
    page.locator("#clear-filters").click()
    stage.fact("clearing the filters leads out", holds(page.locator("tr.line").first, 5))

    person.go("/money/journal?account=all&period=all&kind=transactions")
    page.locator("#more-filters").click()
    page.locator("label.chip", has_text="Reconciled").click()
    page.wait_for_url(re.compile("status=reconciled"))
    page.locator("#journal:not([aria-busy])").wait_for()
    wanted = {f"row-t{row['id']}" for row in golden.ask("journal", "--all", "--status", "reconciled")}
    stage.fact("a status filter shows what the command shows", set(shown_rows(page)) == wanted)
    stage.windows.pictures_of(page, "money-journal-filters")
    page.go_back()
    stage.fact("Back takes the filter away", rows_become(page, everything))

    person.go("/money/journal?account=1&period=all&kind=transactions")
    balances = page.locator("tr.line td.balance .amount").evaluate_all("all => all.map(one => one.dataset.exact)")
    stage.fact("one account: the newest running balance is the account's", balances and Decimal(balances[0]) == golden.balances()[1])
    stage.windows.pictures_of(page, "money-journal-balance")


def coming_back(stage, person):
    page = person.page
    person.go("/money?account=1&period=year&on=2024-05-01")
    is_open(person, 10)
    # What somebody looked at is kept, not what was asked for and left at once.
    page.wait_for_timeout(1_000)
    person.go("/talk/mesh")
    page.locator("#to-money").click()
    stage.fact("coming back: the file is still open", is_open(person, 10))
    title = page.locator(".main .subtitle").inner_text()
    stage.fact("the account and the period are those left", "Checking" in title and "2024" in page.locator("#period-menu summary").inner_text())
    person.go("/money?account=all&period=month")


def narrow(stage, person):
    page = person.page
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ["/money", "/money/journal", "/money/accounts"]:
        person.go(path)
        page.locator(".tabs").wait_for()
        stage.fact(f"{path} does not scroll sideways at 360", stage.windows.widest_overflow(page) <= 0)
        low = small_targets(page)
        stage.fact(f"{path}: targets are high enough for a finger", not low)
        for target in low[:5]:
            print(f"          {target}")
        is_sound(stage, f"{path} at 360", page)
        colours_follow(stage, f"{path} at 360", page)
    person.go("/money/journal")
    page.locator("#more-filters").click()
    page.locator("#filter-deleted").scroll_into_view_if_needed()
    stage.fact("the open filters leave the areas free", page.evaluate(LEAVES_AREAS_FREE))
    stage.fact("and can be scrolled to their end", page.evaluate(ENDS_ABOVE_AREAS))
    stage.windows.pictures_of(page, "money-journal-filters-narrow", sizes=[(360, 740)])
    stage.fact("the pages are tabs", page.locator(".tabs a").all_inner_texts() == ["Overview", "Journal", "Accounts"])
    page.set_viewport_size({"width": 1280, "height": 800})
    stage.windows.pictures_of(page, "money-accounts")
    colours_follow(stage, "accounts", page)


def hostile_names(stage, person):
    file = Accounts.golden(person.node, "hostile.mmb")
    file.change(
        ("update ACCOUNTLIST_V1 set ACCOUNTNAME = ? where ACCOUNTID = 1", HOSTILE),
        ("update PAYEE_V1 set PAYEENAME = ? || PAYEEID", HOSTILE),
        ("update CATEGORY_V1 set CATEGNAME = ? || CATEGID", HOSTILE),
        ("update CHECKINGACCOUNT_V1 set NOTES = ?", HOSTILE),
        ("update TAG_V1 set TAGNAME = ? || TAGID", HOSTILE),
        ("update CURRENCYFORMATS_V1 set PFX_SYMBOL = ? where CURRENCYID = 1", HOSTILE),
    )
    open_file(person, file.path)
    stage.fact("a file full of markup opens", is_open(person))
    page = person.page
    for path in ["/money?account=all&period=all", "/money/journal?account=all&period=all", "/money/accounts"]:
        person.go(path)
        name = path.split("?")[0]
        stage.fact(f"{name}: names are text", page.locator("main img, .pane img").count() == 0
                   and page.get_by_text("<img src=x").count() > 0)
        stage.fact(f"{name}: and turn nothing round", "\u202e" not in page.content())
        stage.fact(f"{name}: nothing scrolls sideways", stage.windows.widest_overflow(page) <= 0)
    stage.windows.pictures_of(page, "money-hostile", schemes=("light",))
    close(person)


def damaged(stage, person):
    file = Accounts.golden(person.node, "damaged.mmb")
    file.damage("BILLSDEPOSITS_V1")
    open_file(person, file.path)
    page = person.page
    stage.fact("a file with a damaged table opens", is_open(person))
    failed = page.locator("#scheduled .state.failed")
    stage.fact("what is damaged is said to have failed", holds(failed, 10))
    stage.fact("it is not shown as empty", page.locator("#scheduled .state.nothing").count() == 0)
    stage.fact("and can be tried again", failed.locator("[data-retry]").count() == 1)
    is_sound(stage, "damaged file", page)
    stage.windows.pictures_of(page, "money-damaged")
    close(person)


def many_rows(stage, person):
    many = Accounts.generated(person.node, "many.mmb", ROWS)
    open_file(person, many.path)
    stage.fact(f"a file of {ROWS} rows opens", is_open(person))
    page = person.page
    is_listed_right(stage, page, many)
    person.go("/money?account=all&period=year&on=2025-06-01")
    figures = many.ask("report", "overview", "--in", "2025")
    for name, key in [("worth", "netWorth"), ("income", "income"), ("expense", "expense")]:
        until(lambda: page.locator(f"#figure-{name} .amount").count() == 1, 30, f"the figure {name}")
        stage.fact(f"{key} of 2025 is that of the command", exact(page.locator(f"#figure-{name} .amount")) == Decimal(figures[key]))
    stage.windows.pictures_of(page, "money-many")

    person.go("/money/journal?account=all&period=all&kind=transactions")
    page.locator("tr.line").first.wait_for(timeout=30_000)
    counts = [len(shown_rows(page))]
    for _ in range(2):
        page.locator("[data-earlier]").click()
        until(lambda: len(shown_rows(page)) > counts[-1], 20, "earlier rows come")
        counts.append(len(shown_rows(page)))
    stage.fact(f"earlier rows come page by page: {counts}", counts[0] < counts[1] < counts[2] < ROWS / 10)
    newest = [f"row-t{row['id']}" for row in many.ask("journal", "--limit", str(counts[-1]))]
    stage.fact("in the order of the command, none twice", shown_rows(page) == newest)
    search(page, "harbor")
    page.locator("tr.line").first.wait_for(timeout=30_000)
    found = [f"row-t{row['id']}" for row in many.ask("search", "harbor", "--limit", str(len(shown_rows(page))))]
    stage.fact("a search finds what the command finds", shown_rows(page) == found)
    close(person)
