"""Browser windows: one Chromium, a context for each person, and what went wrong in any of them."""

import os
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright

CHROMIUM = os.environ.get("TERN_CHROMIUM", "/usr/bin/chromium")
DESKTOP = (1280, 800)
PHONE = (390, 844)
# The sizes of pictures; `make prove-browser` names more widths.
SIZES = [
    (int(width), DESKTOP[1] if int(width) >= 700 else PHONE[1])
    for width in os.environ.get("TERN_WIDTHS", f"{DESKTOP[0]} {PHONE[0]}").split()
]
OWN_ADDRESS = re.compile(r"^(https?|ws)://(127\.0\.0\.1|localhost)[:/]|^(data|blob|about):")


# A picture taken while colours still change shows the scheme before, or a mixture: fonts are awaited, then
# running transitions, then two frames, the second of which is painted with what the first one laid out.
SETTLED = """async () => {
    await document.fonts.ready;
    const frame = () => new Promise(done => requestAnimationFrame(done));
    await frame();
    await Promise.all(document.getAnimations().map(change => change.finished.catch(() => {})));
    await frame();
    await frame();
}"""


class Windows:
    """Opens pages and takes their pictures. `problems` collects script errors, refused content
    (a breach of the content security policy is reported on the console) and foreign requests."""

    def __init__(self, playwright: Playwright, pictures: Path):
        self.pictures = pictures
        self.problems: list[str] = []
        # What every camera sees, once a scenario has put something there.
        self.film = pictures.absolute() / "camera.y4m"
        self.browser: Browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            # Chromium refuses its sandbox to root; nothing but our own pages is opened here.
            args=(["--no-sandbox"] if os.geteuid() == 0 else [])
            + ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={self.film}"],
        )

    def open(self, link: str, size=DESKTOP, scheme="light", touch=False) -> Page:
        """A window with cookies of its own, at the link."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            has_touch=touch,
            locale="en-GB",
            reduced_motion="reduce",
            service_workers="block",
        )
        # A machine with other work takes its time; a page that never comes is told late.
        context.set_default_timeout(30_000)
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(f"script error: {error.stack}"))
        page.on("console", self._console)
        page.on("request", self._request)
        page.goto(link)
        return page

    def pictures_of(self, page: Page, name: str, sizes=None, schemes=("light", "dark")) -> list[Path]:
        """Pictures of the page at each size and in each colour scheme, as `name-width-scheme.png`. A page that
        scrolls sideways at one of them is a problem."""
        before = page.viewport_size
        taken = []
        for size in sizes or SIZES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            for scheme in schemes:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.evaluate(SETTLED)
                path = self.pictures / f"{name}-{size[0]}-{scheme}.png"
                page.screenshot(path=path)
                taken.append(path)
            if (overflow := self.widest_overflow(page)) > 0:
                self.problems.append(f"{name} is {overflow} pixels too wide at {size[0]}")
        page.set_viewport_size(before)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        return taken

    def widest_overflow(self, page: Page) -> int:
        """Pixels by which the page is wider than its window; more than 0 means it scrolls sideways."""
        return page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )

    def close(self) -> None:
        self.browser.close()

    def _console(self, message) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def _request(self, request) -> None:
        if not OWN_ADDRESS.match(request.url):
            self.problems.append(f"foreign request: {request.url}")
