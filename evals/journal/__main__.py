"""What people say of coffee, travel and the like, asked over the public API: `python -m evals.journal [--held-out]`.

The sample person's year, with coffee and travel noted and said to be logged always, alcohol and a period noted now and
then, and nothing of the rest. Every number is computed here by pandas from the same files.
"""

import argparse
import asyncio
import io
import json
import tempfile
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pandas as pd

from amy.client import Amy
from evals.asking import Asker, Conversation
from evals.system import System, running
from services.health_data.adapters.journal import SqlJournal
from services.health_data.adapters.sql_store import SqlStore
from services.health_data.domain.records import Entry
from services.health_data.domain.sample_person import DEFAULT_END_DATE, sample_person
from services.health_data.ports import Logged

USER = "journal"
_QUESTIONS = Path(__file__).with_name("questions.jsonl")
LOGGED = ("coffee", "travel")
_FIRST = DEFAULT_END_DATE - timedelta(days=364)


def entries() -> dict[str, dict[date, float]]:
    """By tag, what is noted of each day: made by a rule, not by chance, and the same each time."""
    days = [_FIRST + timedelta(days=at) for at in range(365)]
    coffee = {day: float((at * 7 + at // 5) % 4) for at, day in enumerate(days)}
    return {
        "coffee": {day: count for day, count in coffee.items() if count},
        "travel": {day: 1.0 for at, day in enumerate(days) if at % 23 in {3, 4, 5}},
        "alcohol": {day: float(1 + at % 3) for at, day in enumerate(days) if at % 6 == 2},
        "period": {day: 1.0 for at, day in enumerate(days) if at % 28 < 5},
    }


def truth_of(spec: Mapping[str, Any], daily: pd.DataFrame, noted: Mapping[str, Mapping[date, float]]) -> float | date:
    """What pandas makes of a question; with a lag of 1 the metric is that of the next day."""
    tag = noted[spec["tag"]]
    amounts = pd.Series({pd.Timestamp(day): value for day, value in tag.items()}).reindex(daily.index)
    if spec["of"] in {"sum", "days"}:
        within = amounts[spec["first"] : spec["last"]]
        return float(within.sum() if spec["of"] == "sum" else (within > 0).sum())
    if spec["of"] == "max":
        return float(amounts.max())
    if spec["of"] == "last":
        return max(tag)
    on_record = daily["recorded"] | daily.index.isin([pd.Timestamp(day) for each in noted.values() for day in each])
    known = amounts.where(amounts.notna() | ~on_record, 0) if spec["tag"] in LOGGED else amounts
    known = known[known.index >= amounts.first_valid_index()]
    metric = daily[spec["metric"]]
    shifted = metric.shift(-spec["lag"])
    had, none = shifted[known[known > 0].index].mean(), shifted[known[known == 0].index].mean()
    if spec["of"] == "mean":
        return float(had if spec["with"] else none)
    return float(had - none)


async def fill(system: System) -> pd.DataFrame:
    """Gives the sample person to the system, with the journal; the daily table as it was given."""
    person = sample_person()
    with (
        Amy(api_key=system.admin_key, base_url=system.base_url, user=USER) as amy,
        tempfile.TemporaryDirectory() as tmp,
    ):
        for name, content in (("daily", person.daily_csv), ("activities", person.activities_csv)):
            file = Path(tmp) / f"{name}.csv"
            file.write_text(content)
            amy.data.import_file(file)
    store = SqlStore(f"sqlite:///{system.data_dir / 'health_data.db'}")
    journal = SqlJournal(store.database)
    await journal.add(
        USER,
        [
            Entry(day=day, tag=tag, amount=amount if tag in {"coffee", "alcohol"} else None)
            for tag, by_day in entries().items()
            for day, amount in by_day.items()
        ],
    )
    for tag in LOGGED:
        await journal.set_logged(USER, Logged(tag=tag, since=None), whether=True)
    await store.close()
    daily = pd.read_csv(io.StringIO(person.daily_csv), parse_dates=["date"]).set_index("date")
    every = pd.date_range(daily.index.min(), daily.index.max())
    started = pd.read_csv(io.StringIO(person.activities_csv), parse_dates=["start"])["start"].dt.normalize()
    recorded = every.isin(daily.index) | every.isin(started)
    return daily.reindex(every).assign(recorded=recorded)


async def main(*, held_out: bool) -> None:
    questions = [json.loads(line) for line in _QUESTIONS.read_text().splitlines()]
    with tempfile.TemporaryDirectory() as tmp, running(Path(tmp), "--embedded") as system:
        daily = await fill(system)
        asker = Asker(base_url=system.base_url, admin_key=system.admin_key)
        for row in (each for each in questions if each["held_out"] is held_out):
            said = (*row.get("before", ()), row["said"])
            answer = (await asker.answers(Conversation(user=USER, messages=said)))[-1]
            truth = truth_of(row["truth"], daily, entries()) if row["expects"] == "computed" else ""
            told = f"{truth:.2f}" if isinstance(truth, float) else str(truth)
            print(f"{row['expects']:>9} | {row['said']}\n          | truth {told}")
            print(f"          | {' '.join(answer.split())}\n")
        await asker.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--held-out", action="store_true")
    chosen = parser.parse_args()
    asyncio.run(main(held_out=chosen.held_out))
