"""Airports in the browser: the map never shows more than it may, never something old, and says the same as the list."""

import json
import os
import re
import shutil
from pathlib import Path

from checks import faults, small_targets
from nodes import until
from people import Person, holds

SHARED = Path(os.environ.get("TERN_SHARED", "../shared")).absolute()
SAMPLE = SHARED / "vectors/airports/airports_sample.db"
RULES = SHARED / "vectors/airports/rules_sample.json"
MARKERS_MAX = 500
OPEN_SECONDS_MAX = 60
LEGENDS = ["type", "runway", "ifr", "country", "notice", "relevance"]


def run(stage):
    built(stage)
    if not SAMPLE.exists():
        print(f"  skipped: {SAMPLE} is not there")
        return
    node = stage.fresh("dora")
    node.stop()
    place = node.folder / "data/tern/airports.d"
    place.mkdir(parents=True, mode=0o700, exist_ok=True)
    shutil.copyfile(SAMPLE, place / "airports.db")
    if RULES.exists():
        shutil.copyfile(RULES, place / "rules.json")
    node.start()
    person = Person(node, stage.windows)
    before = (place / "airports.db").read_bytes()
    moving(stage, person)
    searching(stage, person)
    route(stage, person)
    legends(stage, person)
    details(stage, person)
    keys(stage, person)
    units(stage, person)
    narrow(stage, person)
    exports(stage, person)
    kept(stage, node, person)
    stage.fact("looking changed no byte of the database", (place / "airports.db").read_bytes() == before)


# What a person does.


def open_map(person, query="") -> None:
    person.go("/airports" + query)
    person.page.locator("#map[data-markers]").wait_for(timeout=OPEN_SECONDS_MAX * 1000)


def still(page) -> None:
    """Waits until the map has what it asked for."""
    page.wait_for_timeout(350)
    page.locator("#map-answer:not([aria-busy])").wait_for()


def markers(page) -> int:
    return int(page.locator("#map").get_attribute("data-markers"))


def listed(page) -> list[str]:
    return page.locator("#airport-list > [data-icao]").evaluate_all("rows => rows.map(row => row.dataset.icao)")


def drag(page, across: int, down: int) -> None:
    page.evaluate("([x, y]) => window.ternMap.panBy([x, y], { animate: false })", [across, down])


def zoom(page, level: float) -> None:
    page.evaluate("level => window.ternMap.setZoom(level, { animate: false })", level)


def places_in_view(page) -> bool:
    """Whether every marker's place was asked for, and whether the box that was loaded holds what is seen."""
    return page.evaluate(
        """() => {
          const [south, west, north, east] = document.getElementById("airport-list").dataset.box.split(",").map(Number);
          return L.latLngBounds([south, west], [north, east]).contains(window.ternMap.getBounds());
        }"""
    )


def is_sound(stage, name, page, schemes=("light", "dark")) -> None:
    found = faults(page, schemes)
    stage.fact(f"{name}: names, labels, tables and contrast are right", not found)
    for fault in found[:8]:
        print(f"          {fault}")


# The chapters.


def built(stage):
    """The database that is built at the first look, from what set-up brought."""
    node = stage.fresh("dora")
    person = Person(node, stage.windows)
    open_map(person)
    page = person.page
    if page.locator("#map").count() == 0:
        stage.fact("without a database the page says what to do", "tern airports build" in page.content())
        return
    still(page)
    stage.fact("the map works at once after set-up", 0 < markers(page) <= MARKERS_MAX)
    stage.fact("it says where the data are from", "OurAirports" in page.locator(".map-note").inner_text())
    stage.fact("and that it is not for navigation", "Not for navigation" in page.locator(".map-note").inner_text())
    stage.fact("the base map says which it is", holds(page.locator("#base-map", has_text="Natural Earth"), 5))
    stage.fact("what is hidden is said", re.search(r"[1-9][\d,]* more are hidden", page.locator("#map-list").text_content()))
    stage.windows.pictures_of(page, "airports-built")
    person.page.context.close()


def moving(stage, person):
    page = person.page
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/airports/region" in request.url else None)
    open_map(person, "?f=1&legend=type&at=50,5,6")
    page.wait_for_timeout(600)
    asked.clear()
    most = 0
    for step in range(40):
        drag(page, 60 if step % 2 else -40, 30 if step % 3 else -50)
        most = max(most, markers(page))
    still(page)
    stage.fact(f"forty short moves ask at most twice: {len(asked)}", len(asked) <= 2)
    asked.clear()
    drag(page, 20, 10)
    still(page)
    stage.fact("within what was loaded nothing is asked", not asked)
    for level, across in [(5, 300), (7, -500), (9, 200), (4, 0), (8, 900), (6, -600)]:
        zoom(page, level)
        drag(page, across, across // 3)
        still(page)
        most = max(most, markers(page))
        stage.fact(f"at zoom {level} what is seen was loaded", places_in_view(page))
        stage.fact(f"at zoom {level} map and list show the same", markers(page) == len(listed(page)))
    stage.fact(f"never more than {MARKERS_MAX} markers: {most}", most <= MARKERS_MAX)

    # An answer that comes late is not shown over a newer one.
    held = []
    page.route("**/airports/region*", lambda route: held.append(route) if "hard=1" in route.request.url else route.continue_())
    page.locator("#filter-switch").click()
    page.locator("#filters input[name=hard]").check(force=True)
    until(lambda: page.wait_for_timeout(100) or held, 5, "the held question")
    page.locator("#filters input[name=hard]").uncheck(force=True)
    page.locator("#filters input[name=lighted]").check(force=True)
    still(page)
    lighted = listed(page)
    for route in held:
        try:
            route.continue_()
        except Exception:
            pass
    page.wait_for_timeout(500)
    stage.fact("an older answer is never shown", listed(page) == lighted and "hard=1" not in page.url)
    page.unroute("**/airports/region*")
    stage.fact("the filter that holds is a chip", page.locator(".map-chips .chip").first.inner_text().startswith("Lighted"))
    stage.fact("and counted", page.locator("#filter-count").inner_text() == "1")
    stage.windows.pictures_of(page, "airports-filters")
    is_sound(stage, "filters", page)
    for name in ["entry", "procedures"]:
        page.locator(f"#filters input[name={name}]").check(force=True)
        still(page)
        stage.fact(f"with {name} fewer or as many", len(listed(page)) <= len(lighted))
    page.keyboard.press("Escape")
    page.locator(".map-chips a", has_text="Clear all").click()
    still(page)
    stage.fact("Clear all takes the filters away", page.locator(".map-chips").count() == 0)
    stage.windows.pictures_of(page, "airports-map")
    is_sound(stage, "map", page)
    page.go_back()
    page.locator("#map[data-markers]").wait_for()
    stage.fact("Back brings the filters again", page.locator(".map-chips .chip").count() > 1)


def searching(stage, person):
    open_map(person, "?f=1&at=50,5,6")
    page = person.page
    page.locator("#q").press_sequentially("touquet", delay=20)
    page.locator("#airport-list[data-kind=search]").wait_for()
    stage.fact("a search finds by name", listed(page)[:1] == ["LFAT"])
    stage.fact("the list opens by itself", page.locator("#map-list").is_visible())
    stage.fact("the field keeps the focus", page.evaluate("document.activeElement.id") == "q")
    stage.windows.pictures_of(page, "airports-search")
    page.locator("#q").fill("zzzz")
    stage.fact("nothing found is said so", holds(page.get_by_role("heading", name="Nothing matches"), 5))
    page.locator("#q").fill("")
    page.locator("#airport-list[data-kind=region]").wait_for(state="attached")
    stage.fact("an empty field brings the region back", len(listed(page)) > 50)


def route(stage, person):
    page = person.page
    open_map(person, "?f=1&at=50,5,6")
    page.locator("#q").fill("EGTF LFAT LFQA EBOS EHRD")
    page.locator("#q").press("Enter")
    page.locator("#airport-list[data-kind=route]").wait_for()
    stage.fact("a route of five points is drawn", page.locator("path.route-line").count() == 1)
    stage.fact("with every point", page.locator("path.highlight").count() == 5)
    stage.fact("its airports are listed", {"EGTF", "LFAT", "LFQA", "EBOS", "EHRD"} <= set(listed(page)))
    stage.windows.pictures_of(page, "airports-route-map")
    person.go("/airports/route?route=EGTF+LFAT+LFQA+EBOS+EHRD&corridor=30&f=1")
    rows = page.locator(".airport-table tbody tr")
    along = rows.evaluate_all("rows => rows.map(row => parseFloat(row.cells[1].textContent.replace(',', '')))")
    stage.fact("the table is in flying order", len(along) > 5 and along == sorted(along))
    said = json.loads(person.node.command("airports", "route", "EGTF", "LFAT", "LFQA", "EBOS", "EHRD", "--corridor", "30", "--all", "--json")) \
        if has_command(person.node) else None
    if said is not None:
        idents = {row["icao"] for row in (said["airports"] if isinstance(said, dict) else said)}
        shown = set(rows.evaluate_all("rows => rows.map(row => row.id.slice(4))"))
        stage.fact("the same airports as the command finds", shown == idents)
    stage.fact("the ribbon is drawn", page.locator(".ribbon svg .mark").count() > 4)
    stage.windows.pictures_of(page, "airports-route")
    is_sound(stage, "route", page)
    page.locator("#asking-form input[name=hard]").check(force=True)
    page.wait_for_url(re.compile("hard=1"))
    stage.fact("fewer with hard runways only", page.locator(".airport-table tbody tr").count() < len(along))
    person.go("/airports/route?route=EGTF+XXXX&f=1")
    stage.fact("an unknown end is said", holds(page.get_by_text("Not in this database: XXXX"), 5))
    person.go("/airports/near?near=LFAT&radius=40&f=1")
    far = page.locator(".airport-table tbody tr").evaluate_all("rows => rows.map(row => parseFloat(row.cells[1].textContent))")
    stage.fact("the nearest come in order", len(far) > 3 and far == sorted(far) and far[0] == 0)
    stage.windows.pictures_of(page, "airports-near")
    is_sound(stage, "nearest", page)


def has_command(node) -> bool:
    try:
        node.command("airports", "info", "--json")
        return True
    except Exception:
        return False


def legends(stage, person):
    page = person.page
    open_map(person, "?f=1&legend=type&at=50.3,3,7")
    for name in LEGENDS:
        page.locator("#legend-menu summary").click()
        page.locator(f"#legend-menu a[data-legend={name}]").click()
        page.wait_for_url(re.compile(f"legend={name}"))
        still(page)
        counts = page.locator("#legend li .number").all_inner_texts()
        total = sum(int(count.replace(",", "")) for count in counts)
        stage.fact(f"legend {name}: every airport has a class", total == len(listed(page)) or name == "country")
        shapes = page.locator("#legend li svg.mark").evaluate_all("all => new Set(all.map(one => one.innerHTML.replace(/#[0-9A-F]{6}/g, ''))).size")
        stage.fact(f"legend {name}: classes differ by shape, not only by colour", shapes == len(counts) or name == "country")
        stage.windows.pictures_of(page, f"airports-legend-{name}", schemes=("light",))
        if name == "ifr":
            stage.fact("lines of approaches are drawn", page.locator("path.approach").count() > 0)
        else:
            stage.fact(f"legend {name}: no lines of approaches", page.locator("path.approach").count() == 0)


def details(stage, person):
    page = person.page
    open_map(person, "?f=1&legend=type&at=50.3,3,7")
    tabs = 0
    idents = ["LFAT", "EGMC", "LFAQ", "EHRD", "EBOS", "LSGS", "EGKB", "LFQA", "EGTF", "EBAW"]
    for icao in idents:
        page.locator("#q").fill(icao)
        page.locator(f"#row-{icao} a").click()
        stage.fact(f"{icao} opens", holds(page.locator("#detail-title", has_text=icao), 5))
        for tab in page.locator("#detail .tabs a").all():
            name = tab.get_attribute("data-tab")
            tab.click()
            page.locator(f"#tab-{name}[aria-current=page]").wait_for()
            tabs += 1
            if found := faults(page, ("light",)):
                stage.fact(f"{icao} {name}: {found[:3]}", False)
    stage.fact(f"{tabs} tabs of ten airports are sound", tabs >= 3 * len(idents))
    page.locator("#q").fill("LFAT")
    page.locator("#row-LFAT a").click()
    page.locator("#detail-title", has_text="LFAT").wait_for()
    stage.fact("the chosen one is marked", holds(page.locator(".mk[aria-current]"), 5)
               and page.locator(".mk[aria-current]").get_attribute("aria-label").startswith("LFAT"))
    page.locator("#set-wind summary").click()
    page.locator("#wind-from").fill("240")
    page.locator("#wind-speed").fill("9")
    page.locator("#set-wind-button").click()
    stage.fact("a wind is told for the best runway", holds(page.get_by_text("headwind 3"), 5))
    stage.fact("and where it is from", holds(page.get_by_text("set by you at"), 5))
    stage.windows.pictures_of(page, "airports-detail")
    page.locator("#set-wind summary").click()
    page.locator("#metar").fill("METAR LFAC 301350Z 31010G22KT 9999 BKN010 12/08 Q1013")
    page.locator("#set-wind-button").click()
    stage.fact("a pasted report says whose it is", holds(page.get_by_text("Borrowed"), 5))
    page.locator("#tab-aip").click()
    page.locator("#tab-aip[aria-current=page]").wait_for()
    stage.fact("customs stand first", page.locator("#detail-part .notice-card").count() == 1)
    stage.windows.pictures_of(page, "airports-aip")
    if RULES.exists():
        page.locator("#tab-rules").click()
        page.locator("#tab-rules[aria-current=page]").wait_for()
        stage.fact("rules of the country are there", page.locator("#detail-part .rules details").count() > 10)
    person.go("/airports/sheet?airport=LFAT")
    words = page.locator(".airport-sheet").inner_text()
    stage.fact("the sheet has all parts", all(word in words for word in ["Runways", "Procedures", "Declination", "Operational", "Not for navigation"]))
    stage.windows.pictures_of(page, "airports-sheet")
    is_sound(stage, "sheet", page)


def keys(stage, person):
    page = person.page
    open_map(person, "?f=1&legend=type&at=50.3,3,7&airport=LFAT")
    page.locator("#map").focus()
    page.keyboard.press("f")
    stage.fact("f opens the filters", page.locator("#filter-sheet").is_visible())
    page.keyboard.press("Escape")
    stage.fact("Escape closes them", not page.locator("#filter-sheet").is_visible())
    page.locator("#map").focus()
    page.keyboard.press("/")
    stage.fact("/ goes to the search", page.evaluate("document.activeElement.id") == "q")
    page.locator("#map").focus()
    page.keyboard.press("c")
    centre = page.evaluate("(() => { const at = window.ternMap.getCenter(); return [at.lat, at.lng]; })()")
    stage.fact("c centres the chosen airport", abs(centre[0] - 50.514) < 0.1 and abs(centre[1] - 1.622) < 0.1)
    page.locator("#map").focus()
    page.keyboard.press("Escape")
    stage.fact("Escape closes the airport", until(lambda: page.locator("#detail").count() == 0, 5, "it closes") is not False)
    marks(stage, person)
    page.keyboard.press("Alt+1")
    page.wait_for_url(re.compile("/talk"))
    page.keyboard.press("Alt+3")
    page.wait_for_url(re.compile("/airports"))
    stage.fact("Alt+3 leads to Airports", True)


def marks(stage, person):
    """What is drawn is also there for keys, screen readers and pointers."""
    page = person.page
    open_map(person, "?f=1&legend=type&at=50.3,3,8")
    still(page)
    buttons = page.locator(".mk:not([hidden])")
    buttons.first.wait_for()
    count = buttons.count()
    stage.fact(f"at most fifty marks are in tab order: {count}", 10 < count <= 50)
    drawn = buttons.evaluate_all(
        """all => {
          const canvas = document.querySelector("canvas.marks-drawing");
          const own = canvas.getBoundingClientRect();
          const sharpness = canvas.width / own.width;
          const painted = ({ left, top, width, height }) => {
            const [x, y] = [Math.round((left - own.left) * sharpness), Math.round((top - own.top) * sharpness)];
            return canvas.getContext("2d").getImageData(x, y, Math.ceil(width * sharpness), Math.ceil(height * sharpness)).data;
          };
          return all.map(one => painted(one.getBoundingClientRect()).some((value, at) => at % 4 === 3 && value > 200));
        }"""
    )
    stage.fact("a mark is drawn under each of them", all(drawn))
    away = buttons.evaluate_all(
        """all => {
          const map = document.getElementById("map").getBoundingClientRect();
          return all.map(one => one.getBoundingClientRect()).map(one => Math.hypot(
            one.left + one.width / 2 - map.left - map.width / 2, one.top + one.height / 2 - map.top - map.height / 2));
        }"""
    )
    stage.fact("the nearest to the centre comes first", away == sorted(away))
    page.locator("#map").focus()
    for place in ["the map", "the first mark", "the second"]:
        ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        stage.fact(f"the focus is seen on {place}", ring == "solid")
        page.keyboard.press("Tab")
    single = page.get_by_role("button", name=re.compile(r"^[A-Z]{4} .+")).first
    icao = single.get_attribute("aria-label")[:4]
    single.focus()
    page.keyboard.press("Enter")
    stage.fact(f"Enter on a mark opens it: {icao}", holds(page.locator("#detail-title", has_text=icao), 5))
    open_map(person, "?f=1&legend=type&at=50.3,3,6")
    still(page)
    disc = page.get_by_role("button", name=re.compile(r"^\d+ airports, zoom in$")).first
    disc.focus()
    page.keyboard.press(" ")
    page.wait_for_function("window.ternMap.getZoom() > 6")
    still(page)
    stage.fact("Space on a disc zooms in, and the focus stays among the marks", page.evaluate("document.activeElement.matches('.mk')"))
    open_map(person, "?f=1&legend=type&at=50.514,1.627,11")
    still(page)
    one = page.get_by_role("button", name=re.compile("^LFAT ")).bounding_box()
    middle = (one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.move(middle[0] + 30, middle[1])
    stage.fact("over its name the pointer says so", page.evaluate("document.getElementById('map').classList.contains('over-mark')"))
    page.mouse.down()
    page.mouse.move(middle[0] + 90, middle[1] + 40, steps=4)
    page.mouse.up()
    stage.fact("a press that moved the map opens nothing", page.locator("#detail").count() == 0)
    page.wait_for_timeout(500)
    one = page.get_by_role("button", name=re.compile("^LFAT ")).bounding_box()
    stage.fact("and the buttons went with it", one["x"] + one["width"] / 2 > middle[0] + 20)
    page.mouse.click(one["x"] + one["width"] / 2 + 30, one["y"] + one["height"] / 2)
    stage.fact("a press on the name opens the airport", holds(page.locator("#detail-title", has_text="LFAT"), 5))


def units(stage, person):
    page = person.page
    for distance, altitude, runway, words in [
        ("km", "meters", "meters", ["Distance, km", "Longest, m"]),
        ("mi", "feet", "feet", ["Distance, mi", "Longest, ft"]),
        ("nm", "feet", "feet", ["Distance, NM", "Longest, ft"]),
    ]:
        person.go("/settings/airports")
        for name, value in [("distance", distance), ("altitude", altitude), ("runway", runway)]:
            page.locator(f"input[name={name}][value={value}]").check(force=True)
        page.locator("#save-airport-settings").click()
        page.wait_for_url(re.compile("saved=1"))
        person.go("/airports/near?near=LFAT&radius=40&f=1")
        heads = page.locator(".airport-table thead th").all_inner_texts()
        stage.fact(f"units {distance}, {runway}: the table says so", all(word in heads for word in words))
    person.go("/settings/airports")
    stage.windows.pictures_of(page, "airports-settings")
    is_sound(stage, "settings", page)


def narrow(stage, person):
    page = person.page
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ["/airports?f=1&at=50.5,1.6,8", "/airports?airport=LFAT&at=50.5,1.6,8", "/airports/route?route=EGTF+LFAT&f=1",
                 "/airports/near?near=LFAT&f=1", "/airports/favourites", "/airports/sheet?airport=LFAT", "/settings/airports"]:
        person.go(path)
        page.wait_for_timeout(300)
        stage.fact(f"{path} does not scroll sideways at 360", stage.windows.widest_overflow(page) <= 0)
        low = small_targets(page)
        stage.fact(f"{path}: targets are high enough for a finger", not low)
        for target in low[:5]:
            print(f"          {target}")
        is_sound(stage, f"{path} at 360", page)
    page.set_viewport_size({"width": 1280, "height": 800})


def exports(stage, person):
    page = person.page
    person.go("/airports/route?route=EGTF+LFAT&f=1")
    count = page.locator(".airport-table tbody tr").count()
    for name, sign in [("gpx", "<gpx"), ("csv", "EGTF"), ("geojson", "FeatureCollection")]:
        page.locator("#save-menu summary").click()
        with page.expect_download() as waiting:
            page.locator(f"[data-export={name}]").click()
        text = Path(waiting.value.path()).read_text()
        page.keyboard.press("Escape")
        stage.fact(f"{name} is saved under the route's name", waiting.value.suggested_filename == f"EGTF-LFAT.{name}" and sign in text)
        if name == "geojson":
            points = [one for one in json.loads(text)["features"] if one["geometry"]["type"] == "Point"]
            stage.fact("with every airport of the table", len(points) == count)


def kept(stage, node, person):
    page = person.page
    open_map(person, "?f=1&entry=1&legend=ifr&at=50.5,1.6,8&airport=LFAT&tab=notes")
    page.locator("#note").fill("Ring the bell twice.")
    page.locator("#save-note").click()
    page.wait_for_timeout(500)
    page.locator("#favourite").click()
    stage.fact("a favourite is marked", holds(page.locator("#favourite[aria-pressed=true]"), 5))
    # What somebody looked at is kept a moment after it stands still.
    page.wait_for_timeout(1_800)
    page.context.close()
    node.stop()
    node.start()
    person = Person(node, stage.windows)
    page = person.page
    open_map(person)
    stage.fact("after a restart the area opens as it was left", holds(page.locator("#detail-title", has_text="LFAT"), 5)
               and page.locator("#legend-title").inner_text() == "IFR procedures")
    stage.fact("the filter is kept", page.locator(".map-chips .chip").count() == 1)
    stage.fact("the favourite survives", page.locator("#favourite[aria-pressed=true]").count() == 1)
    page.locator("#tab-notes").click()
    stage.fact("the note survives", holds(page.locator("#note"), 5) and page.locator("#note").input_value() == "Ring the bell twice.")
    person.go("/airports/favourites")
    stage.fact("it is among one's own airports", page.locator("#row-LFAT").count() == 1)
    stage.windows.pictures_of(page, "airports-favourites")
    page.context.close()
