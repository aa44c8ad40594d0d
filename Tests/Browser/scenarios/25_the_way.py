"""Two profiles look at the way to each other: what is known of it, a ping, and the same without scripts."""

import re

from people import Person, holds

PHONE = {"size": (390, 844), "touch": True}


def run(stage):
    alice = Person(stage.fresh("alice"), stage.windows)
    bob = Person(stage.fresh("bob"), stage.windows)
    for person in (alice, bob):
        person.call_oneself(person.node.name)
        person.go("/talk/mesh")
    stage.fact("alice finds bob", alice.finds("bob"))
    stage.fact("bob finds alice", bob.finds("alice"))
    details(stage, alice, bob)
    without_script(stage, alice)
    out_of_reach(stage, alice, bob)
    alice.page.context.close()
    on_a_phone(stage)


def details(stage, alice, bob):
    alice.open_chat_with("bob")
    alice.page.locator("#to-details").click()
    page = alice.page
    facts = page.locator("#person-reach-facts")
    stage.fact("the sheet says that bob is in range", holds(facts.get_by_text("In range", exact=True), 5))
    stage.fact("by which link", holds(facts.get_by_text(re.compile("Local network, opened by (you|them)")), 5))
    stage.fact("when he was heard", re.fullmatch(r"\d\d:\d\d", facts.locator("time").inner_text()))
    bob.open_chat_with("alice")
    bob.say("You there?")
    stage.fact("the session becomes encrypted without a reload", holds(facts.get_by_text("Encrypted", exact=True), 10))

    answer = page.locator("#way-answer")
    stage.fact("the place of the answer is told to screen readers", answer.get_attribute("aria-live") == "polite")
    page.locator("#ask-ping").focus()
    page.keyboard.press("Enter")
    stage.fact("a ping is answered over one hop", holds(answer.get_by_text(re.compile(r"bob answered in \d+\sms over 1\shop\.")), 10))
    stage.fact("the focus stays on the button", page.evaluate("document.activeElement.id") == "ask-ping")
    stage.windows.pictures_of(page, "talk-details")
    page.locator("#ask-trace").click()
    stage.fact("the way is direct", holds(answer.get_by_text("Direct: nobody is between you and bob."), 5))
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    stage.fact("Escape leads back to the conversation", holds(page.locator("#to-details"), 5))


def without_script(stage, alice):
    """The session is alice's; nothing of the page's script runs."""
    alice.page.locator("#to-details").click()
    alice.page.wait_for_url(re.compile("/details$"))
    context = stage.windows.browser.new_context(
        java_script_enabled=False, storage_state=alice.page.context.storage_state()
    )
    page = context.new_page()
    page.goto(alice.page.url)
    page.locator("#ask-ping").click()
    answer = page.locator("#way-answer")
    stage.fact("without scripts the page comes with the answer", holds(answer.get_by_text(re.compile("answered in")), 15))
    stage.fact("at the same address", page.url == alice.page.url)
    page.locator("#ask-trace").click()
    stage.fact("and so does the way", holds(answer.get_by_text("Direct: nobody is between"), 15))
    context.close()


def out_of_reach(stage, alice, bob):
    """What cannot be asked is said, and the sheet hears of it by itself."""
    page = alice.page
    bob.page.context.close()
    bob.node.stop()
    facts = page.locator("#person-reach-facts")
    stage.fact("the sheet hears that bob is gone", holds(facts.get_by_text("Out of reach", exact=True), 20))
    page.locator("#ask-ping").click()
    answer = page.locator("#way-answer")
    stage.fact("a ping into the void says why not", holds(answer.get_by_text("Not asked: nobody is connected."), 5))
    stage.windows.pictures_of(page, "talk-details-alone")
    page.locator("#ask-trace").click()
    stage.fact("so does the way", holds(answer.get_by_text("No way is known now."), 5))
    bob.node.start()


def on_a_phone(stage):
    """The keyboard stays as the person has it: focus in the composer is what opens it."""
    alice = Person(stage.fresh("alice"), stage.windows, **PHONE)
    page = alice.page
    focused = lambda: page.evaluate("document.activeElement.id")
    for number in range(30):
        alice.node.command("send", f"line {number}")
    stage.fact("the lines come", alice.sees("line 29", 10))
    stage.fact("the keyboard stays away at first", focused() != "composer-text")
    box = page.locator("#composer-text")
    box.tap()
    box.fill("written by hand")
    page.locator(".composer .send").tap()
    stage.fact("a message goes out", alice.sees("written by hand"))
    stage.fact("who was writing goes on writing", focused() == "composer-text")
    page.evaluate("document.getElementById('timeline').scrollTop = 0")
    page.locator("#jump").tap()
    stage.fact("also after going to the latest", focused() == "composer-text")

    box.fill("written before")
    box.blur()
    page.locator(".composer .send").tap()
    stage.fact("another goes out", alice.sees("written before"))
    stage.fact("who had put the keyboard away is left alone", focused() != "composer-text")
    page.evaluate("document.getElementById('timeline').scrollTop = 0")
    page.locator("#jump").tap()
    stage.fact("also after going to the latest", focused() != "composer-text")
    page.context.close()
