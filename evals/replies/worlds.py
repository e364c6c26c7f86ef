"""Random turns: a fact sheet like the real ones, a question with numbers of the user's own, literature, windows."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from evals.replies.spelling import MONTHS, grouped, plain, words
from evals.replies.truth import Known
from services.orchestrator.domain.evidence import Fact, Verdict
from services.orchestrator.domain.numbers import user_facts


@dataclass(frozen=True, kw_only=True)
class Metric:
    """Something a wearable measures, as the fact sheet has it."""

    name: str
    unit: str
    low: float
    high: float


METRICS: Final = (
    Metric(name="resting heart rate", unit="bpm", low=47, high=78),
    Metric(name="heart rate variability", unit="ms", low=18, high=95),
    Metric(name="HRV", unit="ms", low=18, high=95),
    Metric(name="daily step count", unit="steps", low=2800, high=17_500),
    Metric(name="time asleep", unit="min", low=310, high=520),
    Metric(name="deep sleep", unit="min", low=35, high=115),
    Metric(name="REM sleep", unit="min", low=50, high=140),
    Metric(name="walking distance", unit="km", low=2, high=14),
    Metric(name="calorie burn", unit="kcal", low=1650, high=3300),
    Metric(name="weight", unit="kg", low=52, high=108),
    Metric(name="deep sleep share", unit="%", low=8, high=28),
    Metric(name="SpO2", unit="%", low=92, high=98),
    Metric(name="sleep score", unit="points", low=52, high=93),
    Metric(name="skin temperature", unit="degC", low=32, high=36),
    Metric(name="breathing rate", unit="breaths/min", low=11, high=19),
)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """The facts of one finding by key; `metric` is what its numbers are about, `other` its partner."""

    id: str
    kind: str
    metric: Metric
    other: Metric
    window: str
    facts: dict[str, Fact]

    def value(self, key: str) -> float:
        return self.facts[key].value


@dataclass(frozen=True, kw_only=True)
class Echo:
    """A number of the user's own and the ways to say it again; `slot` is the kind of sentence it fits in."""

    slot: str
    texts: tuple[str, ...]
    known: tuple[Known, ...]


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A published number: prose as the domain expert writes it, and the ways to cite it."""

    prose: str
    citation: str
    url: str
    low: float
    high: float
    unit: str
    texts: tuple[str, ...]


Asked: TypeAlias = tuple[str, tuple[Echo, ...]]
"""A question, and the numbers in it."""

PAPERS: Final = (
    Paper(
        prose="Adults are advised to sleep 7 to 9 hours a night",
        citation="Hirshkowitz et al., 2015",
        url="https://doi.org/10.1016/j.sleh.2014.12.010",
        low=7, high=9, unit="h",
        texts=("7 to 9 hours", "7–9 hours", "7-9 h", "seven to nine hours", "at least 7 hours", "up to nine hours"),
    ),
    Paper(
        prose="In older adults the benefit of walking levels off at 6,000 to 8,000 steps a day",
        citation="Paluch et al., 2022",
        url="https://doi.org/10.1016/S2468-2667(21)00302-9",
        low=6000, high=8000, unit="steps",
        texts=("6,000 to 8,000 steps", "6,000–8,000 steps", "8,000 steps", "eight thousand steps", "6-8k steps"),
    ),
    Paper(
        prose="A Pittsburgh Sleep Quality Index above 5 points marks poor sleep",
        citation="Buysse et al., 1989",
        url="https://doi.org/10.1016/0165-1781(89)90047-4",
        low=5, high=5, unit="points",
        texts=("5 points", "five points", "more than 5 points"),
    ),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class World:
    """One turn: everything its answer may rest on.

    Attributes:
        failed: the analysis broke, so the answer may hold no number but the user's own.
        sheet: the facts, computed and published.
        literature: prose that may be quoted, where its numbers are not on the sheet.
        known: every number that the turn vouches for.
    """

    failed: bool
    question: str
    findings: tuple[Finding, ...]
    echoes: tuple[Echo, ...]
    paper: Paper | None
    sheet: tuple[Fact, ...]
    literature: str
    known: tuple[Known, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What an answer may cite, as the orchestrator hands it to the writer."""
        return (*self.sheet, *user_facts(self.question))


def make_world(rng: Random) -> World:
    failed = rng.random() < 0.05
    numbers = range(1, rng.randint(1, 4) + 1)
    findings = tuple(_finding(rng, f"ds-{number:03d}", "all data" if failed else _window(rng)) for number in numbers)
    question, echoes = rng.choice(_QUESTIONS)(rng, findings[0].metric)
    paper = None if failed else rng.choice((None, *PAPERS))
    computed = () if failed else tuple(fact for finding in findings for fact in finding.facts.values())
    read = _published(paper) if paper and rng.random() < 0.5 else ()
    return World(
        failed=failed,
        question=question,
        findings=findings,
        echoes=echoes,
        paper=paper,
        sheet=(*computed, *read),
        literature="" if paper is None or read else f"{paper.prose} ({paper.citation}, {paper.url}).",
        known=(
            *(Known(value=fact.value, unit=_unit_known(fact)) for fact in computed),
            *(Known(value=_told(fact), unit=_unit_known(fact)) for fact in computed),
            *(known for echo in echoes for known in echo.known),
            *((Known(value=paper.low, unit=paper.unit), Known(value=paper.high, unit=paper.unit)) if paper else ()),
            *(known for window in {finding.window: None for finding in findings} for known in _known_of_window(window)),
        ),
    )


def _told(fact: Fact) -> float:
    """The value as it is told: minutes from ten on, steps and kilocalories are whole."""
    is_whole = fact.unit in ("steps", "kcal") or (fact.unit == "min" and abs(fact.value) >= 10)
    return float(round(fact.value)) if is_whole else fact.value


def _unit_known(fact: Fact) -> str | None:
    counts_days = fact.claim.rpartition(".")[2].startswith("n")
    return "day" if counts_days else fact.unit


def _published(paper: Paper) -> tuple[Fact, ...]:
    values = dict.fromkeys((paper.low, paper.high))
    return tuple(
        Fact(
            claim=f"lit-{position:03d}.value", value=value, unit=paper.unit, source="literature", n=None, window=None,
            verdict=Verdict.VALIDATED, citation=f"{paper.citation}, {paper.url}",
        )
        for position, value in enumerate(values, start=1)
    )  # fmt: skip


def _window(rng: Random) -> str:
    kind = rng.randrange(6)
    if kind < 3:
        return f"last {rng.choice((7, 14, 30, 60, 90, 180))} days"
    if kind == 3:
        return f"{rng.choice(MONTHS)} {rng.choice((2025, 2026))}"
    return rng.choice(("all data", "past month", f"last {rng.choice((2, 3, 6, 12))} {rng.choice(('weeks', 'months'))}"))


def _known_of_window(window: str) -> Iterator[Known]:
    for word, after in zip(window.split(), [*window.split()[1:], ""], strict=True):
        if word.isdigit():
            unit = after.rstrip("s")
            yield Known(value=float(word), unit=unit if unit in ("day", "week", "month") else None)


def _finding(rng: Random, identifier: str, window: str) -> Finding:
    metric, other = rng.sample(METRICS, 2)
    kind = rng.choice(("scalar", "scalar", "association", "change"))
    n = rng.randint(12, 178)
    numbers: dict[str, tuple[float, str | None]] = {}
    if kind == "association":
        rho = rng.choice((-1, 1)) * rng.uniform(0.18, 0.78)
        half = rng.uniform(0.08, 0.17)
        numbers = {"n": (n, None), "effect": (rho, None), "ci_low": (rho - half, None), "ci_high": (rho + half, None)}
    else:
        mean = rng.uniform(metric.low, metric.high)
        spread = (metric.high - metric.low) * rng.uniform(0.05, 0.15)
        margin = spread / n**0.5 * 2
        numbers = {"effect": (mean, metric.unit), "n": (n, None)}
        if kind == "scalar":
            numbers |= {"ci_low": (mean - margin, metric.unit), "ci_high": (mean + margin, metric.unit)}
            numbers |= {"sd": (spread, metric.unit)} if rng.random() < 0.6 else {}
        else:
            prior = mean + rng.choice((-1, 1)) * spread * rng.uniform(0.5, 2)
            numbers = {
                "mean_recent": (mean, metric.unit), "mean_prior": (prior, metric.unit),
                "effect": (mean - prior, metric.unit), "n_recent": (n, None), "n_prior": (rng.randint(12, 178), None),
            }  # fmt: skip
    facts = {
        key: Fact(
            claim=f"{identifier}.{key}", value=value, unit=unit, source="data_science", n=n, window=window,
            verdict=rng.choice((Verdict.VALIDATED, Verdict.CONDITIONAL)),
        )
        for key, (value, unit) in numbers.items()
    }  # fmt: skip
    return Finding(id=identifier, kind=kind, metric=metric, other=other, window=window, facts=facts)


def _about_a_value(rng: Random, _metric: Metric) -> Asked:
    ldl = rng.randint(101, 189)
    spoken = words(ldl, with_and=True)
    texts = (f"an LDL of {ldl}", f"your LDL of {ldl}", f"your LDL of {spoken}", f"LDL {ldl}")
    return f"Is my LDL of {ldl} something to worry about?", (_echo("level", ldl, None, *texts),)


def _about_habits(rng: Random, _metric: Metric) -> Asked:
    hours, thousands = rng.randint(5, 8), rng.randrange(5, 13)
    slept = _echo("level", hours + 0.5, "h", f"{hours}.5 hours", f"{hours}.5 h", f"{words(hours)} and a half hours")
    walked = _echo(
        "level", thousands * 1000, "steps", f"{thousands},000 steps", f"{thousands}000 steps", f"{thousands}k steps",
        f"{words(thousands)} thousand steps",
    )  # fmt: skip
    return f"I sleep {hours}.5 hours and walk {thousands},000 steps a day. Why am I tired?", (slept, walked)


def _about_bedtime(rng: Random, metric: Metric) -> Asked:
    hour, minute, runs = rng.randint(21, 23), rng.choice((0, 15, 30, 45)), rng.randint(2, 6)
    said = f"{hour}:{minute:02d}"
    clock = Echo(
        slot="clock",
        texts=(said, f"{hour - 12}:{minute:02d} pm", f"{hour - 12}:{minute:02d}pm"),
        known=(Known(value=hour * 60 + minute, unit="min"),),
    )
    group = {2: ("a pair of workouts",), 3: ("a trio of workouts",), 4: ("a quartet of workouts",)}.get(runs, ())
    counted = _echo("counted", runs, "workouts", f"{runs} workouts", f"{words(runs)} workouts", *group)
    asked = f"I go to bed at {said} and do {runs} workouts a week. Does it show in my {metric.name}?"
    return asked, (clock, counted)


def _about_a_named_time(rng: Random, metric: Metric) -> Asked:
    name, hour, said = rng.choice((("midnight", 24, "12 am"), ("noon", 12, "12 pm"), ("midday", 12, "12 pm")))
    clock = Echo(slot="clock", texts=(name, said, f"{hour}:00"), known=(Known(value=hour * 60.0 % 1440, unit="min"),))
    rhythm = Echo(
        slot="rhythm",
        texts=("every other day", "every second day"),
        known=(Known(value=2, unit="day"), Known(value=0.5, unit="share")),
    )
    return f"I run every other day and eat around {name}. Does it show in my {metric.name}?", (clock, rhythm)


def _about_a_race(rng: Random, metric: Metric) -> Asked:
    name, km = rng.choice((("half-marathon", 21.0975), ("marathon", 42.195)))
    race = _echo("said", km, "km", f"the {name}", f"a {name}", f"the {name.replace('-', ' ')}", f"{km:.1f} km")
    return f"I ran a {name} on Sunday. Is that why my {metric.name} is off?", (race,)


def _about_a_reading(rng: Random, _metric: Metric) -> Asked:
    pulse = rng.randint(51, 88)
    texts = (f"{pulse} bpm", f"{words(pulse)} bpm", f"{pulse} beats per minute", f"a pulse of {pulse}")
    return f"My pulse was {pulse} bpm this morning. Is that normal?", (_echo("level", pulse, "bpm", *texts),)


def _about_a_drop(rng: Random, metric: Metric) -> Asked:
    drop = plain(rng.uniform(4, 19), 1)
    texts = (f"{drop}%", f"{drop} %", f"{drop} percent", f"the {drop}% drop")
    return f"Is my {drop}% drop in {metric.name} bad?", (_echo("level", float(drop), "%", *texts),)


def _about_oneself(rng: Random, _metric: Metric) -> Asked:
    weight, age = plain(rng.uniform(55, 99), 1), rng.randint(22, 79)
    heavy = _echo("level", float(weight), "kg", f"{weight} kg", f"{weight} kilograms", f"{weight}kg")
    old = _echo("age", age, "year", f"{age}", f"{words(age)}", f"{age} years old")
    return f"I am {age} years old and weigh {weight} kg. What should I watch?", (heavy, old)


def _without_numbers(_rng: Random, metric: Metric) -> Asked:
    return f"What is going on with my {metric.name}?", ()


_QUESTIONS: Final = (
    _about_a_value,
    _about_habits,
    _about_bedtime,
    _about_a_named_time,
    _about_a_race,
    _about_a_reading,
    _about_a_drop,
    _about_oneself,
    _without_numbers,
)


def _echo(slot: str, value: float, unit: str | None, *texts: str) -> Echo:
    return Echo(slot=slot, texts=texts, known=(Known(value=value, unit=unit),))


def rounded(rng: Random, value: float, unit: str | None) -> str:
    """A value as a careful writer rounds it: never by more than 1 %."""
    sign, size = ("\u2212" if rng.random() < 0.5 else "-") if value < 0 else "", abs(value)
    if unit is None:
        return sign + plain(size, rng.choice((2, 2, 3)))
    choices = [text for decimals in (0, 1, 2) if abs(float(text := plain(size, decimals)) - size) <= 0.01 * size]
    text = rng.choice(choices or [plain(size, 2)])
    return sign + (grouped(float(text), len(text.partition(".")[2])) if rng.random() < 0.8 else text)
