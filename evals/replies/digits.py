"""Invented numbers in digits: how they are written, and in which units."""

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
    two,
)
from evals.replies.spelling import grouped, in_alphabet, plain
from evals.replies.truth import is_invented
from services.orchestrator.domain.numbers import fact_text


def _digits(i: Inventor) -> Invention:
    return level(plain(i.whole()) + i.unit())


def _bare_digits(i: Inventor) -> Invention:
    return level(i.without_unit())


def _decimal(i: Inventor) -> Invention:
    return level(i.level(decimals=i.rng.choice((1, 2))) + i.unit())


def _attached_unit(i: Inventor) -> Invention:
    return level(i.level() + i.unit().strip())


def _hyphenated_unit(i: Inventor) -> Invention:
    value = i.level()
    return level(f"a {value}-{i.unit().strip().replace('%', 'percent')} level", value)


def _thousands(i: Inventor, mark: str = ",") -> Invention:
    value = i.number("steps", low=2500, high=19_000)
    return level(grouped(value).replace(",", mark) + " steps")


def _thousands_by_space(i: Inventor) -> Invention:
    return _thousands(i, i.rng.choice(("\u202f", "\u00a0", "\u2009", " ")))


def _thousands_by_mark(i: Inventor) -> Invention:
    return _thousands(i, i.rng.choice(("'", "’", ".", "_", "")))


def _kilo(i: Inventor) -> Invention:
    value = i.number("steps", decimals=-2, low=2500, high=19_000) / 1000
    return level(f"{value:.1f}{i.rng.choice(('k', 'K', ' k', ' thousand', 'k+'))} steps")


def _decimal_comma(i: Inventor) -> Invention:
    return level(i.level(decimals=1).replace(".", ",") + i.unit())


def _range(i: Inventor) -> Invention:
    low, high = two(i)
    link = i.rng.choice(("–", "-", " to ", "—", " – ", "\u2011", " through ", "…", "..", "−"))
    return level(f"{low}{link}{high}{i.unit()}")


def _between(i: Inventor) -> Invention:
    low, high = two(i)
    return level(f"between {low} and {high}{i.unit()}")


def _range_with_one_true_end(i: Inventor) -> Invention:
    fact = i.fact(lambda fact: fact.unit is not None and fact.value > 0)
    unit = fact.unit or ""
    other = plain(i.number(unit), 0)
    shown = fact_text(fact)
    reference = f"{{{{{fact.claim}}}}}"
    shapes = (
        (f"{reference} to {other}{UNIT_TEXTS[unit][0]}", f"{shown} to {other}"),
        (f"{other}–{reference}", f"{other}–{shown}"),
        (f"{reference}, or {other}{UNIT_TEXTS[unit][0]}", f"or {other}{UNIT_TEXTS[unit][0]}"),
    )
    text, surface = i.rng.choice(shapes)
    return level(text, surface)


def _list(i: Inventor) -> Invention:
    low, high = two(i)
    unit = i.unit()
    return level(f"{low}, {high} and {i.whole()}{unit}", f"{low}, {high} and", f"{low}, {high}")


def _plus_minus(i: Inventor) -> Invention:
    fact = i.fact()
    spread = plain(i.number(None, decimals=1, low=fact.value * 0.02 + 0.1, high=abs(fact.value) * 0.4 + 1), 1)
    mark = i.rng.choice(("±", " ± ", " +/- ", " plus or minus "))
    return level(f"{{{{{fact.claim}}}}}{mark}{spread}", f"{mark}{spread}")


def _scientific(i: Inventor) -> Invention:
    value = i.number(i.metric.unit)
    head, exponent = f"{value:.2e}".split("e")
    power = str(int(exponent))
    raised = in_alphabet(power, "superscript")
    shapes = (
        f"{head}e{power}",
        f"{head}E+{power}",
        f"{head} × 10^{power}",
        f"{head}×10{raised}",
        f"{head}·10**{power}",
    )
    exact = round(float(head) * 10 ** int(exponent), 6)
    return if_invented(i, exact, i.metric.unit, level(i.rng.choice(shapes) + i.unit()))


def _strange_unit(i: Inventor) -> Invention:
    value = i.number("thing", low=3, high=99)
    return level(f"{plain(value)} {i.rng.choice(STRANGE_UNITS)}")


def _rate(i: Inventor) -> Invention:
    value = plain(i.number("bpm", low=41, high=99))
    return level(
        value + i.rng.choice(("/min", " per minute", " a minute", " times a minute", " min⁻¹", " BPM", " b.p.m."))
    )


def _approximate(i: Inventor) -> Invention:
    value = i.without_unit()
    mark = i.rng.choice(
        ("~{}", "≈{}", ">{}", "<{}", "≥ {}", "{}+", "{}-ish", "c. {}", "ca. {}", "#{}", "@{}", "+{}", "×{}")
    )
    return level(mark.format(value) + ("" if mark == "{}-ish" else i.unit()), mark.format(value))


def _glued(i: Inventor) -> Invention:
    value = i.without_unit()
    shapes = (
        f"HR{value}",
        f"bpm:{value}",
        f"hr={value}",
        f"x{value}",
        f"level{value}",
        f"{value}ish",
        f"_{value}_",
        f"rhr_{value}",
    )
    return level(i.rng.choice(shapes))


def _spaced_digits(i: Inventor) -> Invention:
    digits = plain(i.whole())
    if len(digits) < 2:
        raise NoSuchNumberError
    return level(i.rng.choice((" ", "\u2009", " ")).join(digits) + i.unit())


def _sum(i: Inventor) -> Invention:
    fact = i.fact()
    total = i.number(fact.unit, decimals=1)
    text = f"{total:.1f}{UNIT_TEXTS[fact.unit or ''][0]}"
    shapes = (f"{{{{{fact.claim}}}}} plus a little, so {text}", f"nearly twice that, {text}", f"a × b = {text}")
    return level(i.rng.choice(shapes), text)


def _percent(i: Inventor) -> Invention:
    value = plain(i.number("%", decimals=i.rng.choice((0, 0, 1)), low=3, high=97), 0)
    mark = i.rng.choice(("%", " %", " percent", " per cent", "％", "﹪", " pct", " percentage points", "٪", "\u202f%"))
    if not is_invented(float(value), "%", i.known):
        raise NoSuchNumberError
    return said("share", value + mark)


def _percent_change(i: Inventor) -> Invention:
    value = plain(i.number("%", decimals=1, low=2, high=60), 1)
    return said(
        "change", i.rng.choice((f"{value}%", f"+{value}%", f"−{value} %", f"{value} percentage points")), f"{value}"
    )


def _signed_change(i: Inventor) -> Invention:
    value = i.level()
    sign = i.rng.choice(("+", "-", "−", "minus ", "plus ", "± ", "↑", "↓ ", "Δ "))
    return said("change", f"{sign}{value}{i.unit()}", value)


def _score(i: Inventor) -> Invention:
    top, whole = i.rng.choice(((6, 10), (8, 10), (3, 5), (7, 9), (83, 100)))
    shapes = (
        f"{top}/{whole}",
        f"{top} / {whole}",
        f"{top} of {whole} points",
        f"{top} stars",
        f"level {top}",
        f"grade {top}",
    )
    if not is_invented(top / whole, None, i.known):
        raise NoSuchNumberError
    return if_invented(i, top, None, level(i.rng.choice(shapes)))


def _pressure(i: Inventor) -> Invention:
    upper, lower = i.count(104, 158, "mmHg"), i.count(62, 98, "mmHg")
    text = f"{upper}{i.rng.choice(('/', ' over ', ' / '))}{lower}"
    if not is_invented(upper, None, i.known) or not is_invented(lower, None, i.known):
        raise NoSuchNumberError
    return level(text + i.rng.choice(("", " mmHg")))


def _rho(i: Inventor) -> Invention:
    value = i.number(None, decimals=2, low=0.05, high=0.97)
    sign = i.rng.choice(("", "-", "−", "+", "minus ", "plus "))
    text = plain(value, 2)
    return said("rho", sign + (text.removeprefix("0") if i.rng.random() < 0.3 else text))


def _p_value(i: Inventor) -> Invention:
    value = i.number(None, decimals=2, low=0.1, high=0.98)
    return said(
        "sample", i.rng.choice((f"p = {value:.2f}", f"p={value:.2f}", f"R² of {value:.2f}", f"(p < {value:.2f})"))
    )


def _sample_size(i: Inventor) -> Invention:
    value = i.count(200, 990, None)
    return said(
        "sample",
        i.rng.choice((f"N={value}", f"n = {value}", f"N = {value}", f"N={value:,} days", f"n={value}", f"N: {value}")),
    )


SHAPES: Final = named(
    _digits, _bare_digits, _decimal, _attached_unit, _hyphenated_unit, _thousands, _thousands_by_space,
    _thousands_by_mark, _kilo, _decimal_comma, _range, _between, _range_with_one_true_end, _list, _plus_minus,
    _scientific, _strange_unit, _rate, _approximate, _glued, _spaced_digits, _sum, _percent, _percent_change,
    _signed_change, _score, _pressure, _rho, _p_value, _sample_size,
)  # fmt: skip
