"""Two people verify each other: by a picture of the code, by its text, by camera; other codes are refused in words."""

import base64
import re
from pathlib import Path

from playwright.sync_api import expect

from checks import faults, small_targets
from people import Person, holds
from windows import SETTLED

# A picture of a page as shades of grey, as a camera would see it.
GREY = """async ([file, width, height]) => {
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(width, height);
  const paper = canvas.getContext("2d");
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, width, height);
  const side = height * 0.94;
  paper.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side);
  const { data } = paper.getImageData(0, 0, width, height);
  return Array.from({ length: width * height }, (_, at) => data[4 * at]);
}"""


def run(stage):
    alice = Person(stage.fresh("alice"), stage.windows)
    bob = Person(stage.fresh("bob"), stage.windows)
    for person, name in [(alice, "alice"), (bob, "bob")]:
        person.call_oneself(name)
        person.go("/talk/mesh")
    stage.fact("alice finds bob", alice.finds("bob"))
    stage.fact("bob finds alice", bob.finds("alice"))
    alice.open_chat_with("bob")
    bob.open_chat_with("alice")
    used = by_picture(stage, alice, bob)
    by_text(stage, alice, bob)
    refusals(stage, alice, bob, used)
    comparing(stage, alice)
    by_camera(stage, alice, bob)
    by_command(stage, alice, bob)
    pictures(stage, alice, bob)
    alice.page.context.close()
    bob.page.context.close()


def sheet(person, part: str) -> None:
    """Opens the sheet over the open chat, and one of its parts, as a person does."""
    if not person.page.get_by_role("dialog").is_visible():
        person.page.get_by_role("link", name="Verify: be sure who it is").click()
        holds(person.page.get_by_role("dialog"), 5)
    person.page.get_by_role("dialog").get_by_role("link", name=part).click()
    person.page.get_by_role("dialog").get_by_role("link", name=part).and_(
        person.page.locator("[aria-current=page]")).wait_for()


def code_text(person) -> str:
    return person.page.get_by_label("The same as text").input_value()


def says(person, words: str, seconds: float = 10) -> bool:
    """Whether the sheet says so, by itself."""
    return holds(person.page.get_by_role("dialog").get_by_text(words).first, seconds)


def by_picture(stage, alice, bob) -> str:
    sheet(bob, "My code")
    picture = stage.windows.pictures / "code-of-bob.png"
    drawing = bob.page.get_by_role("img", name="Your code")
    drawing.screenshot(path=picture)
    box = drawing.bounding_box()
    stage.fact("the code is at least 260 pixels wide", box["width"] >= 260 and abs(box["width"] - box["height"]) < 1)
    used = code_text(bob)
    sheet(alice, "Scan or paste")
    stage.fact("before it says so", says(alice, "bob is not verified", 5))
    blank = stage.windows.pictures / "no-code.png"
    alice.page.locator(".bar").first.screenshot(path=blank)
    field = alice.page.get_by_label("Choose a picture")
    field.set_input_files(blank)
    stage.fact("a picture without a code is told", says(alice, "No code was found in the picture."))
    field.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"no picture"})
    stage.fact("and one that is none", says(alice, "This is no picture that the browser can show."))
    field.set_input_files(picture)
    stage.fact("bob's code as a picture verifies bob", says(alice, "bob is verified"))
    stage.fact("bob hears of it without a reload", says(bob, "alice read your code at"))
    return used


def by_text(stage, alice, bob) -> None:
    sheet(alice, "My code")
    text = code_text(alice)
    sheet(bob, "Scan or paste")
    bob.page.get_by_label("Their code").fill(f"  {text}\n")
    bob.page.get_by_role("button", name="Verify").click()
    stage.fact("alice's code as text verifies alice", says(bob, "alice is verified"))
    stage.fact("and alice hears of it", says(alice, "bob read your code at"))
    bob.page.keyboard.press("Escape")
    bob.page.wait_for_url(re.compile(r"/talk/[0-9a-f]+$"))
    bob.go("/talk/mesh")
    stage.fact("the seal is said in the list", holds(bob.page.get_by_role("link", name=re.compile("alice.*verified")), 5))
    bob.open_chat_with("alice")


def refusals(stage, alice, bob, used: str) -> None:
    carol = Person(stage.node("carol"), stage.windows)
    carol.call_oneself("carol")
    carol.go("/talk/mesh")
    carol.finds("alice", 10)
    carol.go("/talk/mesh/verify")
    wrong = code_text(carol)
    carol.page.context.close()
    sheet(bob, "My code")
    fresh = code_text(bob)
    sheet(alice, "My code")
    own = code_text(alice)
    sheet(alice, "Scan or paste")
    box = alice.page.get_by_label("Their code")
    for what, text, words in [
        ("the code of somebody else", wrong, "This is the code of carol, not of bob."),
        ("our own code", own, "This is your own code."),
        ("a code that was used", used, "a code counts once"),
        ("a changed code", fresh.replace("nick=bob", "nick=rob"), "The code was changed on its way"),
        ("half a code", fresh[:200], "The code is not complete"),
        ("something else", "hello", "This is no verification code."),
    ]:
        box.fill(text)
        alice.page.get_by_role("button", name="Verify").click()
        stage.fact(f"{what} is refused in words", says(alice, words))
        stage.fact("and what was typed stays", box.input_value() == text)
    stage.windows.pictures_of(alice.page, "verify-refused")
    # Refused forms are answered with 422, which the console names.
    stage.windows.problems = [problem for problem in stage.windows.problems if "422" not in problem]
    stage.nodes["carol"].stop()


def comparing(stage, alice) -> None:
    sheet(alice, "Compare")
    theirs = alice.page.locator("#their-fingerprint span")
    stage.fact("a fingerprint has sixteen groups of four", theirs.count() == 16
               and all(len(group) == 4 for group in theirs.all_inner_texts()))
    stage.windows.pictures_of(alice.page, "verify-compare")
    alice.page.get_by_role("button", name="Remove verification").click()
    stage.fact("verification is taken back", says(alice, "bob is not verified"))
    alice.page.get_by_role("button", name="Both are the same").click()
    stage.fact("and given by comparing", says(alice, "bob is verified"))
    alice.page.get_by_role("button", name="Remove verification").click()
    says(alice, "bob is not verified")


def by_camera(stage, alice, bob) -> None:
    sheet(bob, "My code")
    bob.page.get_by_role("button", name="New code").click()
    bob.page.wait_for_load_state("load")
    film(stage, bob)
    sheet(alice, "Scan or paste")
    start = alice.page.get_by_role("button", name="Scan with the camera")
    start.click()
    stage.fact("a camera that is not allowed is told", says(alice, "The browser may not use the camera."))
    stage.windows.problems = [problem for problem in stage.windows.problems if "ermission" not in problem]
    alice.page.context.grant_permissions(["camera"])
    start.click()
    stage.fact("the code in front of the camera verifies bob", says(alice, "bob is verified", 20))
    running = alice.page.locator("#camera-view").evaluate("view => view.srcObject !== null")
    stage.fact("and the camera is off", not running)
    # The finder, with a camera that sees no code.
    alice.page.route("**/verify/picture*", lambda route: route.fulfill(status=204))
    start.click()
    holds(alice.page.get_by_text("Hold the code in front of the camera."), 10)
    stage.windows.pictures_of(alice.page, "verify-camera")
    alice.page.get_by_role("button", name="Stop the camera").click()
    stage.fact("Stop ends the camera", alice.page.locator("#camera-view").evaluate("view => view.srcObject === null"))
    alice.page.unroute("**/verify/picture*")
    alice.page.add_init_script("navigator.mediaDevices.enumerateDevices = async () => []")
    alice.page.reload()
    stage.fact("without a camera there is no button", start.is_hidden())
    stage.fact("but a sentence", says(alice, "This browser has no camera here."))


def by_command(stage, alice, bob) -> None:
    sheet(alice, "Compare")
    alice.page.get_by_role("button", name="Remove verification").click()
    says(alice, "bob is not verified")
    used = bob.node.command("verify").strip()
    stage.fact("a command prints the code as text", used.startswith("bitchat://verify?v=1&noise="))
    try:
        alice.node.command("verify", used)
        stage.fact("the code before the camera counted once", False)
    except AssertionError as refused:
        stage.fact("the code before the camera counted once", "a code counts once" in str(refused))
    sheet(bob, "My code")
    bob.page.get_by_role("button", name="New code").click()
    bob.page.wait_for_load_state("load")
    picture = stage.windows.pictures / "new-code-of-bob.png"
    bob.page.get_by_role("img", name="Your code").screenshot(path=picture)
    answer = alice.node.command("verify", "--image", str(picture.absolute()))
    stage.fact("a command reads a picture", answer == "bob is verified: the keys are those of the code.\n")
    stage.fact("and the page hears of it", says(alice, "bob is verified"))
    for words in [("verify", "--image", "/nothing"), ("verify", "--image", "README.md"), ("verify", "hello")]:
        alice.node.command(*words, expected=1)


def film(stage, person) -> None:
    """Puts the code on a person's screen before the camera of all windows."""
    width, height = 640, 480
    picture = person.page.get_by_role("img", name="Your code").screenshot()
    shades = person.page.evaluate(GREY, [base64.b64encode(picture).decode(), width, height])
    colours = bytes([128]) * (width * height // 2)
    frame = b"FRAME\n" + bytes(shades) + colours
    head = f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420jpeg\n".encode()
    Path(stage.windows.film).write_bytes(head + frame * 3)


def pictures(stage, alice, bob) -> None:
    sheet(bob, "My code")
    stage.windows.pictures_of(bob.page, "verify-mine")
    sheet(alice, "Scan or paste")
    stage.windows.pictures_of(alice.page, "verify-read")
    for person, part in [(bob, "My code"), (alice, "Scan or paste"), (alice, "Compare")]:
        sheet(person, part)
        found = faults(person.page)
        stage.fact(f"“{part}” has names, labels and contrast", not found)
        person.page.set_viewport_size({"width": 360, "height": 780})
        person.page.evaluate(SETTLED)
        found = small_targets(person.page)
        stage.fact(f"“{part}” has targets for fingers", not found)
        stage.fact(f"“{part}” fits 360 pixels", stage.windows.widest_overflow(person.page) <= 0)
        for one in found[:8]:
            print(f"          {one}")
        person.page.set_viewport_size({"width": 1280, "height": 800})
    by_keys(stage, alice)


def by_keys(stage, alice) -> None:
    """From the chat to a refused code and back, without a pointer."""
    page = alice.page
    page.keyboard.press("Escape")
    page.wait_for_url(re.compile(r"/talk/[0-9a-f]+$"))
    page.get_by_role("link", name="Verify: be sure who it is").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    expect(page.get_by_role("link", name="Close")).to_be_focused(timeout=10_000)
    stage.fact("the sheet takes the focus", True)
    page.get_by_role("link", name="Scan or paste").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Their code")).to_be_visible()
    seen = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
    stage.fact("Tab comes to every control of it", {"picture", "code", "Verify"} <= seen)
    stage.fact("and to nothing under it", "composer-text" not in seen)
