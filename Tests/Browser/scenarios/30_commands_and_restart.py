"""The same by commands; and what a killed node still has when it comes back."""

import json

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
