"""Numbers that an answer may say, in every shape that a careful writer gives them."""

import calendar
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from evals.replies.bounds import true_bound
from evals.replies.inventor import UNIT_TEXTS
from evals.replies.spelling import MONTHS, TENS, grouped, ordinal, plain, words
from evals.replies.truth import Known, near
from evals.replies.worlds import Finding, Metric, World, rounded


@dataclass(frozen=True, kw_only=True)
class Said:
    """A number as an answer says it, and what is known because of it.

    Attributes:
        slot: the kind of sentence it fits in.
        metric: what the sentence is about; None when that does not matter.
        declared: the derivation that it declares, if any.
    """

    slot: str
    text: str
    metric: Metric | None = None
    declared: tuple[Known, ...] = ()


Way: TypeAlias = Callable[[Random, World], Said | None]


def _one(rng: Random, world: World, kind: str) -> Finding | None:
    return rng.choice([finding for finding in world.findings if finding.kind == kind] or [None])


def _described(rng: Random, world: World) -> Finding | None:
    return _one(rng, world, "scalar")


def _ref(finding: Finding, key: str) -> str:
    return f"{{{{{finding.id}.{key}}}}}"


def _unit(rng: Random, unit: str) -> str:
    return rng.choice(UNIT_TEXTS[unit])


def _whole(value: float) -> int | None:
    """The whole number that stands for a value within 1 %, if one does."""
    return round(value) if abs(round(value) - value) <= 0.01 * value else None


def _reference(rng: Random, world: World) -> Said | None:
    finding = _described(rng, world)
    return Said(slot="level", text=_ref(finding, "effect"), metric=finding.metric) if finding else None


def _reference_before_its_unit(rng: Random, world: World) -> Said | None:
    finding = _described(rng, world)
    if not finding or finding.metric.unit not in ("bpm", "ms", "min", "km", "kcal", "kg"):
        return None
    return Said(slot="level", text=f"{_ref(finding, 'effect')} {finding.metric.unit}", metric=finding.metric)


def _rounding(rng: Random, world: World) -> Said | None:
    finding = _described(rng, world)
    if not finding:
        return None
    key = rng.choice([key for key in ("effect", "effect", "ci_low", "ci_high") if key in finding.facts])
    text = rounded(rng, finding.value(key), finding.metric.unit) + _unit(rng, finding.metric.unit)
    about = rng.choice(("", "", "about ", "roughly ", "~", "≈", "in the region of ", "around "))
    return Said(slot="level", text=about + text, metric=finding.metric)


def _rounding_in_words(rng: Random, world: World) -> Said | None:
    finding = _described(rng, world)
    whole = _whole(finding.value("effect")) if finding else None
    if not finding or whole is None or finding.metric.unit == "steps":
        return None
    unit = _unit(rng, finding.metric.unit).replace("%", " percent")
    spoken = words(whole, joint=rng.choice("- "), with_and=rng.random() < 0.5)
    return Said(slot="level", text=spoken + " " + unit.strip(), metric=finding.metric)


def _bound(rng: Random, world: World) -> Said | None:
    finding = _described(rng, world)
    text = true_bound(rng, finding.value("effect"), finding.metric.unit) if finding else None
    return Said(slot="level", text=text, metric=finding.metric) if finding and text else None


def _within_ten(rng: Random, world: World) -> Said | None:
    """Such as "in the sixties" and "sixty-something", of a value that is."""
    finding = _described(rng, world)
    if not finding or not 30 <= finding.value("effect") < 100 or finding.metric.unit == "min":
        return None
    tens, ones = divmod(finding.value("effect"), 10)
    if not 0.5 <= ones <= 9.4:
        return None
    name = TENS[int(tens)]
    third = "low" if ones < 3 else "high" if ones > 7 else "mid" if 4 < ones < 6 else ""
    shapes = (
        f"{name}-something", f"{name}-odd{_unit(rng, finding.metric.unit).replace('%', ' percent')}",
        f"the {third} {name[:-1]}ies" if third else f"the {name[:-1]}ies",
    )  # fmt: skip
    return Said(slot="level", text=rng.choice(shapes), metric=finding.metric)


def _round_thousands(rng: Random, world: World) -> Said | None:
    finding = _described(rng, world)
    if not finding or finding.metric.unit != "steps":
        return None
    value = finding.value("effect")
    thousand, hundreds = round(value / 1000), round(value, -2)
    shapes = [f"{hundreds / 1000:.1f}k steps", f"about {grouped(hundreds)} steps", f"{plain(hundreds)} steps"]
    if near(thousand * 1000, value):
        shapes += [f"{words(thousand)} thousand steps", f"{thousand}k steps"]
    return Said(slot="level", text=rng.choice(shapes), metric=finding.metric)


def _in_hours(rng: Random, world: World) -> Said | None:
    finding = _described(rng, world)
    if not finding or finding.metric.unit != "min":
        return None
    value = finding.value("effect")
    hours, minutes = divmod(round(value), 60)
    shapes = [
        f"{hours} h {minutes} min", f"{hours}h {minutes:02d}m", f"{hours} hours and {minutes} minutes",
        f"{value / 60:.1f} hours",
        f"{value / 60:.2f} h", f"{hours} hours {minutes} minutes",
    ]  # fmt: skip
    return Said(slot="level", text=rng.choice(shapes if hours > 1 else shapes[-2:-1]), metric=finding.metric)


def _interval(rng: Random, world: World) -> Said | None:
    finding = _described(rng, world)
    if not finding:
        return None
    unit = _unit(rng, finding.metric.unit)
    low, high = (rounded(rng, finding.value(key), finding.metric.unit) for key in ("ci_low", "ci_high"))
    shapes = (
        f"{low} to {high}{unit}", f"{low}–{high}{unit}", f"{low} – {high}{unit}", f"{low}-{high}{unit}",
        f"{_ref(finding, 'ci_low')} to {_ref(finding, 'ci_high')}",
        f"{_ref(finding, 'ci_low')}–{_ref(finding, 'ci_high')}",
        f"between {low} and {high}{unit}", f"95% CI {low} to {high}{unit}", f"[{low}, {high}]",
        f"95 % confidence interval: {low}–{high}{unit}",
    )  # fmt: skip
    return Said(slot="interval", text=rng.choice(shapes), metric=finding.metric)


def _days(rng: Random, world: World) -> Said | None:
    finding = rng.choice(world.findings)
    key = next(key for key in ("n", "n_recent") if key in finding.facts)
    n = int(finding.value(key))
    days = rng.choice(("days", "nights", "days of data", "daily readings", "mornings"))
    spoken = words(n, with_and=rng.random() < 0.5)
    shapes = (f"{_ref(finding, key)} {days}", f"{n} {days}", f"{spoken} {days}", f"{n} of the days", f"{n} days in all")
    return Said(slot="days", text=rng.choice(shapes), metric=finding.metric)


def _sample(rng: Random, world: World) -> Said | None:
    finding = _described(rng, world)
    if not finding:
        return None
    n = int(finding.value("n"))
    shapes = (f"n = {n}", f"n={n}", f"N={n}", f"n = {_ref(finding, 'n')}", f"{n} days")
    return Said(slot="sample", text=rng.choice(shapes), metric=finding.metric)


def _correlation(rng: Random, world: World) -> Said | None:
    finding = _one(rng, world, "association")
    if not finding:
        return None
    value = finding.value("effect")
    shapes = (
        _ref(finding, "effect"), _ref(finding, "effect"), rounded(rng, value, None), plain(abs(value), 2),
        f"{_ref(finding, 'effect')} (n = {_ref(finding, 'n')})",
        f"{rounded(rng, value, None)} (95% CI {_ref(finding, 'ci_low')} to {_ref(finding, 'ci_high')})",
    )  # fmt: skip
    return Said(slot="rho", text=rng.choice(shapes), metric=finding.metric)


def _share(rng: Random, world: World) -> Said | None:
    shares = [f for f in world.findings if f.kind == "scalar" and f.metric.unit == "%"]
    if not shares:
        return None
    finding = rng.choice(shares)
    return Said(slot="share", text=rounded(rng, finding.value("effect"), "%") + _unit(rng, "%"), metric=finding.metric)


def _change(rng: Random, world: World) -> Said | None:
    finding = _one(rng, world, "change")
    if not finding or abs(finding.value("effect")) < 0.05:
        return None
    effect, unit = finding.value("effect"), finding.metric.unit
    text = rounded(rng, abs(effect), unit) + _unit(rng, unit)
    return Said(slot="change", text=rng.choice((_ref(finding, "effect"), text, "about " + text)), metric=finding.metric)


def _declared(rng: Random, world: World) -> Said | None:
    finding = _one(rng, world, "change")
    if not finding:
        return None
    recent, prior = finding.value("mean_recent"), finding.value("mean_prior")
    operation = rng.choice(("ratio", "difference", "percent_change"))
    space = rng.choice(("", " "))
    text = f"{{{{{operation}({finding.id}.mean_recent,{space}{finding.id}.mean_prior)}}}}"
    if operation == "ratio":
        known = Known(value=recent / prior, unit=None)
        return Said(slot="factor", text=f"{text} times", metric=finding.metric, declared=(known,))
    if operation == "difference":
        known = Known(value=recent - prior, unit=finding.metric.unit)
    else:
        known = Known(value=(recent - prior) / prior * 100, unit="%")
    return Said(slot="change", text=text, metric=finding.metric, declared=(known,))


def _echo(rng: Random, world: World) -> Said | None:
    if not world.echoes:
        return None
    echo = rng.choice(world.echoes)
    return Said(slot="said" if echo.slot == "level" else echo.slot, text=rng.choice(echo.texts))


def _published(rng: Random, world: World) -> Said | None:
    if world.paper is None:
        return None
    references = [fact.claim for fact in world.sheet if fact.source == "literature"]
    texts = (*world.paper.texts, *(f"{{{{{claim}}}}}" for claim in references))
    return Said(slot="published", text=rng.choice(texts))


def _span(rng: Random, world: World) -> Said | None:
    counted = [f.window.split() for f in world.findings if f.window.startswith("last ")]
    if not counted:
        return None
    _, many, unit = rng.choice(counted)
    spoken = words(int(many))
    shapes = (
        f"the last {many} {unit}", f"the past {many} {unit}", f"the last {spoken} {unit}",
        f"the {many}-{unit[:-1]} window",
        f"these {many} {unit}", f"the past {spoken} {unit}",
    )  # fmt: skip
    return Said(slot="span", text=rng.choice(shapes))


def _span_in_months(rng: Random, world: World) -> Said | None:
    days = [int(f.window.split()[1]) for f in world.findings if f.window.startswith("last ") and "days" in f.window]
    months = [many // 30 for many in days if many % 30 == 0]
    if not months:
        return None
    many = rng.choice(months)
    if many == 1:
        return Said(slot="span", text=rng.choice(("the last month", "the past month")))
    spoken = rng.choice((words(many), str(many)))
    return Said(slot="span", text=rng.choice((f"the last {spoken} months", f"the past {spoken} months")))


def _date(rng: Random, world: World) -> Said | None:
    months = [f.window.split() for f in world.findings if f.window.split()[0] in MONTHS]
    if not months:
        return None
    name, year = rng.choice(months)
    month = MONTHS.index(name) + 1
    day = rng.choice((1, calendar.monthrange(int(year), month)[1]))
    shapes = (
        f"{day} {name}", f"{name} {day}", f"{name} {ordinal(day)}", f"{day} {name} {year}",
        f"{year}-{month:02d}-{day:02d}",
        f"the {ordinal(day)} of {name}", f"{name} {year}",
    )  # fmt: skip
    return Said(slot="date", text=rng.choice(shapes))


def _year(rng: Random, world: World) -> Said | None:
    years = [f.window.split()[1] for f in world.findings if f.window.split()[0] in MONTHS]
    return Said(slot="year", text=rng.choice(years)) if years else None


def _idiom(rng: Random, _world: World) -> Said | None:
    slot, text = rng.choice(_IDIOMS)
    return Said(slot=slot, text=text)


_IDIOMS: Final = (
    ("rank", "upper part"), ("rank", "second half"), ("rank", "first half"), ("rank", "middle"),
    ("parts", "two findings"), ("parts", "three tips"), ("parts", "2 findings"), ("counted", "a few quiet spells"),
    ("parts", "3 tips"), ("parts", "the two windows"), ("parts", "these two periods"), ("parts", "the two averages"),
    ("clause", "rose"), ("clause", "fell a little"), ("clause", "held steady"),
    ("factor", "about"),
    ("clause", "changed for the better"),
)  # fmt: skip

WAYS: Final[dict[str, Way]] = {
    way.__name__.strip("_").replace("_", " "): way
    for way in (
        _reference, _reference_before_its_unit, _rounding, _rounding_in_words, _bound, _within_ten, _round_thousands,
        _in_hours, _interval, _days, _sample, _correlation, _share, _change, _declared, _echo, _published, _span,
        _span_in_months, _date, _year, _idiom,
    )
}  # fmt: skip
"""How a number may legitimately be said, by name."""


def say(rng: Random, world: World, ways: Sequence[str]) -> tuple[str, Said]:
    """One number that the turn has, and the way it is said; what the turn lacks is passed over."""
    while True:
        name = rng.choice(ways)
        said = WAYS[name](rng, world)
        if said is not None:
            return name, said
