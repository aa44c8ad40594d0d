"""The tasks of the airport figures with euro-aip, as JSON: seconds of each run and the airports found.

usage: airports_peer.py DATABASE RUNS
"""

import json
import logging
import math
import sys
import time

logging.disable(logging.CRITICAL)

from euro_aip.storage.database_storage import DatabaseStorage  # noqa: E402


def haversine(lat1, lon1, lat2, lon2):
    north = math.radians(lat2 - lat1)
    east = math.radians(lon2 - lon1)
    a = math.sin(north / 2) ** 2
    a += math.cos(math.radians(lat1)) * math.cos(math.radians(lat2)) * math.sin(east / 2) ** 2
    return 2 * 3440.065 * math.atan2(math.sqrt(a), math.sqrt(1 - a))


def box(model):
    return model.airports.filter(
        lambda a: 46 <= a.navpoint.latitude <= 52 and 0 <= a.navpoint.longitude <= 8
    ).all()


def nearest(model):
    return sorted(
        model.airports.all(),
        key=lambda a: (haversine(51.305, -0.4471, a.navpoint.latitude, a.navpoint.longitude), a.ident),
    )[:10]


def corridor(model):
    return [row["airport"] for row in model.find_airports_near_route(["EGTF", "LFMD"], 50)]


def filtered(model):
    found = model.airports.by_country("FR").border_crossings().with_hard_runway()
    return found.with_min_runway_length(4000).all()


def search(model):
    text = "LONDON"
    return [
        a
        for a in model.airports.all()
        if text in a.ident.upper()
        or text in (a.name or "").upper()
        or text in (a.iata_code or "").upper()
        or text in (a.municipality or "").upper()
    ]


def main():
    database, runs = sys.argv[1], int(sys.argv[2])
    start = time.process_time()
    model = DatabaseStorage(database).load_model()
    answer = {"load": {"seconds": [time.process_time() - start]}}
    for name, task in [
        ("box", box),
        ("nearest", nearest),
        ("corridor", corridor),
        ("filter", filtered),
        ("search", search),
    ]:
        found = sorted(a.ident for a in task(model))
        seconds = []
        for _ in range(runs):
            start = time.process_time()
            task(model)
            seconds.append(time.process_time() - start)
        answer[name] = {"seconds": seconds, "airports": found}
    print(json.dumps(answer))


main()
