"""Real people: every number of every answer against an independent computation from the raw CSV.

Imports the LifeSnaps wearers (Yfantidou et al. 2022, Scientific Data) with at least 50 complete days, asks over the
public API, and compares the answer's text and its fact sheet with pandas and scipy on the file itself. An answer is
right when the number asked for is in the text, and every other number in the text and on the sheet is right too. A
correlation that the validator rejected must not be told: then an answer is right when it holds no number at all.
"""

import argparse
import asyncio
import calendar
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pandas as pd

from amy.client import AsyncAmy
from evals.facts import EPOCH, association_facts, descriptive_facts, missing_facts
from evals.people import LIFESNAPS_COLUMNS, data_root, lifesnaps_wearers
from evals.system import running

NAMES = {
    "resting_heart_rate": "resting heart rate",
    "heart_rate_variability": "HRV",
    "steps": "steps",
    "sleep_minutes": "minutes asleep",
}
ASKED = {
    "mean": "average",
    "median": "median",
    "min": "minimum",
    "max": "maximum",
    "sd": "standard deviation of my",
    "count": "count",
}
WINDOWS = {"all data": None, "last 30 days": 30, "last 7 days": 7}
NUMBER = re.compile(r"(?<![\w.])[-\u2212]?\d[\d,]*(?:\.\d+)?")
MONTH = "|".join(calendar.month_name[1:])
DATE = re.compile(rf"\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}} (?:{MONTH}) \d{{4}}")


@dataclass(frozen=True, kw_only=True)
class Case:
    """A question and what is true of it.

    Attributes:
        asked: the number that answers it, where there is too little data how many days there are; None when the data
            cannot answer it.
        facts: by fact key, what that number must be.
    """

    user: str
    text: str
    asked: float | None
    facts: Mapping[str, float]
    is_association: bool = False


def windowed(days: pd.Series, last: int | None, newest: pd.Timestamp) -> pd.Series:
    return days if last is None else days[days.index > newest - pd.Timedelta(days=last)]


def picked_day(series: pd.Series, statistic: str) -> dict[str, float]:
    """The day of the lowest, the highest or the only value, the first if there are several, since 1970-01-01."""
    if series.empty or (statistic not in ("min", "max") and len(series) > 1):
        return {}
    day = series.idxmin() if statistic == "min" else series.idxmax()
    return {"day": float((pd.Timestamp(str(day)) - EPOCH).days)}


def question(statistic: str, metric: str, window: str) -> str:
    name = NAMES[metric]
    over = "over all my data" if window == "all data" else f"over the {window}"
    if statistic == "count":
        return f"How many days do I have {name} for {over}?"
    if statistic == "sd":
        return f"What is the standard deviation of my {name} {over}?"
    return f"What is my {ASKED[statistic]} {name} {over}?"


def cases(user: str, days: pd.DataFrame) -> Iterator[Case]:
    newest = days.index.max()
    columns = {metric: days[column].dropna() for metric, column in LIFESNAPS_COLUMNS.items()}
    for metric, series in columns.items():
        for window, last in WINDOWS.items():
            selected = windowed(series, last, newest)
            first = days.index.min() if last is None else newest - pd.Timedelta(days=last - 1)
            facts = descriptive_facts(selected) | missing_facts(selected, first, newest)
            for statistic in ASKED:
                asked = facts.get(statistic, facts["count"])
                answering = {"effect": asked, "value": asked}
                known = {**facts, **answering, **picked_day(selected, statistic)}
                yield Case(user=user, text=question(statistic, metric, window), asked=asked, facts=known)
    for one, other in combinations(columns, 2):
        facts = association_facts(pd.concat([columns[one], columns[other]], axis=1, sort=True).dropna())
        text = f"Is my {NAMES[one]} related to my {NAMES[other]}?"
        yield Case(user=user, text=text, asked=facts.get("effect"), facts=facts, is_association=True)


def same(shown: float, true: float) -> bool:
    """Within 0.1 % or 0.011: what a number shown with two decimals can promise."""
    return abs(shown - true) <= max(0.001 * abs(true), 0.011)


def numbers_in(text: str) -> list[float]:
    """The numbers of an answer, without the dates and the names of windows."""
    bare = DATE.sub(" ", text)
    for window in WINDOWS:
        bare = bare.replace(window, " ")
    bare = bare.replace("95 %", " ").replace("95%", " ")
    return [float(token.replace(",", "").replace("\u2212", "-")) for token in NUMBER.findall(bare)]


async def wrong_with(amy: AsyncAmy, case: Case) -> str:
    """Why the answer to a case is wrong; empty when it is right."""
    turn = await amy.turns.create(
        messages=[{"role": "user", "content": case.text}], stream=False, context={"include_memory": False}
    )
    if turn.result is None:
        return f"no result: {turn.error}"
    shown = numbers_in(turn.result.answer)
    stray = [number for number in shown if not any(same(number, true) for true in case.facts.values())]
    if stray:
        return f"numbers {stray} in {turn.result.answer!r}; known {dict(case.facts)}"
    for fact in turn.result.fact_sheet:
        true = case.facts.get(fact.claim.rsplit(".", 1)[1])
        if true is None or abs(fact.value - true) > 1e-6 * max(1.0, abs(true)):
            return f"fact {fact.claim} = {fact.value}, expected {true}"
    withheld = case.is_association and turn.result.validator.findings_rejected == 1
    if withheld:
        return f"a rejected correlation was told: {turn.result.answer!r}" if shown else ""
    if case.asked is not None and not any(same(number, case.asked) for number in shown):
        return f"{case.asked} is missing from {turn.result.answer!r}"
    return ""


async def ask_all(base_url: str, admin_key: str, source: Path, people: Mapping[str, pd.DataFrame]) -> tuple[int, int]:
    """Asks every case; people side by side, the questions of one person in order.

    Returns:
        How many answers were right, and how many questions there were.
    """
    slots = asyncio.Semaphore(4)

    async def person(user: str, days: pd.DataFrame) -> tuple[int, int]:
        async with slots, AsyncAmy(api_key=admin_key, base_url=base_url, user=user) as amy:
            await amy.data.import_file(source, subject=user)
            asked = list(cases(user, days))
            right = 0
            for case in asked:
                problem = await wrong_with(amy, case)
                if problem:
                    print(f"WRONG {user} {case.text!r}: {problem}", flush=True)
                right += not problem
            print(f"{user}: {right} of {len(asked)}", flush=True)
            return right, len(asked)

    totals = await asyncio.gather(*(person(user, days) for user, days in people.items()))
    return sum(right for right, _ in totals), sum(asked for _, asked in totals)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=None, help="ask only the first N wearers")
    arguments = parser.parse_args()
    root = data_root()
    if root is None:
        print("No evaluation data: set AMY_EVAL_DATA to a folder that holds lifesnaps/daily.csv.")
        return 2
    people = dict(list(lifesnaps_wearers(root).items())[: arguments.people])
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data") as system:
        right, asked = asyncio.run(ask_all(system.base_url, system.admin_key, root / "lifesnaps" / "daily.csv", people))
    print(f"{right} of {asked} right ({len(people)} people)")
    return 0 if right == asked else 1


if __name__ == "__main__":
    sys.exit(main())
