"""A newcomer's way: from two printed links to a private chat of two people who have verified each other, by the words on
the screen alone. The number of clicks is the one in docs/first-minutes.md."""

import re
from pathlib import Path

from playwright.sync_api import expect

from people import holds

PAGE = Path("docs/first-minutes.md")
DESKTOP = (1280, 800)


class Hand:
    """Somebody who has never seen Tern: finds things by what they are called, and counts what is clicked."""

    def __init__(self, node, windows):
        self.page = windows.open(node.link, size=DESKTOP)
        self.page.wait_for_url(re.compile(r"/talk"))
        self.clicks = 0

    def click(self, role: str, name) -> None:
        self.page.get_by_role(role, name=name).click()
        self.clicks += 1

    def paste_into(self, label: str) -> None:
        """A click into the field, then Ctrl+V."""
        field = self.page.get_by_label(label)
        field.click()
        self.clicks += 1
        self.page.keyboard.press("Control+V")
        assert field.input_value().startswith("bitchat://verify?"), "what was copied is pasted"

    def reads(self, words, seconds: float = 10) -> bool:
        return holds(self.page.get_by_text(words).first, seconds)


def run(stage):
    # Nobody else is at hand.
    for node in stage.nodes.values():
        node.stop()
    you = Hand(stage.node("newcomer"), stage.windows)
    other = Hand(stage.node("friend"), stage.windows)
    stage.fact("you see somebody within 10 s", holds(you.page.get_by_role("link", name=somebody), 10))
    stage.fact("and are seen", holds(other.page.get_by_role("link", name=somebody), 10))
    stage.windows.pictures_of(you.page, "first-minutes-somebody")

    you.click("link", somebody)
    stage.fact("a private chat opens", you.reads("Only the two of you"))
    stage.windows.pictures_of(you.page, "first-minutes-private")
    you.click("link", re.compile("^Verify anon"))
    you.click("button", "Copy as text")
    stage.fact("copying is confirmed", you.reads("Copied", 5))

    other.click("link", somebody)
    other.click("link", re.compile("^Verify anon"))
    other.click("link", "Scan or paste")
    other.paste_into("Their code")
    other.click("button", "Verify")
    stage.fact("the other has verified you", other.reads(re.compile("anon.* is verified")))
    stage.fact("you are told, without a reload", you.reads(re.compile("anon.* read your code at")))
    other.click("link", "My code")
    other.click("button", "Copy as text")
    stage.fact("copying is confirmed there too", other.reads("Copied", 5))

    you.click("link", "Scan or paste")
    you.paste_into("Their code")
    you.click("button", "Verify")
    stage.fact("you have verified the other", you.reads(re.compile("anon.* is verified")))
    you.click("link", "Close")
    # The box has the focus by itself.
    expect(you.page.get_by_role("combobox", name=re.compile("^Message anon"))).to_be_focused(timeout=10_000)
    you.page.keyboard.type("Now I know that it is you.")
    you.page.keyboard.press("Enter")
    stage.fact("the message is sent", you.reads("Now I know that it is you."))
    stage.fact("the message is delivered", you.reads("Delivered"))
    stage.windows.pictures_of(you.page, "first-minutes-end")

    told = int(re.search(r"\*\*(\d+) clicks\*\*", PAGE.read_text())[1])
    counted = you.clicks + other.clicks
    stage.fact(f"{counted} clicks, as {PAGE} says", counted == told)
    rows = len(re.findall(r"^\| \d+ \|", PAGE.read_text(), re.MULTILINE))
    stage.fact("which has a line for each", rows == told)
    linked = int(re.search(r"\[(\d+) clicks\]", Path("README.md").read_text())[1])
    stage.fact("and the README tells the same number", linked == told)
    for hand in [you, other]:
        hand.page.context.close()
    for name in ["newcomer", "friend"]:
        stage.nodes[name].stop()


somebody = re.compile("Open private chat")
