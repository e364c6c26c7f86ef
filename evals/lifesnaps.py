"""Real people: every number of every answer against an independent computation from the raw CSV.

Imports the LifeSnaps wearers (Yfantidou et al. 2022, Scientific Data) with at least 50 complete days, asks over the
public API, and compares the answer's text and its fact sheet with pandas and scipy on the file itself. An answer is
right when the number asked for is in the text, and every other number in the text, rounded as people are told it,
and on the sheet is right too. Where too few days have a value, it says so. A correlation that the validator rejected
must not be told: then an answer is right when it holds no number at all.
"""

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pandas as pd

from amy.client import AsyncAmy
from amy.client.models import TurnResult
from evals.everyday.tokens import Amount, tokens
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
TOO_FEW = re.compile(r"\b(?:too few|no|none)\b", re.IGNORECASE)
GOES_WITH = re.compile(r"\b(higher|lower) [^.]*? goes with a (higher|lower)\b", re.IGNORECASE)
WINDOWS = {"all data": None, "last 30 days": 30, "last 7 days": 7}


@dataclass(frozen=True, kw_only=True)
class Case:
    """A question and what is true of it.

    Attributes:
        asked: the number that answers it; None when too few days have a value.
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
    """The day of the lowest, the highest or the only value, since 1970-01-01, and how many days share it.

    Of several it is the latest.
    """
    if series.empty or (statistic not in ("min", "max") and len(series) > 1):
        return {}
    alike = series[series == (series.min() if statistic == "min" else series.max())]
    day = {"day": float((pd.Timestamp(str(alike.index[-1])) - EPOCH).days)}
    return day if len(alike) == 1 else {**day, "ties": float(len(alike))}


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
                asked = facts.get(statistic)
                answering = {} if asked is None else {"effect": asked, "value": asked}
                known = {**facts, **answering, **picked_day(selected, statistic)}
                yield Case(user=user, text=question(statistic, metric, window), asked=asked, facts=known)
    for one, other in combinations(columns, 2):
        facts = association_facts(pd.concat([columns[one], columns[other]], axis=1, sort=True).dropna())
        text = f"Is my {NAMES[one]} related to my {NAMES[other]}?"
        yield Case(user=user, text=text, asked=facts.get("effect"), facts=facts, is_association=True)


def amounts(text: str) -> list[Amount]:
    return [token for token in tokens(text) if isinstance(token, Amount)]


def is_told(shown: Amount, true: float) -> bool:
    """Whether a number is shown as what it is, rounded to the last digit shown."""
    return abs(shown.value - true) <= shown.half_step * 1.0001


async def wrong_with(amy: AsyncAmy, case: Case) -> str:
    """Why the answer to a case is wrong; empty when it is right."""
    turn = await amy.turns.create(
        messages=[{"role": "user", "content": case.text}], stream=False, context={"include_memory": False}
    )
    if turn.result is None:
        return f"no result: {turn.error}"
    return wrong_numbers(case, turn.result) or wrong_answer(case, turn.result)


def wrong_numbers(case: Case, result: TurnResult) -> str:
    """Which number of the text or of the fact sheet is none of the true ones; how sure they are is not asked here."""
    stray = [
        each.value for each in amounts(result.answer) if not any(is_told(each, true) for true in case.facts.values())
    ]
    if stray:
        return f"numbers {stray} in {result.answer!r}; known {dict(case.facts)}"
    for fact in result.fact_sheet:
        if fact.source == "validator":
            continue
        true = case.facts.get(fact.claim.rsplit(".", 1)[1])
        if true is None or abs(fact.value - true) > 1e-6 * max(1.0, abs(true)):
            return f"fact {fact.claim} = {fact.value}, expected {true}"
    return ""


def wrong_answer(case: Case, result: TurnResult) -> str:
    """What the text fails to tell; which way two things go together is told in words."""
    shown = amounts(result.answer)
    if case.asked is None:
        return "" if TOO_FEW.search(result.answer) else f"too few days, told as {result.answer!r}"
    if case.is_association and result.validator.findings_rejected == 1:
        return f"a rejected correlation was told: {result.answer!r}" if shown else ""
    if case.is_association:
        way = GOES_WITH.search(result.answer)
        told = way is not None and (way[1] == way[2]) == (case.asked > 0)
    else:
        told = any(is_told(each, case.asked) for each in shown)
    return "" if told else f"{case.asked} is missing from {result.answer!r}"


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
