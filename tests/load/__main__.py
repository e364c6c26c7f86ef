"""`make bench`: every figure of one run beside a baseline of the same run. Loopback only, bounded in count and time."""

import asyncio
import tempfile
from pathlib import Path

from tests.load import analysis, gates, minds, remembering, sandbox, starting, streams, turns, understanding
from tests.load.report import Report


def main() -> None:
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        starting.measure(report, Path(folder) / "starts")
        asyncio.run(gates.measure(report, Path(folder)))
        asyncio.run(sandbox.measure(report))
        asyncio.run(understanding.measure(report, Path(folder) / "understanding"))
        asyncio.run(analysis.measure(report, Path(folder)))
        asyncio.run(remembering.measure(report, Path(folder) / "memory"))
        turns.measure(report, Path(folder) / "system")
        asyncio.run(minds.measure(report, Path(folder) / "minds"))
        asyncio.run(streams.measure(report, Path(folder) / "gateway"))
    report.print()


if __name__ == "__main__":
    main()
