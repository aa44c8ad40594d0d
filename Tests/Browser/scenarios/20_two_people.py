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
    private(stage, alice, bob)
    alice.page.context.close()
    bob.page.context.close()


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
