"""A hundred questions of our own about real wearers, each against pandas on the raw file.

LifeSnaps (Yfantidou et al. 2022, Scientific Data) and one person's WHOOP export, asked over the public API. An answer
is right when its value is the number that pandas gives, within 0.1 % or 0.011, or when it tells none because the
validator rejected the number.

    python -m evals.wearers                 how many are right
    python -m evals.wearers --show-wrong    each wrong answer with how the question was read
"""

import argparse
import asyncio
import math
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from evals.analyst import Analyst, Answer, Status, analyst
from evals.everyday.judging import direction
from evals.people import data_root, lifesnaps_wearers

WEARERS = 6
_LIFESNAPS = {
    "steps": "steps",
    "calories": "calories",
    "sleep": "minutesAsleep",
    "awake": "minutesAwake",
    "rhr": "resting_hr",
    "hrv": "rmssd",
    "breathing": "full_sleep_breathing_rate",
    "spo2": "spo2",
    "skin": "nightly_temperature",
}
_WHOOP = {
    "calories": "Energy burned (cal)",
    "sleep": "Asleep duration (min)",
    "deep": "Deep (SWS) duration (min)",
    "rem": "REM duration (min)",
    "light": "Light sleep duration (min)",
    "awake": "Awake duration (min)",
    "rhr": "Resting heart rate (bpm)",
    "hrv": "Heart rate variability (ms)",
    "breathing": "Respiratory rate (rpm)",
    "spo2": "Blood oxygen %",
    "skin": "Skin temp (celsius)",
}
_ISO_WEEKEND = (6, 7)


@dataclass(frozen=True)
class Person:
    """One wearer's days, straight from the file; columns by short name, indexed by day."""

    days: pd.DataFrame

    @property
    def newest(self) -> pd.Timestamp:
        return pd.Timestamp(self.days.index.max())

    def last(self, count: int) -> pd.DataFrame:
        return self.days[self.days.index > self.newest - pd.Timedelta(days=count)]

    def on(self, *iso_weekdays: int) -> pd.DataFrame:
        return self.days[(dates(self.days).day_of_week + 1).isin(iso_weekdays)]

    def in_months(self, *months: int) -> pd.DataFrame:
        return self.days[dates(self.days).month.isin(months)]

    def between(self, start: str, end: str) -> pd.DataFrame:
        return self.days.loc[start:end]


Truth = Callable[[Person], float]
"""What is true of a person, durations in minutes also where hours are asked for."""


def dates(table: pd.DataFrame | pd.Series) -> pd.DatetimeIndex:
    return pd.DatetimeIndex(table.index)


def rho(one: pd.Series, other: pd.Series) -> float:
    """Spearman's correlation as the Pearson correlation of ranks."""
    both = pd.concat([one, other], axis=1, sort=True).dropna()
    return float(np.corrcoef(both.iloc[:, 0].rank(), both.iloc[:, 1].rank())[0, 1])


def next_day(series: pd.Series, count: int = 1) -> pd.Series:
    """The value `count` days later, on the day it is compared with."""
    return pd.Series(series.to_numpy(), index=dates(series) - pd.Timedelta(days=count))


def fitted_change(series: pd.Series) -> float:
    """Least-squares change from the first to the last value."""
    values = series.dropna()
    day = (values.index - values.index[0]).days.to_numpy()
    return float(np.cov(day, values)[0, 1] / np.var(day, ddof=1) * day[-1])


def streak(holds: pd.Series) -> float:
    """Most calendar days in a row that hold; a day without a row ends a streak."""
    longest = current = 0
    for held in holds.asfreq("D", fill_value=False):
        current = current + 1 if held else 0
        longest = max(longest, current)
    return float(longest)


def share(holds: pd.Series) -> float:
    return 100.0 * float(holds.mean())


LIFESNAPS_QUESTIONS: tuple[tuple[str, Truth], ...] = (
    ("How many steps do I average a day?", lambda p: p.days.steps.mean()),
    ("What was my median step count over the last 60 days?", lambda p: p.last(60).steps.median()),
    ("How many steps did I take in total over the last 30 days?", lambda p: p.last(30).steps.sum()),
    ("What is the most steps I have ever taken in one day?", lambda p: p.days.steps.max()),
    ("On how many days did I take more than 10,000 steps?", lambda p: (p.days.steps > 10000).sum()),
    ("On what percentage of days did I reach 8000 steps?", lambda p: share(p.days.steps.dropna() >= 8000)),
    ("What is my longest streak of days with at least 7000 steps?", lambda p: streak(p.days.steps >= 7000)),
    ("How many steps do I take on Saturdays on average?", lambda p: p.on(6).steps.mean()),
    ("What is my average step count on weekdays?", lambda p: p.on(1, 2, 3, 4, 5).steps.mean()),
    (
        "Do I walk more on weekends than on weekdays? Compare my steps.",
        lambda p: p.on(*_ISO_WEEKEND).steps.mean() - p.on(1, 2, 3, 4, 5).steps.mean(),
    ),
    ("How variable are my daily steps, as a standard deviation?", lambda p: p.days.steps.std()),
    ("What is the coefficient of variation of my steps?", lambda p: 100 * p.days.steps.std() / p.days.steps.mean()),
    ("What is my average resting heart rate?", lambda p: p.days.rhr.mean()),
    ("What was my lowest resting heart rate in the last 90 days?", lambda p: p.last(90).rhr.min()),
    ("How much has my resting heart rate changed over time? Show the trend.", lambda p: fitted_change(p.days.rhr)),
    ("Is my resting heart rate trending down over the last 60 days?", lambda p: fitted_change(p.last(60).rhr)),
    ("On how many days was my resting heart rate above 65 bpm?", lambda p: (p.days.rhr > 65).sum()),
    (
        "What is the range of my resting heart rate, highest minus lowest?",
        lambda p: p.days.rhr.max() - p.days.rhr.min(),
    ),
    ("What is my average HRV?", lambda p: p.days.hrv.mean()),
    ("What was my highest HRV and when was it?", lambda p: p.days.hrv.max()),
    ("What is my mean HRV on nights when I slept over 7 hours?", lambda p: p.days[p.days.sleep > 420].hrv.mean()),
    ("What is my median rMSSD in November?", lambda p: p.between("2021-11-01", "2021-11-30").hrv.median()),
    ("Does my HRV go along with my resting heart rate?", lambda p: rho(p.days.hrv, p.days.rhr)),
    ("Is there a link between how long I sleep and my HRV?", lambda p: rho(p.days.sleep, p.days.hrv)),
    ("Do my steps affect my resting heart rate the next day?", lambda p: rho(p.days.steps, next_day(p.days.rhr))),
    ("Are steps related to how long I sleep?", lambda p: rho(p.days.steps, p.days.sleep)),
    ("How long do I sleep on average?", lambda p: p.days.sleep.mean()),
    ("What was my shortest night?", lambda p: p.days.sleep.min()),
    ("How many nights did I sleep fewer than 6 hours?", lambda p: (p.days.sleep < 360).sum()),
    ("What share of nights did I sleep at least 7 hours?", lambda p: share(p.days.sleep.dropna() >= 420)),
    ("How many nights in a row did I sleep more than 6 hours at most?", lambda p: streak(p.days.sleep > 360)),
    ("What was my total sleep in the last 14 days, in minutes?", lambda p: p.last(14).sleep.sum()),
    ("How many hours do I sleep on Sundays on average?", lambda p: p.on(7).sleep.mean()),
    ("How many hours of sleep do I get on an average night?", lambda p: p.days.sleep.mean()),
    ("What is the standard deviation of my time asleep over the last 90 days?", lambda p: p.last(90).sleep.std()),
    (
        "By how many minutes do I sleep longer at the weekend than during the week?",
        lambda p: p.on(*_ISO_WEEKEND).sleep.mean() - p.on(1, 2, 3, 4, 5).sleep.mean(),
    ),
    ("How many minutes do I lie awake per night on average?", lambda p: p.days.awake.mean()),
    ("Longest time awake in a night?", lambda p: p.days.awake.max()),
    ("How many calories do I burn on average per day?", lambda p: p.days.calories.mean()),
    ("How many calories do I burn per week on average?", lambda p: p.days.calories.mean() * 7),
    ("Which day did I burn the most calories, and how many?", lambda p: p.days.calories.max()),
    ("What is the minimum calories I burned over the last 30 days?", lambda p: p.last(30).calories.min()),
    ("Is my calorie burn related to my steps?", lambda p: rho(p.days.calories, p.days.steps)),
    ("What is my average breathing rate?", lambda p: p.days.breathing.replace(0, np.nan).mean()),
    ("What was the highest respiratory rate?", lambda p: p.days.breathing.replace(0, np.nan).max()),
    ("What is my average oxygen saturation?", lambda p: p.days.spo2.mean()),
    ("What is my average skin temperature?", lambda p: p.days.skin.mean()),
    ("How many days have a value for HRV?", lambda p: p.days.hrv.count()),
    ("What is my average HRV on days with fewer than 5000 steps?", lambda p: p.days[p.days.steps < 5000].hrv.mean()),
    ("How many steps did I take per week on average over the last 28 days?", lambda p: p.last(28).steps.mean() * 7),
    (
        "What was my mean resting heart rate between 2021-07-01 and 2021-07-31?",
        lambda p: p.between("2021-07-01", "2021-07-31").rhr.mean(),
    ),
    (
        "Compare my average steps over the last 30 days with the 30 days before.",
        lambda p: p.last(30).steps.mean() - p.last(60)[: p.newest - pd.Timedelta(days=30)].steps.mean(),
    ),
    ("What is the ratio of my time awake to my time asleep?", lambda p: p.days.awake.mean() / p.days.sleep.mean()),
    ("On how many weekend days did I take over 12000 steps?", lambda p: (p.on(*_ISO_WEEKEND).steps > 12000).sum()),
    ("What are my three highest step days?", lambda p: p.days.steps.max()),
    (
        "How many steps did I take on average in summer?",
        lambda p: p.in_months(6, 7, 8).steps.mean(),
    ),
    ("When did I sleep the longest?", lambda p: p.days.sleep.max()),
    ("What's my average HRV since September 2021?", lambda p: p.between("2021-09-01", "2099-01-01").hrv.mean()),
    ("What was my mean sleep before August 2021?", lambda p: p.between("2000-01-01", "2021-07-31").sleep.mean()),
    ("What was the latest value of my resting heart rate?", lambda p: p.days.rhr.dropna().iloc[-1]),
)
WHOOP_QUESTIONS: tuple[tuple[str, Truth], ...] = (
    ("What is my average heart rate variability across everything on record?", lambda p: p.days.hrv.mean()),
    (
        "What's the mean of my resting heart rate in October 2024?",
        lambda p: p.between("2024-10-01", "2024-10-31").rhr.mean(),
    ),
    ("Average resting heart rate this month?", lambda p: p.between("2024-11-01", "2024-11-30").rhr.mean()),
    ("And what was my average HRV last month?", lambda p: p.between("2024-10-01", "2024-10-31").hrv.mean()),
    (
        "How did my resting heart rate in November compare with October?",
        lambda p: p.between("2024-11-01", "2024-11-30").rhr.mean() - p.between("2024-10-01", "2024-10-31").rhr.mean(),
    ),
    ("How many minutes of deep sleep do I get on average?", lambda p: p.days.deep.mean()),
    ("How many minutes of REM did I get over the last 7 days in total?", lambda p: p.last(7).rem.sum()),
    ("What was my best night for deep sleep?", lambda p: p.days.deep.max()),
    ("What was my worst night of sleep?", lambda p: p.days.sleep.min()),
    ("What was my best HRV?", lambda p: p.days.hrv.max()),
    ("What was my worst resting heart rate?", lambda p: p.days.rhr.max()),
    ("On how many nights did I get over 90 minutes of deep sleep?", lambda p: (p.days.deep > 90).sum()),
    ("How many nights had between 6 and 7 hours of sleep?", lambda p: p.days.sleep.between(360, 420).sum()),
    ("What is my ratio of deep sleep to REM sleep?", lambda p: p.days.deep.mean() / p.days.rem.mean()),
    ("Does deep sleep go together with HRV?", lambda p: rho(p.days.deep, p.days.hrv)),
    ("Is my sleep duration correlated with my resting heart rate?", lambda p: rho(p.days.sleep, p.days.rhr)),
    (
        "How does my calorie burn relate to my sleep the following day?",
        lambda p: rho(p.days.calories, next_day(p.days.sleep)),
    ),
    ("What's my average respiratory rate?", lambda p: p.days.breathing.mean()),
    ("How much does my breathing rate fluctuate (standard deviation)?", lambda p: p.days.breathing.std()),
    ("What was the lowest blood oxygen?", lambda p: p.days.spo2.min()),
    ("Average skin temp over the last two weeks?", lambda p: p.last(14).skin.mean()),
    ("What's my average time awake at night over the past 3 weeks?", lambda p: p.last(21).awake.mean()),
    ("How many calories did I burn on average on Mondays?", lambda p: p.on(1).calories.mean()),
    ("What's my mean light sleep on weekends?", lambda p: p.on(*_ISO_WEEKEND).light.mean()),
    ("How many hours did I sleep on average over the last 10 days?", lambda p: p.last(10).sleep.mean()),
    ("How long was my sleep yesterday, in minutes?", lambda p: p.days.sleep[p.newest - pd.Timedelta(days=1)]),
    ("What was my HRV on 2024-10-15?", lambda p: p.days.hrv["2024-10-15"]),
    ("What was my resting heart rate on October 20, 2024?", lambda p: p.days.rhr["2024-10-20"]),
    (
        "Median HRV between October 10 and October 25, 2024",
        lambda p: p.between("2024-10-10", "2024-10-25").hrv.median(),
    ),
    (
        "What was my average deep sleep after November 5, 2024?",
        lambda p: p.between("2024-11-06", "2024-12-31").deep.mean(),
    ),
    ("How has my HRV been trending?", lambda p: fitted_change(p.days.hrv)),
    ("What percentage of nights did I get at least 2 hours of REM sleep?", lambda p: share(p.days.rem.dropna() >= 120)),
    (
        "What is the highest number of nights in a row with more than 7 hours asleep?",
        lambda p: streak(p.days.sleep > 420),
    ),
    ("What is my average HRV on days when I slept more than 7 hours?", lambda p: p.days[p.days.sleep > 420].hrv.mean()),
    ("Mean resting heart rate when I slept less than 6 hours?", lambda p: p.days[p.days.sleep < 360].rhr.mean()),
    ("How many days of HRV do I have?", lambda p: p.days.hrv.count()),
    ("Sum of light sleep minutes for the last 5 days", lambda p: p.last(5).light.sum()),
    ("What was my lowest HRV in the last 3 weeks?", lambda p: p.last(21).hrv.min()),
    ("What is the difference between my highest and lowest HRV?", lambda p: p.days.hrv.max() - p.days.hrv.min()),
    ("How much REM do I get on an average night, in hours?", lambda p: p.days.rem.mean()),
)


def lifesnaps_people(root: Path) -> dict[str, Person]:
    wearers = dict(list(lifesnaps_wearers(root).items())[:WEARERS])
    names = {column: name for name, column in _LIFESNAPS.items()}
    return {wearer: Person(days.rename(columns=names)[list(_LIFESNAPS)]) for wearer, days in wearers.items()}


def whoop_person(file: Path) -> Person:
    """A cycle counts for the day it was woken up on, one without sleep for the day twelve hours after its start."""
    raw = pd.read_csv(file, parse_dates=["Cycle start time", "Wake onset"])
    day = raw["Wake onset"].fillna(raw["Cycle start time"] + pd.Timedelta(hours=12)).dt.normalize()
    columns = {name: raw[column] for name, column in _WHOOP.items()}
    return Person(pd.DataFrame(columns).set_index(day).sort_index().groupby(level=0).first())


def cases(root: Path) -> Iterator[tuple[str, Person, str, Truth]]:
    people = list(lifesnaps_people(root).items())
    for number, (text, truth) in enumerate(LIFESNAPS_QUESTIONS):
        name, person = people[number % len(people)]
        yield name, person, text, truth
    person = whoop_person(root / "whoop" / "physiological_cycles.csv")
    for text, truth in WHOOP_QUESTIONS:
        yield "whoop", person, text, truth


def is_right(answer: Answer, true: float) -> bool:
    """What is not defined must not be told. The sign of a change, and that of a correlation, is told in words."""
    if np.isnan(true):
        return answer.value in {None, 0.0}
    if answer.status is Status.WITHHELD:
        return answer.value is None
    told = answer.value if answer.value is not None else answer.link
    if told is None:
        return False
    signed = math.copysign(told, true) if direction(answer.text) == np.sign(true) else told
    return abs(signed - true) <= max(0.001 * abs(true), 0.011)


async def ask(amy: Analyst, name: str, person: Person, text: str, truth: Truth) -> tuple[Status, str]:
    """What became of the question, and what was told instead; empty when the answer is right."""
    true = float(truth(person))
    answer = await amy.ask(name, text)
    if is_right(answer, true):
        return answer.status, ""
    approach = await amy.approach(name, answer)
    told = f"expected {true:.6g}, told {answer.value}\n    {approach}\n    {answer.text}"
    return answer.status, f"{name} {text!r} {told}"


async def run(root: Path, *, show_wrong: bool) -> bool:
    """Prints how many are right; returns whether all are."""
    asked = tuple(cases(root))
    with tempfile.TemporaryDirectory() as folder:
        async with analyst(Path(folder)) as amy:
            for name in {name: None for name, *_ in asked}:
                whoop = name == "whoop"
                file = root / "whoop" / "physiological_cycles.csv" if whoop else root / "lifesnaps" / "daily.csv"
                await amy.import_file(name, file, subject="" if whoop else name)
            outcomes = await asyncio.gather(*(ask(amy, *case) for case in asked))
    problems = [problem for _, problem in outcomes if problem]
    withheld = sum(status is Status.WITHHELD for status, _ in outcomes)
    print(
        f"{len(asked) - len(problems)} of {len(asked)} right ({WEARERS} LifeSnaps wearers, one WHOOP wearer), "
        f"{withheld} of them withheld by the validator"
    )
    for problem in problems if show_wrong else ():
        print(f"WRONG {problem}")
    return not problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show-wrong", action="store_true", help="print each wrong answer")
    arguments = parser.parse_args()
    root = data_root()
    if root is None or not (root / "whoop").is_dir() or not (root / "lifesnaps").is_dir():
        print("No evaluation data: set AMY_EVAL_DATA to a folder that holds lifesnaps/ and whoop/.")
        return 2
    return 0 if asyncio.run(run(root, show_wrong=arguments.show_wrong)) else 1


if __name__ == "__main__":
    sys.exit(main())
