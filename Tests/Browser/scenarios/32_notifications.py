"""What a page has the browser show: by the person's own wish, without names and texts, and nothing of what is looked
at."""

import re

from nodes import until
from people import Person

# The browser's own notifications leave no trace that a script could read: these note what was shown. What was allowed
# outlives a load, as in a browser.
STAND_IN = """(() => {
  window.told = [];
  window.Notification = class extends EventTarget {
    static get permission() { return sessionStorage.getItem("allowed") ?? "default"; }
    static async requestPermission() {
      sessionStorage.setItem("allowed", "granted");
      return "granted";
    }
    constructor(title, { body, tag }) {
      super();
      window.told.push({ title, body, tag });
    }
    close() {}
  };
})();"""


def run(stage):
    alice, bob = stage.fresh("alice"), stage.fresh("bob")
    window = Person(alice, stage.windows)
    window.call_oneself("alice")
    other = Person(bob, stage.windows)
    other.call_oneself("bob")
    other.page.context.close()
    until(lambda: "alice" in bob.command("who"), 5, "bob's list of people names alice")
    until(lambda: "bob" in alice.command("who"), 5, "alice's list of people names bob")
    page = window.page
    page.add_init_script(STAND_IN)
    window.go("/settings/notifications")
    stage.fact("nothing is asked by itself", page.evaluate("Notification.permission") == "default")
    page.locator("#notices-browser").check()
    until(lambda: "browser, while a page is open: on" in alice.command("notifications"), 5, "the choice is kept")
    page.wait_for_load_state()
    stage.fact("the browser was asked by the click", page.evaluate("Notification.permission") == "granted")
    stage.windows.pictures_of(page, "notifications")

    bob.command("msg", "alice", "the code is 4711")
    told = until(lambda: page.evaluate("window.told"), 5, "the page has the browser show it")
    stage.fact("it says that there is a message", told[0]["title"] == "New private message")
    stage.fact("and neither who nor what", "4711" not in str(told) and "bob" not in str(told))

    window.open_chat_with("bob")
    page.wait_for_url(re.compile(r"/talk/[0-9a-f]{16}"))
    window.sees("the code is 4711")
    bob.command("msg", "alice", "seen at once")
    stage.fact("what is looked at is on the page", window.sees("seen at once"))
    bob.command("send", "good morning @alice")
    told = until(lambda: page.evaluate("window.told"), 5, "the mention is told")
    titles = [one["title"] for one in told]
    stage.fact("nothing is told of the conversation that is looked at", titles == ["You were mentioned"])

    alice.command("notifications", "previews", "on")
    bob.command("send", "and again @alice")
    told = until(lambda: page.evaluate("window.told")[1:], 5, "the next one is told")
    stage.fact("with names and texts where they were asked for", told[0]["title"] == "bob mentioned you")
    stage.fact("in the place of the one before", told[0]["tag"] == "tern-mesh")
    for word in ("previews", "browser"):
        alice.command("notifications", word, "off")
    page.context.close()
