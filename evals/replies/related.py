"""Inventions that lean on what the turn knows, and invented times and dates."""

from typing import Final

from evals.replies.inventor import (
    STRANGE_UNITS,
    UNIT_TEXTS,
    Invention,
    Inventor,
    NoSuchNumberError,
    if_invented,
    level,
    named,
    said,
)
from evals.replies.spelling import MONTHS, grouped, ordinal, ordinal_words, plain, words
from evals.replies.truth import converted, dimension, is_invented
from services.orchestrator.domain.numbers import fact_text


def _right_value_wrong_unit(i: Inventor) -> Invention:
    fact = i.fact()
    others = [u for u in UNIT_TEXTS if dimension(u) != dimension(fact.unit or "") and u != "week"]
    unit = i.rng.choice(others)
    value = round(abs(fact.value), i.rng.choice((0, 1)))
    text = f"{value:,.1f}".removesuffix(".0") + i.rng.choice(UNIT_TEXTS[unit])
    return if_invented(i, value, unit, level(text))


def _known_value_strange_unit(i: Inventor) -> Invention:
    if not i.known:
        raise NoSuchNumberError
    value, unit = abs(i.rng.choice(i.known).value), i.rng.choice(STRANGE_UNITS)
    text = grouped(value) if float(value).is_integer() else plain(value, 1)
    return if_invented(i, float(text.replace(",", "")), unit, level(f"{text} {unit}"))


def _reference_with_wrong_unit(i: Inventor) -> Invention:
    fact = i.fact(lambda fact: fact.claim.rpartition(".")[2].startswith("n"))
    unit = i.rng.choice([unit for unit in UNIT_TEXTS if dimension(unit) != "time"])
    text = i.rng.choice(UNIT_TEXTS[unit])
    return if_invented(i, fact.value, unit, level(f"{{{{{fact.claim}}}}}{text}", fact_text(fact) + text))


def _wrong_conversion(i: Inventor) -> Invention:
    fact = i.fact()
    pairs = {"min": ("h", " hours"), "km": ("mi", " miles"), "kg": ("lb", " lb"), "degC": ("degF", " °F")}
    if fact.unit not in pairs or fact.value <= 0:
        raise NoSuchNumberError
    unit, text = pairs[fact.unit]
    value = round(converted(fact.value, fact.unit, unit) * i.rng.choice((0.8, 0.93, 1.08, 1.25)), 1)
    return if_invented(i, value, unit, level(f"{value:.1f}{text}"))


def _same_dimension_wrong_unit(i: Inventor) -> Invention:
    fact = i.fact()
    slips = {"min": "h", "km": "mi", "kg": "lb", "ms": "s"}
    unit = slips.get(fact.unit or "")
    if unit is None:
        raise NoSuchNumberError
    value = round(abs(fact.value), 1)
    return if_invented(i, value, unit, level(f"{value:.1f} {unit}"))


def _wrong_sign(i: Inventor) -> Invention:
    fact = i.fact(lambda fact: fact.unit is None and fact.claim.endswith(".effect"))
    text = f"{'+' if fact.value < 0 else i.rng.choice('-−')}{abs(fact.value):.2f}"
    signed = float(text.replace("−", "-"))
    if any(one.unit != "day" and abs(one.value - signed) <= 0.06 for one in i.known):
        raise NoSuchNumberError
    return said("rho", text)


def _glued_to_reference(i: Inventor) -> Invention:
    fact = i.fact()
    reference, shown = f"{{{{{fact.claim}}}}}", fact_text(fact)
    digit = str(i.rng.randint(1, 9))
    number = shown.split(" ")[0].rstrip("%")
    between = i.rng.choice(("", "\u200b", "**", "`", ".")) if i.rng.random() < 0.5 else ""
    point = "." if between == "." and "." not in number else ""
    value = abs(float((digit + point + number).replace(",", "").replace("-", "")))
    if fact.value <= 0 or not is_invented(value, fact.unit, i.known):
        raise NoSuchNumberError
    return level(f"{digit}{between}{reference}", f"{digit}{between}{shown}")


def _multiple_of_reference(i: Inventor) -> Invention:
    fact = i.fact()
    reference, shown = f"{{{{{fact.claim}}}}}", fact_text(fact)
    factor, text = i.rng.choice(
        ((2, "twice"), (0.5, "half of"), (2, "double"), (3, "three times"), (10, "ten times"), (2, "2 ×"))
    )
    if not is_invented(fact.value * factor, fact.unit, i.known) or not is_invented(factor, None, i.known):
        raise NoSuchNumberError
    return level(f"{text} {reference}", f"{text} {shown}")


def _unknown_reference(i: Inventor) -> Invention:
    claim = i.rng.choice(
        (
            "ds-009.effect",
            "ds-001.p",
            "ratio(ds-001.effect)",
            "ratio(ds-001.effect,ds-009.n)",
            "user.9",
            "58",
            "sum(1,2)",
        )
    )
    text = i.rng.choice((f"{{{{{claim}}}}}", f"{{{{ {claim} }}}}", f"{{{{{claim}"))
    return level(text)


def _attributed(i: Inventor) -> Invention:
    return said("published", i.level() + i.unit())


def _misquoted(i: Inventor) -> Invention:
    return said(i.rng.choice(("said", "age")), i.level() + i.unit())


def _hours_and_minutes(i: Inventor) -> Invention:
    hours, minutes = divmod(i.count(125, 640, "min"), 60)
    shapes = (
        f"{hours} h {minutes:02d} min", f"{hours}h{minutes:02d}", f"{hours}h {minutes}m",
        f"{hours} hours and {minutes} minutes", f"{hours}:{minutes:02d} hours",
        f"{words(hours)} hours and {words(minutes)} minutes", f"{hours} hours {minutes}", f"{hours} hr {minutes} min",
    )  # fmt: skip
    return level(i.rng.choice(shapes))


def _day_number(i: Inventor) -> Invention:
    value = i.count(11, 99, None)
    shapes = (f"day {value}", f"night {value}", f"week {value}", f"your {ordinal(value)} day", f"Day {words(value)}")
    return said("date", i.rng.choice(shapes))


def _date(i: Inventor) -> Invention:
    day, month = i.rng.randint(13, 27), i.rng.randrange(12)
    name, year = MONTHS[month], i.rng.choice((2025, 2026))
    shapes = (
        f"{day} {name}", f"{name} {day}", f"{name} {ordinal(day)}", f"the {ordinal(day)} of {name}",
        f"{day} {name[:3]} {year}",
        f"{name} {day}, {year}", f"{year}-{month + 1:02d}-{day:02d}", f"{day:02d}/{month + 1:02d}/{year}",
        f"{day}.{month + 1}.{year}",
        f"the {ordinal(day)}", f"the {ordinal_words(day)} of {name}", f"{name} the {ordinal_words(day)}",
        f"{month + 1}/{day}",
    )  # fmt: skip
    return said("date", i.rng.choice(shapes))


def _year(i: Inventor) -> Invention:
    year = i.count(1990, 2024, None)
    if i.world.paper and str(year) in i.world.paper.citation:
        raise NoSuchNumberError
    shapes = (str(year), f"early {year}", f"{year // 10}0s", f"the year {year}", f"’{year % 100:02d}")
    return if_invented(i, year % 100, None, said("year", i.rng.choice(shapes)))


def _clock(i: Inventor) -> Invention:
    hour, minute = i.rng.randint(1, 12), i.rng.randrange(0, 60, 5)
    pm = i.rng.random() < 0.5
    noon, day = ("pm", hour % 12 + 12) if pm else ("am", hour % 12)
    shapes = (
        (f"{day}:{minute:02d}", day * 60 + minute), (f"{hour}:{minute:02d} {noon}", day * 60 + minute),
        (f"{hour}:{minute:02d}{noon}", day * 60 + minute), (f"{day}h{minute:02d}", day * 60 + minute),
        (f"{day}.{minute:02d}", day * 60 + minute), (f"{hour} {noon}", day * 60), (f"{hour}{noon}", day * 60),
        (f"{hour} {noon[0]}.m.", day * 60), (f"{hour} o’clock", day * 60), (f"{words(hour)} o'clock", day * 60),
        (f"half past {words(hour)}", day * 60 + 30), (f"{words(hour)} thirty", day * 60 + 30),
        (f"quarter to {words(hour)}", day * 60 - 15), (f"{day:02d}{minute:02d} hours", day * 60 + minute),
    )  # fmt: skip
    text, value = i.rng.choice(shapes)
    either_half_of_the_day = (value, (value + 720) % 1440)
    if not all(is_invented(said, "min", i.known) for said in either_half_of_the_day):
        raise NoSuchNumberError
    # Without a colon a time may as well be a plain number.
    if "." in text and text[0].isdigit() and text[-1].isdigit() and not is_invented(float(text), None, i.known):
        raise NoSuchNumberError
    return said("clock", text)


def _span(i: Inventor) -> Invention:
    value, unit = i.count(2, 99), i.rng.choice(("day", "week", "month"))
    if not is_invented(value, unit, i.known) or not is_invented(value, None, i.known):
        raise NoSuchNumberError
    many = words(value) if i.rng.random() < 0.5 else str(value)
    shapes = (f"the last {many} {unit}s", f"the past {many} {unit}s", f"the {many}-{unit} window", f"{many} {unit}s")
    return said("span", i.rng.choice(shapes), f"{many} {unit}s", f"{many}-{unit}")


def _loose_span(i: Inventor) -> Invention:
    value, unit, text = i.rng.choice(
        (
            (14, "day", "a fortnight"),
            (12, "day", "a dozen nights"),
            (10, "day", "the last ten days"),
            (2, "month", "two months"),
            (0.5, "year", "half a year"),
            (12, "day", "a dozen days"),
        )
    )
    return if_invented(i, value, unit if unit != "year" else None, said("span", text))


SHAPES: Final = named(
    _right_value_wrong_unit, _known_value_strange_unit, _reference_with_wrong_unit, _wrong_conversion,
    _same_dimension_wrong_unit, _wrong_sign, _glued_to_reference, _multiple_of_reference, _unknown_reference,
    _attributed, _misquoted, _hours_and_minutes, _day_number, _date, _year, _clock, _span, _loose_span,
)  # fmt: skip
