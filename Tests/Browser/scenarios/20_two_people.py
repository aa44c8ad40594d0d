"""Two profiles on one machine find each other and talk, in public and in private."""

from checks import stale_colours
from nodes import until
from people import FIND_SECONDS_MAX, Person, holds

HOSTILE = '<b>bold</b> & "quoted" <script>alert(1)</script>'


def run(stage):
    alice = Person(stage.fresh("alice"), stage.windows)
    bob = Person(stage.fresh("bob"), stage.windows)
    bob.call_oneself("bob")
    alice.go("/talk/mesh")
    bob.go("/talk/mesh")
    stage.fact(f"alice finds bob within {FIND_SECONDS_MAX} s", alice.finds("bob"))
    stage.fact(f"bob finds alice within {FIND_SECONDS_MAX} s", bob.finds("alice"))

    alice.say("Anyone on the apron?")
    stage.fact("alice sees her own words", alice.sees("Anyone on the apron?"))
    stage.fact("bob sees them without a reload", bob.sees("Anyone on the apron?"))
    bob.say("Here, by the fuel station.")
    stage.fact("alice sees the answer", alice.sees("Here, by the fuel station."))
    bob.say(HOSTILE)
    stage.fact("markup shows as text", alice.sees(HOSTILE))
    stage.fact("and is no markup", alice.page.locator("#rows script, #rows b").count() == 0)
    bob.say("first line\nsecond line")
    stage.windows.pictures_of(alice.page, "talk-mesh")
    stage.fact("the mesh does not scroll sideways", stage.windows.widest_overflow(alice.page) <= 0)

    stale = stale_colours(alice.page)
    stage.fact("every colour follows the scheme while the page is open", not stale)
    for one in stale[:8]:
        print(f"          {one}")
    composing(stage, alice)
    private(stage, alice, bob)
    alice.page.context.close()
    bob.page.context.close()


def composing(stage, alice):
    """Suggestions by keys and pointer, and drafts that Tern holds."""
    page, box = alice.page, alice.page.locator("#composer-text")
    options = page.locator("#suggestions [role=option]")
    alice.go("/talk/mesh")
    box.press_sequentially("/s")
    stage.fact("commands are offered", holds(options.filter(has_text="/slap NAME"), 5))
    stage.fact("the box names the chosen one", box.get_attribute("aria-activedescendant") == "suggestion-0")
    stage.fact("the list is open for a screen reader", box.get_attribute("aria-expanded") == "true")
    stage.windows.pictures_of(page, "talk-suggestions")
    box.press("Escape")
    stage.fact("Escape closes the list", page.locator("#suggestions").is_hidden() and box.input_value() == "/s")
    box.press_sequentially("l")
    stage.fact("it opens again", holds(options.first, 5))
    box.press("Tab")
    stage.fact("Tab takes the command", box.input_value() == "/slap ")
    box.press_sequentially("@b")
    stage.fact("people are offered", holds(options.filter(has_text="@bob"), 5))
    box.press("ArrowDown")
    box.press("ArrowUp")
    box.press("Enter")
    stage.fact("Enter takes the name and sends nothing", box.input_value() == "/slap @bob")
    box.press("Enter")
    slap = page.locator("#rows .system").filter(has_text="slaps bob around").last
    stage.fact("the next Enter sends", holds(slap, 5))
    box.press_sequentially("see you @bo")
    holds(options.first, 5)
    options.first.click()
    stage.fact("a pointer takes a name", box.input_value() == "see you @bob")
    until(lambda: page.evaluate("document.activeElement.id") == "composer-text", 5, "the box keeps the focus")
    with page.expect_response(lambda answer: answer.url.endswith("/talk/mesh/draft")):
        box.press_sequentially(" at nine")
    alice.go("/settings/you")
    alice.go("/talk/mesh")
    stage.fact("a draft is there again", box.input_value() == "see you @bob at nine")
    stored = page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])")
    stage.fact("the browser keeps none of it", "nine" not in stored)
    box.fill("x" * 15_500)
    stage.fact("the limit shows while typing", holds(page.get_by_text("15500 of 16000 characters"), 2))
    box.fill("")


def private(stage, alice, bob):
    alice.open_chat_with("bob")
    alice.say("Only for you: gate code 4711")
    stage.fact("a private message is delivered", alice.state_of("gate code 4711", "delivered"))
    chat = bob.page.locator("#chats .row.conversation").filter(has_text="alice")
    stage.fact("bob's list counts it as unread", holds(chat.locator(".count"), 5))
    stage.fact("it does not stand on the open mesh", not bob.sees("Only for you: gate code 4711", 0.5))
    stage.windows.pictures_of(bob.page, "talk-unread")
    bob.open_chat_with("alice")
    stage.fact("bob reads it", bob.sees("Only for you: gate code 4711"))
    stage.fact("alice sees that it was read", alice.state_of("gate code 4711", "read"))
    bob.say("Thanks, landing at 14:05.")
    stage.fact("the answer comes", alice.sees("Thanks, landing at 14:05."))
    stage.fact("and is marked", bob.state_of("landing at 14:05", "read"))
    stage.windows.pictures_of(alice.page, "talk-private")
    long = " ".join(f"word{number}" for number in range(60))
    alice.say(long)
    until(lambda: "word59" in bob.page.locator("#rows").inner_text(), 10, "the end of a long text arrives")
    stage.fact("a long text arrives whole", all(f"word{n}" in bob.page.locator("#rows").inner_text() for n in range(60)))
