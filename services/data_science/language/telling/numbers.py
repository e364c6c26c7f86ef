"""One number, told: what it is of, what it is, and what it rests on."""

from typing import Final

from services.data_science.domain.algebra import (
    All,
    Compare,
    Count,
    DaysOf,
    Literal,
    Moment,
    Norm,
    Number,
    NumberArithmetic,
    Operation,
    Periods,
    Pick,
    Reduce,
    ReferenceBound,
    Rows,
    Run,
    Share,
    Statistic,
    Streak,
    Tell,
    When,
    Where,
)
from services.data_science.domain.units import CLOCK, DATE
from services.data_science.language.saying.numbers import is_percentage, is_value_itself, place_said
from services.data_science.language.saying.rows import counted, is_one, named, window_of
from services.data_science.language.saying.units import source_of
from services.data_science.language.telling.cited import Cited, Told, capital
from services.data_science.language.telling.lacking import lacking
from services.data_science.language.telling.phrases import owned, sentence, tally, unit_of_rows, which_way

_EXTREMES: Final = frozenset({Statistic.MIN, Statistic.MAX})
_COUNTED: Final = frozenset({Statistic.COUNT, Statistic.OUTLIERS})
_FURTHER: Final = ("day", "start_day", "held", "left", "right", "ties")
_UNITS: Final = {7.0: "a week", 30.4375: "a month", 91.3125: "a quarter", 365.25: "a year"}
"""What a daily average times so many days is."""
_FEW: Final = 3
"""Values; an average of no more than these is said to rest on few."""


def tell_number(question: Tell, cited: Cited) -> Told:
    number = question.number
    if not cited.has("effect"):
        return lacking(cited)
    match number:
        case NumberArithmetic():
            text = _arithmetic(number, cited)
        case Share():
            text = _share(number, cited)
        case Streak():
            text = _streak(number, cited)
        case Reduce(statistic=Statistic.SD | Statistic.RANGE) if cited.has("n"):
            text = _spread(number, cited)
        case _:
            text = f"{sentence(clause(number, 'effect', cited) + _basis(number, cited))}{_ties(number, cited)}"
    names = (key for key in _FURTHER if cited.has(key))
    return Told(
        text=text,
        answer=cited.ref("effect"),
        values=(cited.value(_name(number), "effect"), *(cited.value(key, key) for key in names)),
    )


def _spread(number: Reduce, cited: Cited) -> str:
    """How far the values lie apart, in words that need no statistics."""
    rows, column = number.rows, number.column
    one, _ = unit_of_rows(rows, column, cited)
    place, basis = place_said(rows, column, cited.voice, within=None), tally("n", rows, column, cited)
    if number.statistic is Statistic.RANGE:
        return sentence(f"{owned(column, rows, cited)}{place} spanned {cited.ref('effect')} from end to end ({basis})")
    varied = f"{owned(column, rows, cited)}{place} varied by {cited.ref('effect')} from {one} to {one}"
    return sentence(f"{varied} (the standard deviation of {basis})")


def _name(number: Number) -> str:
    match number:
        case Reduce(statistic=statistic):
            return statistic.value
        case NumberArithmetic(operation=operation):
            return operation.value
        case _:
            return type(number).__name__.lower()


def clause(number: Number, key: str, cited: Cited) -> str:
    """The number and what it is of: "your average step count in October 2024 was 14,043 steps"."""
    match number:
        case Count(rows=rows):
            return _counted(rows, number, key, cited)
        case When(rows=rows, moment=Moment.DAY) if is_one(rows):
            return f"{cited.voice.rows(rows)} was on {cited.day(key)}"
        case When(moment=Moment.DAY):
            return f"{cited.voice.number(number)} was {cited.day(key)}"
        case Norm() | ReferenceBound():
            return f"{cited.voice.number(number)} is {cited.ref(key)}"
        case Literal():
            return f"it is {cited.ref(key)}"
        case _:
            return f"{cited.voice.number(number)} was {cited.ref(key)}"


def _counted(rows: Rows, number: Number, key: str, cited: Cited) -> str:
    found, value = counted(rows, cited.voice, within=None), cited.number(key)
    if found is None:
        return f"{cited.voice.number(number)} was {cited.ref(key)}"
    if isinstance(rows, All) and not found.tail.strip():
        return f"there are {cited.ref(key)} {found.several} on record"
    if value == 0:
        return f"there were no {found.several}{found.tail}"
    if value == 1:
        return f"there was one {found.one}{found.tail}"
    return f"there were {cited.ref(key)} {found.several}{found.tail}"


def _basis(number: Number, cited: Cited) -> str:
    """The day of a number, and how many values it rests on, where that is not plain."""
    match number:
        case Reduce(rows=rows, statistic=statistic):
            on = _on_day(rows, cited) if statistic in _EXTREMES | {Statistic.FIRST, Statistic.LATEST} else ""
            is_told = isinstance(rows, Pick) and cited.has("n") and cited.number("n") == rows.count
            if is_value_itself(number) or is_one(rows) or is_told or not cited.has("n"):
                return on or _picked_day(rows, cited)
            return f"{on}{_rests(number, cited)}"
        case When(rows=rows, moment=Moment.CLOCK) if cited.has("day") and is_one(rows):
            return f", on {cited.day('day')}"
        case _:
            return ""


def _rests(number: Reduce, cited: Cited) -> str:
    if number.statistic is Statistic.COUNT or (number.statistic in _COUNTED and not cited.number("n")):
        return ""
    few = " only" if cited.number("n") < _FEW and number.statistic not in _EXTREMES else ""
    return f" ({tally('n', number.rows, number.column, cited)}{few})"


def _on_day(rows: Rows, cited: Cited) -> str:
    if not cited.has("day") or cited.has("ties") or _is_one_day(rows):
        return ""
    source = source_of(rows)
    if isinstance(source, Periods):
        return f", in the {source.unit.value} from {cited.ref('day')}"
    return f", on {cited.day('day')}"


def _picked_day(rows: Rows, cited: Cited) -> str:
    """The day of the one record that was picked, which the question does not name."""
    is_picked = isinstance(rows, Pick | DaysOf) and cited.has("day") and not isinstance(source_of(rows), Periods)
    return f", on {cited.day('day')}" if is_picked else ""


def _is_one_day(rows: Rows) -> bool:
    window = window_of(rows)
    return window is not None and window.start == window.end


def _ties(number: Number, cited: Cited) -> str:
    """How many records share an extreme; the latest of them is the one that is told."""
    if not isinstance(number, Reduce) or number.statistic not in _EXTREMES or not cited.has("ties", "day"):
        return ""
    _, several = unit_of_rows(number.rows, number.column, cited)
    return f" {cited.ref('ties')} {several} share it; the latest is {cited.day('day')}."


def _share(share: Share, cited: Cited) -> str:
    """As in "62% of the days in October 2024 had more than 10,000 steps (17 of 27 days)"."""
    rows = share.rows
    one, several = _shared(share, cited)
    held = cited.computed.numbers.get("held")
    of_all = f"{cited.ref('held')} of {cited.ref('n')} {one if cited.number('n') == 1 else several}"
    basis = f" ({of_all})" if held is not None else ""
    return f"{cited.ref('effect')} of {_whole(rows, cited, several)} {_hold(share, cited)}{basis}."


def _shared(share: Share, cited: Cited) -> tuple[str, str]:
    """What one and several of the rows are called; days that are asked for their sleep are nights."""
    found = counted(Where(rows=share.rows, test=share.test), cited.voice, within=None)
    plainly = unit_of_rows(share.rows, None, cited)
    return ("night", "nights") if found is not None and found.one == "night" else plainly


def _hold(share: Share, cited: Cited) -> str:
    """What is so of the rows: "had more than 10,000 steps", or "were days on weekends"."""
    rows = share.rows
    test = cited.voice.test(share.test, source_of(rows), within=window_of(rows))
    if isinstance(share.test, Compare) and test.startswith("with "):
        return f"had {test.removeprefix('with ')}"
    one, several = _shared(share, cited)
    were = (
        f"was {'an' if one[0] in 'aeiou' else 'a'} {one}"
        if cited.has("n") and cited.number("n") == 1
        else f"were {several}"
    )
    return f"{were} {test}"


def _whole(rows: Rows, cited: Cited, several: str = "") -> str:
    """The rows with their dates, without what is told of each period."""
    found = named(rows, cited.voice, within=None)
    if found is None:
        return cited.voice.rows(rows)
    called = several if isinstance(rows, All) and several else found.several
    return f"{found.article} {called}{found.tests}{found.when}"


def _streak(streak: Streak, cited: Cited) -> str:
    rows, value = streak.rows, cited.number("effect")
    one, several = unit_of_rows(rows, None, cited)
    if not value and streak.run is Run.CURRENT:
        last = "the last " + one
        return f"There is no streak at the moment: {last} was not one {_test(streak, cited)}."
    if not value:
        return (
            f"Not one of {_whole(rows, cited)} was {'an' if one[0] in 'aeiou' else 'a'} {one} {_test(streak, cited)}."
        )
    row = f"{cited.ref('effect')} {one if value == 1 else several} in a row"
    spanned = f", from {cited.ref('start_day')} to {cited.ref('day')}" if cited.has("start_day", "day") else ""
    on = f", on {cited.day('day')}" if cited.has("day") else ""
    return f"{capital(cited.voice.number(streak))} was {row}{on if value == 1 else spanned}."


def _test(streak: Streak, cited: Cited) -> str:
    return cited.voice.test(streak.test, source_of(streak.rows), within=window_of(streak.rows))


def _arithmetic(number: NumberArithmetic, cited: Cited) -> str:
    left, operation, right = number.left, number.operation, number.right
    if not cited.has("left", "right"):
        return sentence(f"{cited.voice.number(number)} is {cited.ref('effect')}")
    both_days = cited.unit("left") == cited.unit("right") == DATE and operation is Operation.MINUS
    if both_days and cited.number("effect") >= 0:
        if isinstance(left, Literal) and isinstance(right, When):
            since = cited.voice.rows(right.rows)
            gone = (
                f"it has been {cited.ref('effect')} since {since}, on"
                if cited.number("effect")
                else f"{since} was today,"
            )
            return sentence(f"{gone} {cited.day('right')}")
        both = f"{_operand(right, 'right', cited)}, and {_operand(left, 'left', cited)}"
        return sentence(f"{cited.ref('effect')}: {both}")
    if is_percentage(number):
        return _in_percent(number, cited)
    sides = [
        _operand(each, key, cited) for each, key in ((left, "left"), (right, "right")) if not isinstance(each, Literal)
    ]
    if not sides:
        return sentence(f"it is {_came_to(number, cited)}")
    return sentence(f"{_came_to(number, cited)}: {', and '.join(sides)}")


def _in_percent(number: NumberArithmetic, cited: Cited) -> str:
    """What part one number is of another; what is said of when is said once."""
    part, whole = (number.left.left, number.left.right) if isinstance(number.left, NumberArithmetic) else (None, None)
    if not isinstance(part, Reduce) or whole is None:
        return sentence(f"{_came_to(number, cited)}: {cited.voice.number(number)}")
    of = cited.voice.number(whole, within=window_of(part.rows))
    return sentence(f"{cited.voice.number(part)} was {cited.ref('effect')} of {of}")


def share_clause(share: Share, key: str, cited: Cited) -> str:
    """As in "40% of the days last week had at least 10,000 steps"."""
    _, several = _shared(share, cited)
    return f"{cited.ref(key)} of {_whole(share.rows, cited, several)} {_hold(share, cited)}"


def _operand(number: Number, key: str, cited: Cited) -> str:
    """One side with its number; of an extreme also its day."""
    day = f"{key}_day"
    is_dated = cited.has(day) and not isinstance(number, When)
    return f"{clause(number, key, cited)}{f', on {cited.day(day)}' if is_dated else ''}"


def _are_both_ends(left: Number, right: Number) -> bool:
    """Whether one is the highest and the other the lowest, so that it is plain which is more."""
    statistics = {each.statistic for each in (left, right) if isinstance(each, Reduce)}
    return statistics == _EXTREMES


def _side(number: NumberArithmetic, cited: Cited) -> str:
    """More or less, and of what was counted fewer."""
    if isinstance(number.left, Count) and isinstance(number.right, Count):
        return "more" if cited.number("effect") > 0 else "fewer"
    return which_way(cited.number("effect"), cited.unit("left"))


def _came_to(number: NumberArithmetic, cited: Cited) -> str:  # noqa: C901, PLR0911, PLR0912, one case a form
    effect, left, right = cited.ref("effect"), number.left, number.right
    match number.operation:
        case Operation.PLUS:
            return f"together {effect}"
        case Operation.MINUS if isinstance(right, Literal) and cited.number("effect"):
            high, low = ("left", "right") if cited.number("effect") > 0 else ("right", "left")
            up, down = ("later than", "earlier than") if cited.unit("left") == CLOCK else ("above", "below")
            return f"{cited.size(high, low)} {up if high == 'left' else down} {cited.ref('right')}"
        case Operation.MINUS if cited.number("effect") and not _are_both_ends(left, right):
            high, low = ("left", "right") if cited.number("effect") > 0 else ("right", "left")
            return f"{cited.size(high, low)} {_side(number, cited)}"
        case Operation.MINUS:
            return f"a difference of {effect}"
        case Operation.TIMES if isinstance(right, Literal) and right.value in _UNITS:
            return f"{effect} {_UNITS[right.value]} on average"
        case Operation.TIMES if is_percentage(number):
            return effect
        case Operation.TIMES if isinstance(right, Literal):
            return f"{cited.ref('right')} times that is {effect}"
        case Operation.TIMES:
            return f"multiplied, {effect}"
        case Operation.RATIO if right == Literal(value=2.0) and isinstance(left, NumberArithmetic):
            return f"on average {effect}"
        case Operation.RATIO if isinstance(right, Literal):
            return f"divided by {cited.ref('right')}, {effect}"
        case Operation.RATIO if isinstance(left, Literal):
            return f"{cited.ref('left')} divided by that is {effect}"
        case Operation.RATIO:
            return effect if cited.unit("effect") else f"a ratio of {effect}"
        case Operation.PERCENT_CHANGE if cited.number("effect") > 0:
            return f"{effect} {which_way(1.0, cited.unit('left'))}"
        case Operation.PERCENT_CHANGE:
            return f"a difference of {effect}"
