"""Alone at first: the empty mesh says what to do, and a name can be chosen."""

from people import Person, holds


def run(stage):
    node = stage.node("alice")
    alice = Person(node, stage.windows)
    page = alice.page
    stage.fact("the address holds no code any more", "#" not in page.url)
    stage.fact("the empty mesh says what to do", holds(page.get_by_role("heading", name="Nobody nearby yet"), 5))
    stage.windows.pictures_of(page, "talk-nobody")
    stage.fact("the empty mesh does not scroll sideways", stage.windows.widest_overflow(page) <= 0)

    alice.call_oneself("alice")
    stage.fact("a new name is confirmed", holds(page.get_by_text("Saved.").first, 5))
    stage.windows.pictures_of(page, "settings-you")
    alice.go("/settings/reach")
    stage.windows.pictures_of(page, "settings-reach")

    # The link was used; another window of another browser has no way in with it.
    stranger = stage.windows.open(node.link)
    stage.fact("a used link opens nothing", holds(stranger.locator("#used"), 5))
    stage.fact("and shows no data", "alice" not in stranger.content())
    stage.windows.problems = [p for p in stage.windows.problems if "403" not in p and "401" not in p]
    stranger.context.close()
    page.context.close()
