"""What a machine can check of a page: names of controls, ids, tables, contrast, targets."""

from playwright.sync_api import Page

from windows import SETTLED

# Looks at what is visible only. Contrast is that of WCAG 2: text against the colours behind it, put together from
# the outside in; pictures behind text do not exist on our pages.
FAULTS = r"""() => {
  const faults = [];
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const show = (element) => `${element.tagName.toLowerCase()}#${element.id}.${element.className?.baseVal ?? element.className}`.slice(0, 80);
  const words = (element) => (element.getAttribute("aria-label") ?? "") + element.textContent
    + Array.from(element.querySelectorAll("img[alt]"), (image) => image.alt).join("");

  const ids = Array.from(document.querySelectorAll("[id]"), (element) => element.id);
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) faults.push(`twice: #${id}`);
  for (const control of document.querySelectorAll("a[href], button, summary")) {
    if (control.closest("[aria-hidden=true]") && control.tabIndex < 0) continue;
    if (seen(control) && !words(control).trim()) faults.push(`no name: ${show(control)}`);
  }
  for (const field of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    const label = field.labels?.length || field.getAttribute("aria-label") || field.getAttribute("aria-labelledby");
    if (!label) faults.push(`no label: ${show(field)}`);
  }
  for (const name of ["aria-labelledby", "aria-describedby", "aria-controls"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      for (const id of element.getAttribute(name).split(/\s+/)) {
        if (!document.getElementById(id)) faults.push(`${name} leads nowhere: ${show(element)} ${id}`);
      }
    }
  }
  for (const table of document.querySelectorAll("table")) {
    if (!table.caption?.textContent.trim()) faults.push(`no caption: ${show(table)}`);
    for (const head of table.querySelectorAll("th")) if (!head.scope) faults.push(`no scope: ${show(head)}`);
  }
  if (document.querySelectorAll("h1").length !== 1) faults.push("not one h1");
  let rank = 1;
  for (const heading of document.querySelectorAll("main :is(h1, h2, h3, h4)")) {
    const own = Number(heading.tagName[1]);
    if (own > rank + 1) faults.push(`heading skips a rank: ${show(heading)}`);
    rank = own;
  }

  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colour = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(colour(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const light = (value) => { const part = value / 255; return part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4; };
  const luminance = ([red, green, blue]) => .2126 * light(red) + .7152 * light(green) + .0722 * light(blue);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const done = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || done.has(element) || !seen(element)) continue;
    done.add(element);
    if (element.closest(".unseen, .skip, [aria-hidden=true], option, script, noscript")) continue;
    const style = getComputedStyle(element);
    const ground = behind(element);
    const [one, two] = [luminance(over(colour(style.color), ground)), luminance(ground)];
    const ratio = (Math.max(one, two) + .05) / (Math.min(one, two) + .05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) faults.push(`contrast ${ratio.toFixed(2)}: ${show(element)} ${element.textContent.trim().slice(0, 20)}`);
  }
  return faults;
}"""

# Pointer targets on touch: 44 by 44, a pseudo-element may enlarge them; links in running text are free.
# A mark of the map is pressed where it is drawn, and a finger within 22 pixels of it: its button is for keys and readers.
SMALL_TARGETS = r"""() => Array.from(document.querySelectorAll("a[href], button, select, summary, input:not([type=hidden])"))
  .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
  .filter((element) => !element.closest(".skip, td, th, p, .mk") && !element.matches("[type=checkbox], [type=radio]"))
  .filter((element) => {
    const box = element.getBoundingClientRect();
    const more = getComputedStyle(element, "::after");
    const extra = more.content !== "none" && more.position === "absolute" ? 8 : 0;
    return box.height + extra < 43.5 && !element.closest(".chip, label");
  })
  .map((element) => `${element.tagName.toLowerCase()}#${element.id} ${Math.round(element.getBoundingClientRect().height)} high`)"""


# The colours of all that is visible, each under its way down from the body. Text that was inherited as well.
COLOURS = r"""() => {
  const colours = {};
  const walk = (element, way) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return;
    const style = getComputedStyle(element);
    colours[way + (element.id ? `#${element.id}` : "")] = ["color", "backgroundColor", "borderTopColor",
      "outlineColor", "fill", "stroke"].map((name) => `${name} ${style[name]}`).join(", ");
    Array.from(element.children).forEach((child, at) => walk(child, `${way} ${child.tagName.toLowerCase()}${at}`));
  };
  walk(document.body, "body");
  return colours;
}"""


def stale_colours(page: Page) -> list[str]:
    """What keeps the colours of the scheme before when the scheme changes while the page is open: what is painted
    then is compared with what a page that is opened in the new scheme paints. Loads the page again, twice."""
    found = []
    # What lies under the pointer has colours of its own, and lies elsewhere after loading.
    page.mouse.move(0, 0)
    for scheme in ["dark", "light"]:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(SETTLED)
        # A change of scheme takes Chromium some frames.
        page.wait_for_timeout(500)
        changed = page.evaluate(COLOURS)
        page.reload()
        page.wait_for_load_state("load")
        page.evaluate(SETTLED)
        page.wait_for_timeout(500)
        opened = page.evaluate(COLOURS)
        ways = [way for way in changed if way in opened]
        if len(ways) * 2 < len(opened):
            found.append(f"{scheme}: the page is another after it was loaded again, nothing was compared")
        found += [f"{scheme}: {way}: {changed[way]}, not {opened[way]}" for way in ways if changed[way] != opened[way]]
    return found


def faults(page: Page, schemes=("light", "dark")) -> list[str]:
    """What is wrong with the page as it stands, in each colour scheme."""
    found = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(SETTLED)
        # Once more where something is wrong: right after the scheme changed Chromium may still tell old colours.
        if page.evaluate(FAULTS):
            page.wait_for_timeout(500)
        found += [f"{scheme}: {fault}" for fault in page.evaluate(FAULTS)]
    page.emulate_media(color_scheme=schemes[0], reduced_motion="reduce")
    return found


def small_targets(page: Page) -> list[str]:
    """Targets that are too low for a finger, in a narrow window."""
    return page.evaluate(SMALL_TARGETS)
