"""Contrasts, relations and developments, told as the data show them; whether that holds in general is not known yet."""

from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import (
    All,
    ChangePoint,
    Column,
    Contrast,
    In,
    Not,
    Pick,
    Reduce,
    Relate,
    Rows,
    Statistic,
    Table,
    Trend,
    Where,
)
from services.data_science.domain.units import CLOCK
from services.data_science.language.saying.numbers import place_said
from services.data_science.language.saying.units import source_of, unit_of_column
from services.data_science.language.telling.cited import Cited, Told, capital
from services.data_science.language.telling.computed import Asked
from services.data_science.language.telling.lacking import lacking
from services.data_science.language.telling.phrases import (
    for_which,
    noun_of,
    owned,
    sentence,
    tally,
    unit_of_rows,
    which_way,
    with_article,
)

_STRENGTHS: Final = ((0.3, ", but only weakly"), (0.5, ", to a moderate degree"))
_NEGLIGIBLE: Final = 0.1
_CHOICES: Final = frozenset({Asked.WHICH, Asked.WHICH_LOWER})
_EVER: Final = "over all your data"
_ENDS: Final = MappingProxyType({CLOCK: ("later", "earlier"), "min": ("longer", "shorter")})
_NOISE: Final = 0.5
"""A change below this share of the day-to-day standard deviation is within the usual ups and downs."""


def contrast(question: Contrast, cited: Cited) -> Told:
    """How far both averages are apart, which they are, and whether that is within the usual ups and downs."""
    if not cited.has("effect", "mean_recent", "mean_prior"):
        return lacking(cited)
    rows, column = question.rows, question.column
    mean = Reduce(rows=rows, column=column, statistic=Statistic.MEAN)
    first = f"{cited.voice.number(mean)} was {cited.ref('mean_recent')}{_on('n_recent', rows, question, cited)}"
    basis = _on("n_prior", question.baseline, question, cited)
    second = f"{_otherwise(question, cited)} {cited.ref('mean_prior')}{basis}"
    names = {"difference": "effect", "mean_recent": "mean_recent", "mean_prior": "mean_prior"}
    return Told(
        text=f"{_lead(question, cited)}: {first}; {second}.{_usual(cited)}",
        answer=cited.ref("effect"),
        values=tuple(cited.value(name, key) for name, key in names.items()),
    )


def _otherwise(question: Contrast, cited: Cited) -> str:
    """As in "in May it was"; all days but one are the others, and over all days it is one's average."""
    match question.rows, question.baseline:
        case Pick() | All() as rows, Where(rows=All(), test=Not(test=In(rows=excepted))) if excepted == rows:
            return f"on all other {unit_of_rows(rows, question.column, cited)[1]} it was"
        case _:
            place = for_which(place_said(question.baseline, question.column, cited.voice, within=None)) or _EVER
            is_average = place == _EVER and source_of(question.baseline) is Table.DAYS
            return f"your average {place} was" if is_average else f"{place} it was"


def _lead(question: Contrast, cited: Cited) -> str:
    """The answer before the numbers behind it; of a choice the group that is asked for."""
    effect = cited.number("effect")
    if cited.computed.asked not in _CHOICES or not effect:
        return f"{_yes_or_no(cited)}{_apart(cited)}"
    is_first = (effect > 0) == (cited.computed.asked is Asked.WHICH)
    chosen = question.rows if is_first else question.baseline
    where = for_which(place_said(chosen, question.column, cited.voice, within=None))
    high, low = ("mean_recent", "mean_prior") if effect > 0 else ("mean_prior", "mean_recent")
    return f"{capital(where)}, by {cited.size(high, low)}"


def _on(key: str, rows: Rows, question: Contrast, cited: Cited) -> str:
    return f" ({tally(key, rows, question.column, cited)})" if cited.has(key) and cited.number(key) > 1 else ""


def _difference(cited: Cited) -> str:
    return f"That is {_apart(cited)}."


def _apart(cited: Cited) -> str:
    """How far the later average is from the earlier one, and to which side."""
    effect = cited.number("effect")
    if not effect:
        return "no difference"
    high, low = ("mean_recent", "mean_prior") if effect > 0 else ("mean_prior", "mean_recent")
    return f"{cited.size(high, low)} {which_way(effect, cited.unit('mean_recent'))}"


def _usual(cited: Cited) -> str:
    """Whether the difference is within the usual ups and downs; a single day is never measured against chance."""
    if not cited.has("sd", "n_recent", "n_prior") or min(cited.number("n_recent"), cited.number("n_prior")) < 2:
        return ""
    is_usual = abs(cited.number("effect")) < _NOISE * cited.number("sd")
    return " Your days differ more than that among themselves." if is_usual else ""


def _yes_or_no(cited: Cited) -> str:
    asked = cited.computed.asked
    if asked is None or asked in _CHOICES:
        return ""
    return "Yes, " if _is_so(asked, cited.number("effect")) else "No, "


def _is_so(asked: Asked, effect: float) -> bool:
    match asked:
        case Asked.HIGHER:
            return effect > 0
        case Asked.LOWER:
            return effect < 0
        case Asked.DIFFERENT | Asked.WHICH | Asked.WHICH_LOWER:
            return effect != 0


def relate(question: Relate, cited: Cited) -> Told:
    """Whether more of one goes with more of the other, how strongly, and what that does not say."""
    if not cited.has("effect"):
        return lacking(cited)
    rows, lag = question.rows, question.lag_days
    later = f" {lag} days later" if lag > 1 else " the next day" if lag == 1 else ""
    left = noun_of(question.left, rows, cited)
    right = f"{noun_of(question.right, rows, cited)}{later}"
    place = for_which(place_said(rows, question.left, cited.voice, within=None))
    how = _how(left, right, question, cited)
    days = f" ({tally('n', rows, None, cited)})" if cited.has("n") else ""
    found = capital(f"{place}, {how}" if place else how)
    text = f"{_related(cited)}{found}{days}.{_caution(cited)}"
    return Told(text=text, answer=cited.ref("effect"), values=(cited.value("relation", "effect"),))


def _how(left: str, right: str, question: Relate, cited: Cited) -> str:
    effect = cited.number("effect")
    strength = next((said for bound, said in _STRENGTHS if abs(effect) < bound), ", strongly so")
    if abs(effect) < _NEGLIGIBLE:
        return f"{left} and {right} hardly go together"
    more, other = (_ends(column, question, cited) for column in (question.left, question.right))
    return f"a {more[0]} {left} goes with {with_article(f'{other[effect < 0]} {right}')}{strength}"


def _ends(column: Column, question: Relate, cited: Cited) -> tuple[str, str]:
    """Which ways a column goes: a time of day is later or earlier, what lasts is longer or shorter."""
    unit = unit_of_column(column, source_of(question.rows), cited.catalogue)
    return _ENDS.get(unit, ("higher", "lower"))


def _caution(cited: Cited) -> str:
    is_related = abs(cited.number("effect")) >= _NEGLIGIBLE
    return " That does not tell whether one causes the other." if is_related else ""


def _related(cited: Cited) -> str:
    asked, effect = cited.computed.asked, cited.number("effect")
    if asked is None or asked in _CHOICES:
        return ""
    if abs(effect) < _NEGLIGIBLE:
        return "No, not clearly. "
    return "Yes. " if _is_so(asked, effect) else "No. "


def follow(question: Trend, cited: Cited) -> Told:
    """Whether it rose or fell, by how much in all and per week."""
    if not cited.has("effect"):
        return lacking(cited)
    rows, column, effect = question.rows, question.column, cited.number("effect")
    up, down = ("got later", "got earlier") if cited.unit("mean") == CLOCK else ("rose", "fell")
    way = up if effect > 0 else down if effect < 0 else "stayed level"
    per_week = f", or {cited.ref('slope_per_week')}" if cited.has("slope_per_week") else ""
    rests = f" ({tally('n', rows, column, cited)})" if cited.has("n") else ""
    average = f" The average was {cited.ref('mean')}." if cited.has("mean") else ""
    place = place_said(rows, column, cited.voice, within=None)
    moved = f"{owned(column, rows, cited)} {way}{place}: a change of {cited.ref('effect')}{per_week}{rests}"
    keys = (key for key in ("slope_per_week", "mean") if cited.has(key))
    return Told(
        text=f"{sentence(f'{_so_far(cited)}{moved}')}{average}{_within_noise(cited)}",
        answer=cited.ref("effect"),
        values=(cited.value("change", "effect"), *(cited.value(key, key) for key in keys)),
    )


def _so_far(cited: Cited) -> str:
    """Yes or no; a yes that is within the usual ups and downs says so at once."""
    plainly = _yes_or_no(cited)
    return "Yes, but only slightly, which may be chance: " if plainly == "Yes, " and _within_noise(cited) else plainly


def _within_noise(cited: Cited) -> str:
    is_usual = cited.has("sd") and abs(cited.number("effect")) < _NOISE * cited.number("sd")
    return " That is within the usual ups and downs from day to day." if is_usual else ""


def locate(question: ChangePoint, cited: Cited) -> Told:
    """The day comes first among the values: it is what was asked for."""
    if not cited.has("effect", "day", "mean_recent", "mean_prior"):
        return lacking(cited)
    rows, column = question.rows, question.column
    after, before = (
        f" ({tally(key, rows, column, cited)})" if cited.has(key) else "" for key in ("n_recent", "n_prior")
    )
    noun, place = owned(column, rows, cited), place_said(rows, column, cited.voice, within=None)
    moved = sentence(f"{noun} changed most{place} around {cited.day('day')}")
    text = (
        f"{moved} From then on the average was "
        f"{cited.ref('mean_recent')}{after}, before that {cited.ref('mean_prior')}{before}. {_difference(cited)}"
    )
    names = {"difference": "effect", "mean_recent": "mean_recent", "mean_prior": "mean_prior"}
    return Told(
        text=text,
        answer=cited.ref("day"),
        values=(cited.value("day", "day"), *(cited.value(name, key) for name, key in names.items())),
    )
