"""Held-out questions in our own words about the same four people, each with an independent answer.

`wordings.txt` holds the questions and says what is true of each; pandas computes it here from the raw files.

    python -m evals.wordings                 how many are right, by kind
    python -m evals.wordings --show-wrong    each wrong answer with how the question was read
"""

import argparse
import asyncio
import operator
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from evals.analyst import Analyst, analyst
from evals.people import data_root
from evals.phia import import_people, is_right

QUESTIONS = Path(__file__).with_name("wordings.txt")
WANTED = 0.95
_CONDITION = re.compile(r"(\w+) ?(<=|>=|<|>) ?([\d.]+)")
_OPERATORS: Mapping[str, Callable[[pd.Series, float], pd.Series]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class Person:
    """The raw files of one person, rows by day."""

    days: pd.DataFrame
    activities: pd.DataFrame

    @property
    def newest(self) -> pd.Timestamp:
        return pd.Timestamp(max(self.days.index.max(), self.activities.index.max()))


@dataclass(frozen=True, kw_only=True)
class Question:
    person: str
    kind: str
    truth: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Truth:
    """What is true of a question, as `wordings.txt` puts it."""

    words: tuple[str, ...]
    options: Mapping[str, str]
    conditions: tuple[tuple[str, str, float], ...] = field(default=())

    @classmethod
    def of(cls, text: str) -> "Truth":
        conditions = tuple((name, sign, float(value)) for name, sign, value in _CONDITION.findall(text))
        rest = _CONDITION.sub(" ", text).split()
        options = dict(word.split("=", 1) for word in rest if "=" in word)
        return cls(words=tuple(word for word in rest if "=" not in word), options=options, conditions=conditions)


def load(users: Path, person: str) -> Person:
    days = pd.read_csv(users / f"summary_df_{person}.csv", parse_dates=["datetime"]).set_index("datetime").sort_index()
    activities = pd.read_csv(users / f"exercise_df_{person}.csv", parse_dates=["date", "startTime"])
    return Person(days=days, activities=activities.sort_values("startTime").set_index("date"))


def questions() -> Iterator[Question]:
    for line in QUESTIONS.read_text().splitlines():
        if line and not line.startswith("#"):
            person, kind, truth, text = (part.strip() for part in line.split("|"))
            yield Question(person=person, kind=kind, truth=truth, text=text)


def windowed(frame: pd.DataFrame, options: Mapping[str, str], newest: pd.Timestamp) -> pd.DataFrame:
    if "on" in options:
        return frame[frame.index == newest - pd.Timedelta(days=int(options["on"]))]
    if "last" in options:
        return frame[frame.index > newest - pd.Timedelta(days=int(options["last"]))]
    return frame


def holding(frame: pd.DataFrame, truth: Truth) -> pd.DataFrame:
    """The rows on which every condition about a column of theirs holds."""
    for name, sign, value in truth.conditions:
        if name in frame:
            frame = frame[_OPERATORS[sign](frame[name], value)]
    return frame


def activities_of(person: Person, truth: Truth) -> pd.DataFrame:
    chosen = holding(windowed(person.activities, truth.options, person.newest), truth)
    if "kind" in truth.options:
        chosen = chosen[chosen["activityName"] == truth.options["kind"].replace("_", " ")]
    about_days = [name for name, _, _ in truth.conditions if name not in chosen]
    if about_days:
        chosen = chosen[chosen.index.isin(holding(person.days, truth).index)]
    take = int(truth.options.get("take", 0))
    return chosen.head(take) if take > 0 else chosen.tail(-take) if take < 0 else chosen


def statistic(values: pd.Series, name: str) -> float:
    how = {"sd": "std", "": "mean"}.get(name, name)
    return float(values.dropna().agg(how))


def true_answer(person: Person, question: Question) -> str:
    """The number, or the names, that answers the question."""
    truth = Truth.of(question.truth)
    name, how = (*truth.words, "", "")[:2]
    match question.kind:
        case "day":
            days = holding(windowed(person.days, truth.options, person.newest), truth)
            if "with" in truth.options:
                done = person.activities[person.activities["activityName"] == truth.options["with"].replace("_", " ")]
                days = days[days.index.isin(done.index)]
            return str(statistic(days[name], how))
        case "days":
            return str(len(holding(windowed(person.days, truth.options, person.newest), truth)))
        case "recent":
            day = activities_of(person, truth).index[-1]
            return str(float(person.days.loc[day, name]))
        case "kinds":
            return ", ".join(activities_of(person, truth)["activityName"].unique())
    return str(_of_activities(activities_of(person, truth), name, how))


def _of_activities(activities: pd.DataFrame, name: str, how: str) -> float:
    if name == "count":
        return len(activities)
    if name == "count_days":
        return int(activities.index.nunique())
    return statistic(activities[name], how)


async def wrong_with(amy: Analyst, question: Question, expected: str) -> str:
    """What was told instead; empty when the answer is right."""
    answer = await amy.ask(question.person, question.text)
    if is_right(answer, expected):
        return ""
    approach = await amy.approach(question.person, answer)
    return f"{question.text!r} expected {expected}\n    {approach}\n    {answer.text}"


async def run(root: Path, *, show_wrong: bool) -> float:
    """Prints the share of right answers by kind; returns it over all."""
    asked = tuple(questions())
    users = root / "phia" / "users"
    people = {name: load(users, name) for name in sorted({each.person for each in asked})}
    with tempfile.TemporaryDirectory() as folder:
        async with analyst(Path(folder)) as amy:
            await import_people(amy, users, list(people))

            async def ask(question: Question) -> str:
                return await wrong_with(amy, question, true_answer(people[question.person], question))

            problems = await asyncio.gather(*map(ask, asked))
    whole = Counter(each.kind for each in asked)
    right = Counter(each.kind for each, problem in zip(asked, problems, strict=True) if not problem)
    print(f"{right.total()} of {whole.total()} held-out questions right ({right.total() / whole.total():.1%})")
    for kind, count in whole.items():
        print(f"  {kind:8} {right[kind]:4} of {count:4}  {right[kind] / count:7.1%}")
    for problem in filter(None, problems if show_wrong else ()):
        print(f"WRONG {problem}")
    return right.total() / whole.total()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show-wrong", action="store_true", help="print each wrong answer")
    arguments = parser.parse_args()
    root = data_root()
    if root is None or not (root / "phia" / "users").is_dir():
        print("No evaluation data: set AMY_EVAL_DATA to a folder that holds phia/users.")
        return 2
    return 0 if asyncio.run(run(root, show_wrong=arguments.show_wrong)) >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
