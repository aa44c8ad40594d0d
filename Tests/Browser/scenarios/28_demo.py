"""A made-up village: it talks, answers, is marked everywhere, and its links are drawn and listed."""

import re

from checks import faults, small_targets, stale_colours
from nodes import until
from people import Person, holds

PHONE = {"size": (390, 844), "touch": True}
WIDTHS = [(360, 780), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)]
SAID = "Morning, all. The harbour office is open, and the mesh reaches the lighthouse today."

# In one go, since people come and go.
SAME_NAMES = """() => {
  const names = (places) => Array.from(document.querySelectorAll(places), (place) => place.textContent.trim()).sort().join();
  return names(".links-drawing.wide .station:not(.self) .label") === names("#links-rows tbody .name bdi");
}"""


def run(stage):
    node = stage.fresh("village", verb="demo")
    robin = Person(node, stage.windows)
    page = robin.page
    stage.fact("the banner says that all is simulated", holds(page.locator("#simulated"), 5))
    stage.fact("so does the title", page.title().endswith(", simulated"))
    stage.fact("somebody is in range", robin.finds("Emil", 20))
    far = page.locator("#people .row.person.other").filter(has_text="Inka")
    stage.fact("somebody is four hops away", holds(far.filter(has_text=re.compile(r"4\shops")), 60))
    stage.fact("there is a conversation", robin.sees(SAID, 20))
    public(stage, robin)
    private(stage, robin)
    links(stage, robin)
    by_keyboard(stage, robin)
    marked_everywhere(stage, robin)
    without_script(stage, robin)
    page.context.close()
    on_a_phone(stage)
    runtime = node.folder / "runtime" / "tern"
    stage.fact("a demo ends in order", node.stop() == 0)
    stage.fact("nothing of it is left", not list(runtime.iterdir()) and not list((node.folder / "data").iterdir()))


def public(stage, robin):
    robin.say("Hello everybody, new in the village.")
    stage.fact("the neighbour answers", robin.sees("@robin welcome to the village. Write to anybody, near or far.", 30))
    answer = robin.page.locator("#rows").get_by_text(re.compile("Hello from the hut")).first
    stage.fact("and so does somebody four hops away", holds(answer, 30))
    stage.windows.pictures_of(robin.page, "demo-talk")


def private(stage, robin):
    robin.open_chat_with("Inka")
    robin.say("Is there a bed at the hut tonight?")
    stage.fact("a private message crosses four hops and is read", robin.state_of("Is there a bed", "read", 40))
    words = "There is a bed by the stove. Come before dark, the path has no lights."
    stage.fact("and is answered", robin.sees(words, 40))
    stage.windows.pictures_of(robin.page, "demo-private")


def links(stage, robin):
    page = robin.page
    robin.go("/talk/mesh")
    page.locator("#to-links").click()
    page.wait_for_url(re.compile("/talk/mesh/links$"))
    drawn = page.locator(".links-drawing.wide .station")
    until(lambda: drawn.count() >= 11, 60, "everybody is drawn")
    stage.fact("drawing and table name the same people", until(lambda: page.evaluate(SAME_NAMES), 20, "the same names"))
    stage.fact("rings say how far they are", page.locator(".links-drawing.wide .ring-label").last.text_content() == "4\u00a0hops")
    heard = page.locator("#links-rows tbody td:last-child").first
    before = heard.inner_text()
    until(lambda: heard.inner_text() != before, 15, "the time since somebody was heard goes on")
    stage.fact("the page is kept up to date without a reload", True)
    for fault in (found := faults(page)):
        print(f"          {fault}")
    stage.fact("the page of links has no faults a machine can find", not found)


def by_keyboard(stage, robin):
    page = robin.page
    inka = page.locator(".links-drawing.wide .station").filter(has_text="Inka")
    inka.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/talk/mesh/links/[0-9a-f]{16}$"))
    card = page.locator("#links-way-card")
    stage.fact("Enter on somebody shows the way", holds(card.get_by_text(re.compile(r"4\shops")), 10))
    way = re.sub(r"\s+", " ", card.locator(".way").inner_text())
    stage.fact("with the names of those between", way.startswith("You") and way.endswith("Inka") and way.count("→") == 4)
    stage.fact("its lines are marked", page.locator(".links-drawing.wide .link.chosen").count() == 4)
    stage.fact("and its row", page.locator("#links-rows tr[aria-current=true]").filter(has_text="Inka").count() == 1)
    stage.windows.pictures_of(page, "demo-links", WIDTHS)
    # People come and go between two loads, and then lines are compared with others; what is stale stays so.
    stale = stale_colours(page)
    for _ in range(3):
        stale = stale and stale_colours(page)
    for one in stale[:8]:
        print(f"          {one}")
    stage.fact("every colour follows the scheme while the page is open", not stale)
    page.keyboard.press("Escape")
    page.wait_for_url(re.compile("/talk/mesh$"))
    stage.fact("Escape leads back", True)


def marked_everywhere(stage, robin):
    page = robin.page
    for path in ["/talk", "/talk/mesh/people", "/talk/mesh/links", "/settings", "/settings/reach", "/money", "/airports"]:
        robin.go(path)
        is_marked = page.locator("#simulated").is_visible() and page.title().endswith(", simulated")
        stage.fact(f"{path} is marked as simulated", is_marked)
        stage.fact(f"{path} does not scroll sideways", stage.windows.widest_overflow(page) <= 0)


def without_script(stage, robin):
    context = stage.windows.browser.new_context(
        java_script_enabled=False, storage_state=robin.page.context.storage_state()
    )
    page = context.new_page()
    page.goto(re.match(r"http://[^/]+", robin.page.url)[0] + "/talk/mesh/links")
    page.locator("#links-rows a").filter(has_text="Ylva").click()
    stage.fact("without scripts a way is a page", holds(page.locator("#links-way-card").get_by_text("Ylva").first, 10))
    context.close()


def on_a_phone(stage):
    robin = Person(stage.fresh("village", verb="demo"), stage.windows, **PHONE)
    page = robin.page
    page.locator("#to-links").tap()
    drawn = page.locator(".links-drawing.narrow .station")
    until(lambda: drawn.count() >= 11, 60, "everybody is drawn on a phone")
    stage.fact("the narrow drawing is the one that is seen", drawn.first.is_visible())
    stage.fact("and the wide one is not", not page.locator(".links-drawing.wide").is_visible())
    drawn.filter(has_text="Ylva").tap()
    stage.fact("a tap shows the way", holds(page.locator("#links-way-card"), 10))
    for target in (small := small_targets(page)):
        print(f"          {target}")
    stage.fact("all targets are large enough for a finger", not small)
    stage.windows.pictures_of(page, "demo-phone", [PHONE["size"]])
    page.context.close()
