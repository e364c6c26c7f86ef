"""`make load`: k6 at each service, turns a second, turns as users grow, and thousands of open streams.

Everything runs on 127.0.0.1 over a PostgreSQL of its own, ends by itself and leaves nothing. Exits with 1 if something
did not hold: more than one call in a thousand failed, a memory kept growing, a turn got dearer, an event was lost.
"""

import argparse
import platform
import sys
import tempfile
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from amy.cli.supervisor.plan import GATEWAY
from tests.load.loading import growth, requests, services, streams, turns
from tests.load.loading.figures import Figures

PARTS = ("turns", "growth", "streams")


def main() -> None:
    names = (*requests.SERVICES, GATEWAY)
    parser = argparse.ArgumentParser(prog="make load", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="of each measurement")
    parser.add_argument(
        "--only", nargs="+", choices=(*names, "services", *PARTS), default=(), help="these parts or services"
    )
    parser.add_argument("--streams", type=int, default=streams.STREAMS, help="how many are held open")
    parser.add_argument("--users", type=int, default=growth.SIZES[-1], help="the most there are, of 10 to 10,000")
    parser.add_argument("--markdown", type=Path, help="where to write the tables as Markdown too")
    chosen = parser.parse_args()
    only = frozenset(chosen.only)
    figures, began = Figures(), time.monotonic()
    sizes = [size for size in growth.SIZES if size <= chosen.users]
    measures = {
        "services": partial(services.measure, seconds=chosen.seconds, only=only.intersection(names)),
        "turns": partial(turns.measure, seconds=chosen.seconds),
        "growth": partial(growth.measure, seconds=chosen.seconds, sizes=sizes),
        "streams": partial(streams.measure, streams=chosen.streams),
    }
    for part, measure in measures.items():
        if not only or part in only or (part == "services" and only.intersection(names)):
            with tempfile.TemporaryDirectory() as folder:
                measure(figures, Path(folder) / part)
    figures.print()
    if chosen.markdown:
        chosen.markdown.write_text(_heading(began) + "\n\n" + figures.markdown())
    print("\n".join(f"NOT HELD: {failure}" for failure in figures.failures) or "held: everything")
    sys.exit(1 if figures.failures else 0)


def _heading(began: float) -> str:
    minutes = (time.monotonic() - began) / 60
    today = datetime.now(UTC).date().isoformat()
    return f"Measured on {today}, {platform.machine()}, Python {platform.python_version()}, in {minutes:.0f} minutes."


if __name__ == "__main__":
    main()
