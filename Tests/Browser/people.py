"""What a person does in a window of Tern, in words of the pages."""

import re

from playwright.sync_api import Page, expect

from nodes import Node
from windows import Windows

# How long two nodes may take to find each other (they need no configuration).
FIND_SECONDS_MAX = 5


class Person:
    """Somebody in front of a window of their own."""

    def __init__(self, node: Node, windows: Windows, **window):
        self.node = node
        self.page: Page = windows.open(node.link, **window)
        self.page.wait_for_url(re.compile(r"/talk"))
        self.go("/talk/mesh")

    def go(self, path: str) -> None:
        origin = re.match(r"http://[^/]+", self.page.url)[0]
        self.page.goto(origin + path)

    def call_oneself(self, name: str) -> None:
        """Changes the nickname where the settings offer it."""
        self.go("/settings/you")
        self.page.locator("#nickname").fill(name)
        self.page.locator("#name-form button[type=submit]").click()
        # The form's own navigation would otherwise meet the next one.
        self.page.wait_for_url(re.compile(r"saved=1"))

    def say(self, text: str) -> None:
        """Writes into the open conversation and sends with the Enter key."""
        box = self.page.locator("#composer-text")
        box.fill(text)
        box.press("Enter")

    def sees(self, text: str, seconds: float = 5) -> bool:
        """Whether the text stands in the open conversation within the time, without a reload."""
        return holds(self.page.locator("#rows").get_by_text(text, exact=True).first, seconds)

    def finds(self, name: str, seconds: float = FIND_SECONDS_MAX) -> bool:
        """Whether the person is listed beside the channel within the time."""
        return holds(self.row_of(name), seconds)

    def row_of(self, name: str):
        return self.page.locator("#people .row.person.other").filter(has_text=name).first

    def open_chat_with(self, name: str) -> None:
        self.go("/talk/mesh")
        self.row_of(name).click()
        self.page.wait_for_url(re.compile(r"/talk/(?!mesh)"))

    def state_of(self, text: str, state: str, seconds: float = 10) -> bool:
        """Whether the own private message with this text comes to the state within the time."""
        row = self.page.locator("#rows .bubble-row.own").filter(has_text=text).last
        return holds(row.locator(f".state[data-state={state}]"), seconds)


def holds(locator, seconds: float) -> bool:
    """Whether the element is there and visible within the time."""
    try:
        expect(locator).to_be_visible(timeout=seconds * 1000)
        return True
    except AssertionError:
        return False
