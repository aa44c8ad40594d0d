"""Floods one node from several addresses at full speed.

usage: flood.py HOST:PORT SECONDS ADDRESS...

One connection a tick and address, in turn of four kinds: says hello and sends well-formed packets nobody signed
as fast as the socket takes them; says nothing (half open); begins a frame and never ends it (slow); sends
garbage. Connections that are hung up on are opened anew at once. Prints one line of figures at the end.
"""
import errno, os, selectors, socket, struct, sys, time

target, seconds, addresses = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
host, port = target.rsplit(":", 1)
HELD_PER_ADDRESS = 24
figures = {"connections": 0, "refused": 0, "bytes": 0, "held_slow": 0, "slow_dropped": 0}


def hello():
    return struct.pack(">I", 21) + b"TERN\x01" + os.urandom(16)


def packets():
    """64 KiB of frames: public messages in version 1, each new, each without a signature."""
    out = bytearray()
    while len(out) < 65_536:
        body = b"flood " + os.urandom(30).hex().encode()
        packet = (
            bytes([1, 0x02, 7]) + struct.pack(">Q", int(time.time() * 1000)) + bytes([0])
            + struct.pack(">H", len(body)) + os.urandom(8) + body)
        out += struct.pack(">I", len(packet)) + packet
    return bytes(out)


class Connection:
    def __init__(self, address, kind):
        self.kind, self.address, self.began = kind, address, time.monotonic()
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.bind((address, 0))
        self.pending = {
            "loud": hello(), "slow": hello() + b"\x00\x00\x10\x00x", "silent": b"", "garbage": os.urandom(256),
        }[kind]
        code = self.socket.connect_ex((host, int(port)))
        if code not in (0, errno.EINPROGRESS):
            self.socket.close()
            raise OSError(code, "connect")
        figures["connections"] += 1


def main():
    selector = selectors.DefaultSelector()
    kinds = ("loud", "slow", "silent", "garbage")
    held = {address: set() for address in addresses}
    noise, turn, end = packets(), 0, time.monotonic() + seconds
    noise_until = time.monotonic() + 1

    def drop(connection):
        selector.unregister(connection.socket)
        connection.socket.close()
        held[connection.address].discard(connection)
        lifetime = time.monotonic() - connection.began
        if lifetime < 0.5:
            figures["refused"] += 1
        elif connection.kind in ("slow", "silent"):
            figures["slow_dropped"] += 1

    while time.monotonic() < end:
        if time.monotonic() > noise_until:
            noise, noise_until = packets(), time.monotonic() + 1
        for address in addresses:
            if len(held[address]) >= HELD_PER_ADDRESS:
                continue
            try:
                connection = Connection(address, kinds[turn % 4])
            except OSError:
                continue
            turn += 1
            held[address].add(connection)
            selector.register(
                connection.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, connection)
        for key, ready in selector.select(0.05):
            connection = key.data
            try:
                if ready & selectors.EVENT_READ and not connection.socket.recv(65_536):
                    drop(connection)
                    continue
                if ready & selectors.EVENT_WRITE:
                    if not connection.pending and connection.kind == "loud":
                        connection.pending = noise
                    if connection.pending:
                        count = connection.socket.send(connection.pending)
                        figures["bytes"] += count
                        connection.pending = connection.pending[count:]
                    if not connection.pending and connection.kind != "loud":
                        selector.modify(connection.socket, selectors.EVENT_READ, connection)
            except BlockingIOError:
                pass
            except OSError:
                drop(connection)
    figures["held_slow"] = sum(
        1 for some in held.values() for connection in some
        if connection.kind in ("slow", "silent") and time.monotonic() - connection.began > 0.5)
    print(" ".join(f"{name}={count}" for name, count in figures.items()), flush=True)


main()
