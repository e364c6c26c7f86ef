"""The pandas of one number: its value, how many records it rests on, and what is told beside it."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from services.data_science.adapters.pandas_code.expressions import truth
from services.data_science.adapters.pandas_code.expressions.columns import hint_of
from services.data_science.adapters.pandas_code.expressions.dates import latest_day, timestamp
from services.data_science.adapters.pandas_code.expressions.shapes import (
    lies_within,
    most_rows,
    periods_of,
    shape_of,
    window_of,
)
from services.data_science.adapters.pandas_code.writing import literals
from services.data_science.adapters.pandas_code.writing.spellings import STATISTICS
from services.data_science.adapters.pandas_code.writing.writer import Frame, Shape, Value, Writer
from services.data_science.domain import algebra as a

_ENDS: Final = {a.Statistic.FIRST: "min", a.Statistic.LATEST: "max"}
_EXTREMES: Final = {a.Statistic.MIN, a.Statistic.MAX}
_ARITHMETIC: Final = {
    a.Operation.PLUS: "added",
    a.Operation.MINUS: "difference",
    a.Operation.TIMES: "product",
    a.Operation.RATIO: "ratio",
    a.Operation.PERCENT_CHANGE: "percent_change",
}
_HINTS: Final[Mapping[type, str]] = MappingProxyType(
    {
        a.Literal: "number",
        a.Count: "count",
        a.Share: "share",
        a.Streak: "streak_length",
        a.Norm: "typical",
        a.ReferenceBound: "limit",
    }
)
_FIXED: Final = a.Literal | a.Norm | a.ReferenceBound
"""Numbers that rest on no records of the window."""


def write_number(w: Writer, number: a.Number) -> Value:
    """Lines that prepare a number; what is not a literal or an expression of one call gets a variable."""
    match number:
        case a.Literal(value=said):
            value = Value(text=literals.number(said), is_name=True)
        case a.Reduce(statistic=statistic):
            values = values_of(w, number.rows, number.column)
            value = Value(text=STATISTICS[statistic].of_values.format(values), counts=(f"len({values})",))
        case a.Count(rows=rows):
            count = f"len({w.rows(rows).name})"
            value = Value(text=count, counts=(count,))
        case a.Share():
            value = _share(w, number)
        case a.Streak():
            name, n = streak(w, number)
            value = Value(text=f'{name}["size"].sum()', counts=(n,))
        case a.NumberArithmetic():
            value = _arithmetic(w, number)
        case a.When():
            value = _when(w, number)
        case a.Norm(metric=metric):
            value = _norm(w, metric)
        case a.ReferenceBound():
            value = _bound(w, number)
        case _:
            assert_never(number)
    return value


def values_of(w: Writer, rows: a.Rows, column: a.Column, hint: str = "") -> str:
    """The variable with the values that the rows have, in order of time."""
    kept = w.named(("values", rows, column))
    if isinstance(kept, str):
        return kept
    w.column(column, w.table_of(rows))
    frame = w.rows(rows)
    of_a_period = f"per_{periods_of(rows).unit.value}" if frame.shape is Shape.PERIODS else ""
    name = w.define(hint or of_a_period or hint_of(column), f"{w.values(column, frame)}.dropna()")
    w.keep(("values", rows, column), name, name)
    return name


def write_named(w: Writer, number: a.Number) -> Value:
    """The number as a literal or a variable, so that it can be repeated."""
    kept = w.named(("number", number))
    if isinstance(kept, Value):
        return kept
    value = write_number(w, number)
    if value.is_name:
        return value
    name = w.define(_hint_of(number), value.text)
    value = Value(text=name, counts=value.counts, is_name=True)
    w.keep(("number", number), name, value)
    return value


def _hint_of(number: a.Number) -> str:
    """What a number is called in the code."""
    match number:
        case a.Reduce(column=column, statistic=statistic):
            return literals.name(statistic.value, hint_of(column))
        case a.NumberArithmetic(operation=operation):
            return _ARITHMETIC[operation]
        case a.When(moment=moment):
            return f"latest_{moment.value}_number" if moment is a.Moment.DAY else "latest_clock"
        case _:
            return _HINTS[type(number)]


def moments(w: Writer, number: a.Number) -> Iterator[tuple[str, str]]:
    """The dates of a number, and how many rows share its value, under their keys; lines for what they need."""
    match number:
        case a.Reduce(rows=rows, column=column, statistic=statistic):
            values, frame = values_of(w, rows, column), w.table_of(rows)
            if statistic in _EXTREMES:
                extreme = w.define("at_extreme", f"{values}.index[{values} == {values}.{statistic.value}()]")
                yield "day", _latest(frame, extreme)
                yield "ties", f"len({extreme})"
            elif statistic in _ENDS:
                yield "day", _day_of(frame, values, _ENDS[statistic])
            else:
                condition = "" if most_rows(rows) == 1 else f" if len({values}) == 1 else None"
                yield "day", f"{_day_of(frame, values, 'max')}{condition}"
        case a.Streak():
            name, _ = streak(w, number)
            yield "day", f'{name}["max"].max()'
            yield "start_day", f'{name}["min"].max()'
        case a.Share():
            yield "held", f"{_held(w, number)[0]}.sum()"
        case _:
            return


def extreme_day(w: Writer, number: a.Number) -> str:
    """The date of a lowest or highest value; empty of any other number."""
    if not isinstance(number, a.Reduce) or number.statistic not in _EXTREMES:
        return ""
    return dict(moments(w, number))["day"]


def _latest(frame: Frame, index: str) -> str:
    return f"{frame.day_of_index(index)}.max()"


def _day_of(frame: Frame, values: str, which: str) -> str:
    return f"{frame.day_of_index(f'{values}.index')}.{which}()"


def _held(w: Writer, share: a.Share) -> tuple[str, str]:
    """The variables that say where the test is true and where it is known; of the latter none where that is always."""
    kept = w.named(("share", share))
    if isinstance(kept, tuple):
        return kept
    truth.prepare(w, share.test, w.table_of(share.rows))
    frame = w.rows(share.rows)
    held = w.condition("held", frame, truth.holds(w, share.test, frame))
    condition = truth.known(w, share.test, frame)
    known = w.condition("known", frame, condition) if condition else ""
    w.keep(("share", share), held, (held, known))
    return held, known


def _share(w: Writer, share: a.Share) -> Value:
    held, known = _held(w, share)
    n = f"{known}.sum()" if known else f"len({held})"
    return Value(text=f"100 * {held}.sum() / {n} if {n} else np.nan", counts=(n,))


def streak(w: Writer, number: a.Streak) -> tuple[str, str]:
    """The variable with the streak's row (none where there is no streak), and on how many rows the test is known."""
    kept = w.named(("streak", number))
    if isinstance(kept, tuple):
        return kept
    held, known = _held(w, a.Share(rows=number.rows, test=number.test))
    frame, is_of_periods = w.rows(number.rows), shape_of(number.rows) is Shape.PERIODS
    if is_of_periods:
        periods = w.rows(periods_of(number.rows))
        passing = w.define("passing", f"{frame.name}[{held}]")
        position = w.define("position", f"{periods.name}.index.get_indexer({passing}.index)")
        run = w.define("run", f"(pd.Series({position}).diff() != 1).cumsum().to_numpy()")
        aggregated = '.agg(min=("start", "min"), max=("end", "max"), size=("end", "size"))'
        streaks = w.define("streaks", f"{passing}.reset_index().groupby({run}){aggregated}")
    else:
        day = w.define("day", f"{frame.name}.index[{held}].to_series()")
        if number.run is a.Run.CURRENT and not lies_within(number.rows, window_of(number.rows)):
            w.write(f"{day} = {day}[{day} <= {_last_day(w, number.rows, known)}]")
        run = f"({day}.diff() != pd.Timedelta(days=1)).cumsum()"
        streaks = w.define("streaks", f'{day}.groupby({run}).agg(["min", "max", "size"])')
    if number.run is a.Run.LONGEST:
        name = w.define("streak", f'{streaks}.sort_values("size", kind="stable").tail(1)')
    else:
        name = w.define("streak", f'{streaks}[{streaks}["max"] == {_last_day(w, number.rows, known)}]')
    n = f"{known}.sum()" if known else f"len({held})"
    w.keep(("streak", number), name, (name, n))
    return name, n


def _last_day(w: Writer, rows: a.Rows, known: str) -> str:
    """The last day up to the end of the rows' window of which the test is known; of periods the end of the last."""
    if shape_of(rows) is Shape.PERIODS:
        return f'{w.rows(periods_of(rows)).name}["end"].max()'
    days = f"{w.rows(rows).name}.index" + (f"[{known}]" if known else "")
    within = window_of(rows)
    if lies_within(rows, within):
        return f"{days}.max()"
    days = w.define("known_days", days)
    return f"{days}[{days} <= {timestamp(w, within.end, 'end')}].max()"


def _arithmetic(w: Writer, number: a.NumberArithmetic) -> Value:
    left, right = w.number(number.left), w.number(number.right)
    operands = ((number.left, left), (number.right, right))
    counts = tuple(n for operand, value in operands if not isinstance(operand, _FIXED) for n in value.counts or ("0",))
    first, second = left.text, right.text
    is_safe = isinstance(number.right, a.Literal) and number.right.value != 0
    defined = "" if is_safe else f" if {second} else np.nan"
    match number.operation:
        case a.Operation.PLUS:
            text = f"{first} + {second}"
        case a.Operation.MINUS:
            text = f"{first} - {second}"
        case a.Operation.TIMES:
            text = f"{first} * {second}"
        case a.Operation.RATIO:
            text = f"{first} / {second}{defined}"
        case a.Operation.PERCENT_CHANGE:
            text = f"({first} - {second}) / abs({second}) * 100{defined}"
        case _:
            assert_never(number.operation)
    return Value(text=text, counts=counts or ("1",))


def _when(w: Writer, when: a.When) -> Value:
    rows = w.rows(when.rows)
    counts = (f"len({rows.name})",)
    if when.moment is a.Moment.DAY:
        return Value(text=f"({latest_day(w, when)} - pd.Timestamp(0)).days", counts=counts)
    w.reads.add(a.START_CLOCK)
    return Value(text=f'{rows.name}["start_clock"].iloc[-1] if len({rows.name}) else np.nan', counts=counts)


def _norm(w: Writer, metric: str) -> Value:
    """The mean of the first group of people that fits the person."""
    norms = w.define("norms", f'population_df[population_df["metric"] == {literals.text(metric)}]')
    w.write(f'{norms} = {norms}.merge(profile_df, how="cross", suffixes=("", "_of_person"))')
    w.write(f'{norms} = {norms}[({norms}["sex"] == {norms}["sex_of_person"]) | ({norms}["sex"] == "any")]')
    w.write(f'{norms} = {norms}[{norms}["age_years"].between({norms}["age_low"], {norms}["age_high"])]')
    return Value(text=f'{norms}["mean"].iloc[0] if len({norms}) else np.nan')


def _bound(w: Writer, bound: a.ReferenceBound) -> Value:
    """The limit of the newest sample of the biomarker that has one."""
    w.reads.add(Shape.SAMPLES)
    of_it = f'samples["name"].str.casefold() == {literals.text(bound.biomarker.casefold())}'
    limits = w.define(f"{bound.side.value}_limits", f'samples.loc[{of_it}, "reference_{bound.side.value}"].dropna()')
    return Value(text=f"{limits}.iloc[-1] if len({limits}) else np.nan")
