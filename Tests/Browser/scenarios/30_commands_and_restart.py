"""The same by commands; and what a killed node still has when it comes back."""

import json
import re

from nodes import until
from people import Person, holds


def run(stage):
    alice, bob = stage.fresh("alice"), stage.fresh("bob")
    until(lambda: "alice" in bob.command("who"), 5, "bob's list of people names alice")
    bob.command("send", "sent by a command")
    window = Person(alice, stage.windows)
    stage.fact("what a command sends is on the page", window.sees("sent by a command"))
    bob.command("msg", "alice", "privately by a command")

    def arrived():
        return any(
            message["text"] == "privately by a command"
            for message in rows(alice.command("history", "--all", "--json"))
        )

    until(arrived, 10, "alice's history names it")
    fields = {"id", "conversation", "sender", "text", "sentAt", "state"}
    newest = rows(alice.command("history", "--all", "--json"))[-1]
    stage.fact("history has the documented fields", fields <= set(newest))
    unread = window.page.locator("#chats .row.conversation .count").first
    stage.fact("the page counts it as unread", holds(unread, 5))
    searching(stage, window)
    keeping(stage, window, alice)
    before = rows(alice.command("history", "--all", "--json"))
    fingerprint = own_fingerprint(window)
    window.page.context.close()

    alice.kill()
    alice.start()
    window = Person(alice, stage.windows)
    stage.fact("a killed node keeps its history", rows(alice.command("history", "--all", "--json")) == before)
    unread = window.page.locator("#chats .row.conversation .count").first
    stage.fact("and its unread marks", holds(unread, 5))
    stage.fact("and its identity", own_fingerprint(window) == fingerprint)
    stage.fact("and finds bob again", back(window))
    window.page.context.close()
    stage.fact("a node that is asked to end ends in order", bob.stop() == 0)


def searching(stage, window):
    """By keys alone: from the list to the search, to a message, to its place in the conversation."""
    page = window.page
    page.locator("#to-search").click()
    page.locator("#search-text").fill("command priv")
    page.keyboard.press("Enter")
    found = page.locator(".search-row")
    stage.fact("a search finds by beginnings of words", holds(found.first, 5) and found.count() == 1)
    stage.windows.pictures_of(page, "search")
    found.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/found\?m="))
    row = page.locator("#excerpt-rows li:target")
    stage.fact("it opens at the message", holds(row, 5) and "privately by a command" in row.inner_text())
    stage.fact("which is not read by that", holds(page.locator("#chats .row.conversation .count").first, 5))
    stage.windows.pictures_of(page, "search-found")
    window.go("/talk/search?q=command")
    place = page.locator("#search-place")
    place.select_option(label="Nearby")
    page.locator("#search-text").press("Enter")
    page.wait_for_url(re.compile(r"in=mesh"))
    stage.fact("a search stays where it is narrowed to", "privately by a command" not in page.locator("#main").inner_text())
    window.go("/talk/search?q=zeppelin")
    stage.fact("and says when there is nothing", holds(page.get_by_text("No message here has these words."), 5))
    window.go("/talk/mesh")


def keeping(stage, window, node):
    """How long messages are kept is chosen and holds; a conversation is kept as a file."""
    page = window.page
    window.go("/settings/history")
    page.locator("#keep-private").select_option("month")
    page.locator("#save-history").click()
    stage.fact("how long messages are kept is saved", holds(page.get_by_text("Saved."), 5))
    told = json.loads(node.command("retention", "--json"))
    stage.fact("the command says the same", told["private"] == "month" and told["public"] == "day")
    stage.windows.pictures_of(page, "settings-history")
    with page.expect_download() as waiting:
        page.get_by_label("Nearby as JSON").click()
    kept = json.loads(open(waiting.value.path(), encoding="utf-8").read())
    stage.fact("a conversation is kept as a file", kept["format"] == "tern-conversation" and len(kept["messages"]) > 0)
    window.go("/talk/mesh")


def back(window) -> bool:
    window.go("/talk/mesh")
    return window.finds("bob", 10)


def own_fingerprint(window) -> str:
    window.go("/settings/you")
    return window.page.locator("#own-fingerprint").inner_text()


def rows(text: str) -> list[dict]:
    """What a command with --json printed: one array, or one object a line."""
    text = text.strip()
    if text.startswith("["):
        return json.loads(text)
    return [json.loads(line) for line in text.splitlines() if line]
