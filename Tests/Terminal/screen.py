"""A program in a pseudo-terminal, and a terminal emulator that looks at what it draws."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte


class Screen:
    """One `tern chat` (or another program) and the screen a person would see."""

    def __init__(self, arguments, environment, columns=80, rows=24):
        self.emulator = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.emulator)
        self.raw = bytearray()
        self.status = None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvpe(arguments[0], arguments, environment)
        self._tell_size(columns, rows)

    def _tell_size(self, columns, rows):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        self.emulator.resize(rows, columns)
        # The cells beyond the old size hold nothing until the program draws them.
        self._tell_size(columns, rows)

    def pump(self, seconds=0.05):
        """Reads what the program writes for a moment; false when it has ended."""
        end = time.monotonic() + seconds
        while True:
            ready, _, _ = select.select([self.fd], [], [], max(end - time.monotonic(), 0))
            if not ready:
                return True
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                data = b""
            if not data:
                self._reap()
                return False
            self.raw += data
            self.stream.feed(data)

    def _reap(self):
        if self.status is None:
            _, status = os.waitpid(self.pid, 0)
            self.status = os.waitstatus_to_exitcode(status)

    def type(self, text):
        os.write(self.fd, text.encode() if isinstance(text, str) else text)

    @property
    def rows(self):
        return [row.rstrip() for row in self.emulator.display]

    @property
    def text(self):
        return "\n".join(self.rows)

    def wait(self, what, condition, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            alive = self.pump()
            if condition(self):
                return
            if not alive:
                break
        raise AssertionError(f"it did not happen: {what}\n{self.picture()}")

    def wait_for(self, text, seconds=20):
        self.wait(f"“{text}” is on the screen", lambda screen: text in screen.text, seconds)

    def wait_end(self, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.pump(0.1):
                return self.status
        raise AssertionError(f"it did not end\n{self.picture()}")

    def signal(self, number):
        os.kill(self.pid, number)

    def close(self):
        if self.status is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self._reap()
        os.close(self.fd)

    def picture(self):
        width = self.emulator.columns
        edge = "+" + "-" * width + "+"
        lines = [f"|{row.ljust(width)}|" for row in self.emulator.display]
        return "\n".join([edge, *lines, edge])
