"""`tern chat` in pseudo-terminals: two people talk, windows change their size, hostile texts come in."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from screen import Screen

TERN = os.path.abspath(os.environ.get("TERN", ".build/release/tern"))
PICTURES = "docs/terminal.md"

HOSTILE = [
    "\x1b[2J\x1b[H\x1b[31mred", "\x1b]0;owned\x07title", "\x9b2Jc1", "\u202egnp.exe", "\u2066x\u2069\u2067y",
    "bell\x07bell", "back\x08\x08\x08\x08over", "a\u200b\ufeffb", "z" + "\u0489" * 200, "\x1b[?1049l\x1bc reset",
    "👩\u200d" * 40, "\u05e9\u05dc\u05d5\u05dd │ 14:21", "\x0e\x0f shift", "\x1bPq#0;2;0;0;0\x1b\\", "\x85\u2028\u2029",
    "你" * 60, "tab\tin\tbetween",
]


class Place:
    """Folders and a beacon port of one scenario."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="tern-terminal-")
        self.port = str(random.randint(50000, 60000))
        self.screens = []
        self.environment = dict(
            os.environ, XDG_DATA_HOME=self.folder + "/data", XDG_RUNTIME_DIR=self.folder + "/run",
            HOME=self.folder, TERM="xterm-256color", TZ="UTC", LANG="C.UTF-8",
            SWIFT_BACKTRACE="enable=no")
        self.environment.pop("NO_COLOR", None)

    def chat(self, profile, columns=80, rows=24, **more):
        arguments = [TERN, "chat", "--profile", profile, "--beacon-port", self.port]
        screen = Screen(arguments, dict(self.environment, **more), columns, rows)
        self.screens.append(screen)
        screen.wait("the input is there", lambda s: s.rows[-1].startswith(">") and "/help" in s.text, 40)
        return screen

    def run(self, *arguments, check=True):
        done = subprocess.run([TERN, *arguments], env=self.environment, capture_output=True, timeout=30)
        if check and done.returncode != 0:
            raise AssertionError(f"{arguments}: {done.stderr.decode()}")
        return done

    def close(self):
        for screen in self.screens:
            screen.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def check(condition, what, screen):
    if not condition:
        raise AssertionError(f"{what}\n{screen.picture()}")


def pump(*screens, rounds=6):
    for _ in range(rounds):
        for screen in screens:
            screen.pump()


def both_named(place):
    alice, bob = place.chat("alice"), place.chat("bob")
    alice.type("/nick alice\r")
    bob.type("/nick bob\r")
    alice.wait_for("● bob")
    bob.wait_for("● alice")
    return alice, bob


def conversation(place, pictures):
    alice, bob = both_named(place)
    alice.type("Fuel truck is at the north apron, 10 minutes.\r")
    bob.wait_for("north apron")
    bob.type("On my way. 了解しました 👍\r")
    alice.wait_for("了")
    alice.type("Grüße from the tower: שלום, Ελληνικά, ok\r")
    bob.wait_for("from the tower")
    pictures["Everybody nearby"] = alice.text
    bob.type("/msg alice The gate code is 4711.\r")
    alice.wait_for("1 unread elsewhere")
    bob.wait_for("✓✓ Delivered")
    pictures["Something unread in a private chat"] = alice.text
    alice.type("\x0f")
    alice.wait_for("gate code is 4711")
    bob.wait_for("● Read")
    alice.type("Thanks! See you there.\r")
    bob.wait_for("See you there.")
    alice.wait_for("● Read")
    pictures["A private chat, with how far messages have come"] = bob.text

    # Sizes, down to the smallest, and back: the picture is whole again each time.
    for columns, rows in [(40, 10), (12, 4), (1, 1), (3, 2), (132, 40), (80, 24)]:
        alice.resize(columns, rows)
        alice.wait(f"a picture of {columns}×{rows}", lambda s: s.text if columns > 3 else True)
        pump(alice)
    alice.wait_for("● bob")
    alice.wait_for("gate code is 4711")
    bob.resize(40, 12)
    bob.wait("the list leaves a narrow screen", lambda s: "│" not in s.text and "See you there." in s.text)
    pictures["The same in a small window"] = bob.text
    bob.resize(80, 24)
    bob.wait_for("● alice")

    # A node that ends is said, and one that comes back is found.
    check("not connected" not in alice.text, "it is connected", alice)
    alice.type("/help\r")
    alice.wait_for("/msg NAME")
    pictures["Help"] = alice.text
    alice.type("\x03")
    alice.wait_for("again to leave")
    alice.type("\x03")
    check(alice.wait_end() == 0, "it leaves with 0", alice)
    check(bytes(alice.raw).rstrip().endswith(b"\x1b[?1049l"), "it gives the terminal back", alice)


def hostile(place, _):
    alice, bob = both_named(place)
    # A few texts a message: whoever says more than a few things in a row is held back.
    for first in range(0, len(HOSTILE), 6):
        place.run("--profile", "bob", "send", "--", f" end{first}\n".join(HOSTILE[first : first + 6]) + f" last{first}")
        alice.wait_for(f"last{first}")
        frame_holds(alice)
    place.run("--profile", "bob", "send", "--", "\x1b[2J" * 3 + "last words")
    alice.wait_for("last words")
    bob.type("/nick b\x1b[31mob\u202eevil\r")
    alice.wait_for("evil")
    frame_holds(alice)
    written = bytes(alice.raw).decode()
    for found in re.findall("\x1b(.)([0-9;?]*)(.)", written, re.DOTALL):
        check(found[0] == "[" and found[2] in "HJKmhl", f"a foreign sequence {found}", alice)
    other = [c for c in written if ord(c) < 32 and c not in "\x1b\r\n" or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2066"]
    check(not other, f"foreign control characters {other[:5]}", alice)
    alice.type("\x1b[5~")
    alice.wait_for("Esc: the latest")
    frame_holds(alice)
    alice.type("still typing")
    alice.wait_for("> still typing")


def frame_holds(screen):
    """Title, list, status and input are where they belong, whatever was said."""
    pump(screen, rounds=2)
    rows = screen.emulator.display
    check(rows[0].startswith(" Nearby") and "near" in rows[0], "the title stands", screen)
    buffer = screen.emulator.buffer
    for row in range(1, 22):
        check(buffer[row][20].data.startswith("│"), f"the line stands in row {row}", screen)
    check(rows[22].startswith("─"), "the status stands", screen)
    check(rows[23].startswith(">"), "the input stands", screen)


def beside_a_node(place, _):
    node = subprocess.Popen(
        [TERN, "run", "--no-browser", "--profile", "alice", "--beacon-port", place.port],
        env=place.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        node.stdout.readline()
        alice = place.chat("alice", NO_COLOR="1")
        place.run("--profile", "alice", "send", "said by a command")
        alice.wait_for("said by a command")
        alice.type("said on the screen\r")
        alice.wait_for("said on the screen")
        history = place.run("--profile", "alice", "history").stdout.decode()
        check("said on the screen" in history, "the node has it", alice)
        check(b"38;5;" not in alice.raw, "no colours with NO_COLOR", alice)
        # The node ends: that is said, and another one is found.
        node.send_signal(signal.SIGTERM)
        node.wait(20)
        alice.wait_for("Trying again")
        node = subprocess.Popen(
            [TERN, "run", "--no-browser", "--profile", "alice", "--beacon-port", place.port],
            env=place.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        alice.wait("it is back", lambda s: "Trying again" not in s.text and "said on the screen" in s.text)
        alice.signal(signal.SIGTERM)
        check(alice.wait_end() == 0, "SIGTERM ends it in order", alice)
        check(bytes(alice.raw).rstrip().endswith(b"\x1b[?1049l"), "it gives the terminal back", alice)
        check(place.run("--profile", "alice", "who").returncode == 0, "the node goes on", alice)
    finally:
        node.kill()
        node.wait()


def crash_and_background(place, _):
    # Control+Z is a matter between a program and its shell.
    shell = Screen(["bash", "--norc", "--noprofile", "-i"], dict(place.environment, PS1="$ "))
    place.screens.append(shell)
    shell.type(f"{TERN} chat --profile bob --beacon-port {place.port}\n")
    shell.wait_for("Help: /help", 40)
    shell.type("\x1a")
    shell.wait_for("Stopped")
    check(b"\x1b[?1049l" in shell.raw, "it gives the terminal back", shell)
    shell.type("fg\n")
    shell.wait("it takes it again", lambda s: s.raw.count(b"\x1b[?1049h") >= 2 and s.rows[-1] == ">")
    shell.type("back again")
    shell.wait_for("> back again")
    shell.type("\x15/quit\r")
    shell.wait("it ends", lambda s: bytes(s.raw).rstrip().endswith(b"$") and b"\x1b[?1049l" in s.raw[-200:])

    alice = place.chat("alice")
    alice.signal(signal.SIGSEGV)
    status = alice.wait_end()
    check(status == -signal.SIGSEGV, f"the crash is a crash ({status})", alice)
    check(b"\x1b[?1049l" in bytes(alice.raw)[-4000:], "it gives the terminal back", alice)
    piped = subprocess.run([TERN, "chat"], env=place.environment, stdin=subprocess.DEVNULL, capture_output=True)
    assert piped.returncode == 1 and b"needs a terminal" in piped.stderr, piped


def write_pictures(pictures):
    parts = [
        "# The terminal client\n\n"
        "`tern chat` on a screen of 80 columns and 24 rows, as the tests saw it (`Tests/Terminal/run`). "
        "Colours and bold\nletters are missing here. [commands.md](commands.md) says how to start it.\n"]
    for title, text in pictures.items():
        text = re.sub(r"\b\d\d:\d\d\b", "14:21", text)
        parts.append(f"## {title}\n\n```text\n{text}\n```\n")
    with open(PICTURES, "w", encoding="utf-8") as file:
        file.write("\n".join(parts))


def main():
    wanted = [name for name in sys.argv[1:] if not name.startswith("--")]
    pictures, failed = {}, 0
    for scenario in [conversation, hostile, beside_a_node, crash_and_background]:
        if wanted and not any(name in scenario.__name__ for name in wanted):
            continue
        place = Place()
        try:
            scenario(place, pictures)
            print(f"terminal: {scenario.__name__.replace('_', ' ')}: passed", flush=True)
        except AssertionError as problem:
            failed += 1
            print(f"terminal: {scenario.__name__.replace('_', ' ')}: FAILED: {problem}", flush=True)
        finally:
            place.close()
    if "--write" in sys.argv and not failed:
        write_pictures(pictures)
    sys.exit(1 if failed else 0)


main()
