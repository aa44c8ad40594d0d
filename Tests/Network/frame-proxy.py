"""A link between two nodes that loses, delays and doubles whole frames.

usage: frame-proxy.py LISTEN_PORT HOST:PORT --loss P --duplicate P --delay-ms A:B --seed N --while FILE

It listens on 127.0.0.1, connects every connection through to HOST:PORT and passes frames (`u32be length ‖
bytes`) in both directions. The hello and keep-alives always pass in order. While FILE exists packets are lost
with probability P, doubled with probability P, and each waits between A and B milliseconds, so that they
overtake one another; TCP would hide the loss of its own segments, and this is what a node sees of a bad link.
Prints `ready`, then `frames=… lost=… doubled=…` whenever these have changed, and runs until it is killed.
"""
import argparse, asyncio, os, random, struct

HELLO_BYTES, PACKET_BYTES_MAX = 21, 65_535
counts = {"frames": 0, "lost": 0, "doubled": 0}


async def carry(reader, writer, options, chance):
    loop, is_first, waiting = asyncio.get_running_loop(), True, set()
    try:
        while True:
            prefix = await reader.readexactly(4)
            (length,) = struct.unpack(">I", prefix)
            if length > PACKET_BYTES_MAX:
                break
            frame = prefix + await reader.readexactly(length)
            if is_first or length == 0:
                is_first = False
                writer.write(frame)
                continue
            if not os.path.exists(options.trouble):
                writer.write(frame)
                continue
            counts["frames"] += 1
            if chance.random() < options.loss:
                counts["lost"] += 1
                continue
            copies = 1
            if chance.random() < options.duplicate:
                counts["doubled"] += 1
                copies = 2
            for _ in range(copies):
                low, high = options.delay
                loop.call_later(chance.uniform(low, high) / 1000, write, writer, frame)
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


def write(writer, frame):
    if not writer.is_closing():
        writer.write(frame)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("target")
    parser.add_argument("--loss", type=float, default=0)
    parser.add_argument("--duplicate", type=float, default=0)
    parser.add_argument("--delay-ms", dest="delay", default="0:0")
    parser.add_argument("--while", dest="trouble", required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.delay = tuple(float(part) for part in options.delay.split(":"))
    chance = random.Random(options.seed)
    host, port = options.target.rsplit(":", 1)

    async def connect(reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.close()
            return
        await asyncio.gather(
            carry(reader, far_writer, options, chance), carry(far_reader, writer, options, chance))

    server = await asyncio.start_server(connect, "127.0.0.1", options.port)
    print("ready", flush=True)
    said = {}
    async with server:
        while True:
            # The counts are for a test to read; five lines a second do not hold up the frames.
            await asyncio.sleep(0.2)
            if counts != said:
                said = dict(counts)
                print(" ".join(f"{name}={count}" for name, count in said.items()), flush=True)


asyncio.run(main())
