"""How long what is remembered of a person takes to read into a turn."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from services.memory import wire
from services.memory.adapters.sql_store import SqlMemoryStore
from services.memory.app import MemoryApp
from services.memory.domain.memory import Category, FindingMeta, Memory, Tested, Verdict, Written
from tests.load.report import Report, Row, p50, spread, timed

ENTRIES = 10_000
AIM_MS = 10.0
_USER = "load"


async def measure(report: Report, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    store = SqlMemoryStore(f"sqlite:///{folder / 'memory.db'}")
    await store.open()
    try:
        app = MemoryApp(store, clock=lambda: datetime.now(UTC), new_id=lambda: "")

        async def injected() -> object:
            return wire.summary_to_proto(await app.summarize(_USER, max_entries=0)).SerializeToString()

        few = await _filled(store, 0, 100)
        beside = await timed(injected, runs=50)
        await _filled(store, few, ENTRIES)
        samples = await timed(injected, runs=50)
    finally:
        await store.close()
    report.add(
        Row(
            what=f"what is remembered, read into a turn, {ENTRIES:,} entries (in process, SQLite)",
            figure=spread(samples),
            baseline=f"{spread(beside)} with {few:,}",
            ratio=f"{p50(samples) / p50(beside):.1f}x",
            aim=f"p50 < {AIM_MS:.0f} ms",
        )
    )


async def _filled(store: SqlMemoryStore, begin: int, end: int) -> int:
    """Nine in ten are tested hypotheses, as they pile up; how many there are then."""
    await store.record_turn(_USER, f"turn_{begin}", [_entry(at) for at in range(begin, end)])
    return end


def _entry(at: int) -> Memory:
    meta = FindingMeta(
        finding_id=f"ds-{at}", feature=f"feature {at}", target="sleep_minutes", verdict=Verdict.VALIDATED, effect=0.3
    )
    is_said = at % 10 == 0
    return Memory(
        id=f"mem_{at:06}",
        text=f"Fact number {at} of a person who says a lot.",
        category=Category.PREFERENCE if is_said else Category.TESTED_HYPOTHESIS,
        created_at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=at),
        confidence=0.9,
        origin=Written() if is_said else Tested(turn_id=f"turn_{at}", meta=meta),
    )
