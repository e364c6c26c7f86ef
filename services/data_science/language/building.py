"""From what was said to expressions of the algebra: columns of nouns, literals of amounts, tests of bounds."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from services.data_science.domain.algebra import (
    START_CLOCK,
    All,
    And,
    Column,
    Compare,
    Daily,
    DaysOf,
    Field,
    In,
    Kind,
    Known,
    Literal,
    Number,
    NumberArithmetic,
    Operation,
    Operator,
    Order,
    Pick,
    Reduce,
    Rows,
    Statistic,
    Table,
    Test,
    Where,
    Window,
)
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.domain.traversal import nodes
from services.data_science.domain.units import CLOCK, PACE, converted, dimension_of, unit_of_difference
from services.data_science.language.grammar.time.spans import everything
from services.data_science.language.phrases import Amount, Best, Bound, Frame, Noun, Records, Usual, where
from services.data_science.language.vocabulary import UNITS, Vocabulary

_TEMPERATURE: Final = "temperature"
"""What "hottest" is about, which no activity has."""
_WALKED: Final = frozenset({"km", "m", "count", "min"})
"""Units of what may be the furthest."""
_MANAGED: Final = "stress_management_score"
"""What is high where there is little stress."""
_TURNED: Final = {Order.HIGHEST: Order.LOWEST, Order.LOWEST: Order.HIGHEST}
_FAR: Final = {"distance_m": "m", "elevation_gain_m": "m"}
"""In what is measured what superlatives say is far or steep: no calories are the furthest."""
_NOON: Final = 720
_JUDGED: Final = 2
"""The direction of "better", where that of "higher" is 1."""
_DAY: Final = 1440
_MOST_HOURS: Final = 24
_FEWEST_STEPS: Final = 2000
_UNIT_FIELDS: Final = {
    "min": "duration_min",
    "h": "duration_min",
    "km": "distance_m",
    "m": "distance_m",
    "mi": "distance_m",
    "ft": "distance_m",
    "kcal": "calories_kcal",
    "bpm": "average_heart_rate",
    "count": "steps",
    "km/h": "speed_m_per_min",
    "mph": "speed_m_per_min",
    CLOCK: START_CLOCK,
}
"""Which number of an activity an amount in a unit is about, where none is named."""


@dataclass(frozen=True)
class Builder:
    """Builds expressions for one person."""

    vocabulary: Vocabulary

    @property
    def catalogue(self) -> Catalogue:
        return self.vocabulary.catalogue

    @cached_property
    def all_time(self) -> Window:
        return everything(self.catalogue)

    def is_recorded(self, metric: str) -> bool:
        quantity = self.catalogue.metrics.get(metric)
        return quantity is not None and quantity.recorded

    def column(self, noun: Noun, table: Table) -> Column | None:
        """The column that a noun names on a table; None where it has none there."""
        match table:
            case Table.DAYS:
                return Field(name=noun.metric) if noun.metric else None
            case Table.ACTIVITIES:
                return Field(name=noun.field) if noun.field else None
            case Table.SAMPLES:
                return Field(name=noun.biomarker) if noun.biomarker else None

    def quantity(self, noun: Noun, table: Table) -> Quantity | None:
        match table:
            case Table.DAYS:
                return self.catalogue.metrics.get(noun.metric)
            case Table.ACTIVITIES:
                return self.catalogue.fields.get(noun.field)
            case Table.SAMPLES:
                return self.catalogue.biomarkers.get(noun.biomarker)

    def literal(self, amount: Amount, quantity: Quantity) -> Literal | None:
        """The amount in the unit the quantity is stored in; None where it is of another kind."""
        unit, value = amount.unit, amount.value
        if quantity.unit == CLOCK:
            minutes = clock_minutes(amount, evening=quantity.nightly and "bed" in quantity.name)
            return None if minutes is None else Literal(value=minutes, unit=CLOCK)
        if not unit and quantity.unit == "min" and quantity.nightly and value <= _MOST_HOURS:
            return Literal(value=value * 60, unit="min")
        if unit in {"", quantity.unit}:
            return Literal(value=value, unit=quantity.unit)
        if quantity.unit == "m/min" and unit == PACE:
            return Literal(value=1000 / value, unit="m/min") if value > 0 else None
        said = converted(value, unit, quantity.unit)
        return None if said is None else Literal(value=round(said, 6), unit=quantity.unit)

    def implied(self, bound: Bound) -> Noun | None:
        """What a day's amount is about, where nothing else is named: 10,000 is of steps, "my step average" too."""
        if isinstance(bound.to, Usual):
            offset = bound.to.offset
            return bound.to.noun or (self.implied(replace(bound, to=offset)) if offset and offset.unit else None)
        if bound.to.unit == "count" or (not bound.to.unit and bound.to.value >= _FEWEST_STEPS):
            return Noun(metric="steps")
        metric = {"kcal": "calories_kcal", "km": "distance_km", "mi": "distance_km"}.get(bound.to.unit)
        return Noun(metric=metric) if metric else None

    def rows(self, records: Records) -> Rows:
        """The rows that are meant; over all data where no window was said."""
        window = records.window or self.all_time
        inside = records.inside if records.inside is not None else All(table=records.table, window=window)
        tests = records.tests
        if records.inside is not None and records.window is not None:
            inside = where(inside, frozenset({In(rows=All(table=Table.DAYS, window=records.window))}))
        if records.kinds is not None and records.kinds.names:
            tests |= {Kind(names=records.kinds.names)}
        direct = frozenset(test for test in records.day_tests if isinstance(test, In))
        tests |= direct
        if others := records.day_tests - direct:
            tests |= {In(rows=where(All(table=Table.DAYS, window=self.all_time), others))}
        rows = where(inside, tests)
        if records.pick is None:
            return rows
        by, best = records.pick
        return Pick(rows=rows, by=by, order=best.order, first=best.first, count=best.count)

    def days_of(self, records: Records, offset: int = 0) -> Rows:
        """The days on which records fall; of days themselves these days."""
        rows = self.rows(records)
        if records.table is Table.DAYS and not offset:
            return rows
        return DaysOf(rows=rows, offset=offset)

    def on_days_of(self, records: Records, offset: int = 0) -> Test:
        return In(rows=self.days_of(records, offset))

    def names_a_time(self, test: Test) -> bool:
        """Whether it is of the activities of a stretch of time, which then is that of all days that are meant."""
        found = (each for each in nodes(test) if isinstance(each, All) and each.table is Table.ACTIVITIES)
        return any(each.window != self.all_time for each in found)

    def usual(self, usual: Usual, noun: Noun, table: Table) -> Number | None:
        """One's own level of what is compared."""
        named = usual.noun or noun
        column, quantity = self.column(named, table), self.quantity(named, table)
        if column is None or quantity is None:
            return None
        if usual.kinds is not None and table is not Table.ACTIVITIES:
            return None
        rows = self.rows(Records(table=table, window=usual.window, kinds=usual.kinds))
        number: Number = Reduce(rows=rows, column=column, statistic=usual.statistic)
        if usual.factor != 1.0:
            factor = Literal(value=usual.factor)
            number = NumberArithmetic(left=number, operation=Operation.TIMES, right=factor)
        if usual.offset is not None:
            offset = self.literal(replace(usual.offset, value=abs(usual.offset.value)), quantity)
            if offset is None:
                return None
            operation = Operation.PLUS if usual.offset.value > 0 else Operation.MINUS
            number = NumberArithmetic(left=number, operation=operation, right=offset)
        return number

    def differs_in(self, unit: str, frame: Frame) -> bool:
        """Whether how far two values of what is measured are apart is told in a unit: not miles of steps."""
        if frame.noun is None:
            return False
        quantity = self.quantity(frame.noun, frame.records.table)
        return quantity is None or dimension_of(unit) == dimension_of(unit_of_difference(quantity.unit))

    def number_of(self, to: Amount | Usual, noun: Noun, table: Table) -> Number | None:
        quantity = self.quantity(noun, table)
        if quantity is None:
            return None
        if isinstance(to, Amount) and not to.unit and quantity.unit == "m" and (noun.said in UNITS or noun.unit):
            to = replace(to, unit=UNITS.get(noun.said) or noun.unit)
        if isinstance(to, Amount) and not to.unit and quantity.unit == "min":
            said = noun.said.split()
            if noun.unit or {"minutes", "minute", "hours", "hour"} & set(said):
                hours = noun.unit == "h" or {"hours", "hour"} & set(said)
                to = replace(to, unit="h" if hours else "min")
        return self.literal(to, quantity) if isinstance(to, Amount) else self.usual(to, noun, table)

    def test(self, noun: Noun, bound: Bound, table: Table) -> Test | None:
        """What a bound asks of a noun's column; who had zero of it had none, not zero or more."""
        far = noun.field == "distance_m" or noun.metric == "distance_km"
        if far and isinstance(bound.to, Amount) and not bound.to.unit and noun.said in UNITS:
            bound = replace(bound, to=replace(bound.to, unit=UNITS[noun.said]))
        column = self.column(noun, table)
        number = self.number_of(bound.to, noun, table)
        if column is None or number is None:
            return None
        if bound == Bound(Operator.GREATER_OR_EQUAL, bound.to) and self._is_none(number, noun, table):
            bound = replace(bound, operator=Operator.LESS_OR_EQUAL)
        if bound.upper is None:
            return Compare(column=column, operator=bound.operator, number=number)
        upper = self.number_of(bound.upper, noun, table)
        if upper is None:
            return None
        low = Compare(column=column, operator=bound.operator, number=number)
        return And(tests=frozenset({low, Compare(column=column, operator=Operator.LESS_OR_EQUAL, number=upper)}))

    def _is_none(self, number: Number, noun: Noun, table: Table) -> bool:
        """Whether it is zero of what adds up."""
        quantity = self.quantity(noun, table)
        return isinstance(number, Literal) and number.value == 0 and quantity is not None and quantity.additive

    def field_for(self, bound: Bound) -> Noun | None:
        """Which number of an activity a bound is about, where none is named.

        "Longer than 5 km" and "longer than 10k" are of the distance.
        """
        if not isinstance(bound.to, Amount):
            return Noun(field=bound.field) if bound.field else None
        meters = not bound.to.unit and bound.to.value >= _DAY
        far = bound.field == "duration_min" and (meters or _UNIT_FIELDS.get(bound.to.unit) == "distance_m")
        if bound.field:
            return Noun(field="distance_m" if far else bound.field)
        unit = CLOCK if bound.to.unit in {"am", "pm", CLOCK} else bound.to.unit
        field = _UNIT_FIELDS.get(unit)
        return Noun(field=field) if field else None

    def better(self, best: Best, quantity: Quantity | None) -> Best | None:
        """A superlative that judges, with the end that is better; None where neither end is."""
        if best.clock and quantity is not None and quantity.unit == CLOCK:
            return replace(best, order=Order.HIGHEST if best.order is Order.NEWEST else Order.LOWEST, clock=False)
        if best.fields == _TEMPERATURE and (quantity is None or quantity.unit != "degC"):
            return None
        if best.fields and quantity is not None:
            far = best.fields == "distance_m" and quantity.unit not in _WALKED
            if far or quantity.unit == CLOCK:
                return None
        if not best.judged:
            return best
        if quantity is None or quantity.better is None:
            return None
        up = (best.order is Order.HIGHEST) == quantity.better
        return replace(best, order=Order.HIGHEST if up else Order.LOWEST, judged=False)

    def superlative(self, best: Best, frame: Frame) -> Frame | None:
        """The phrase with a superlative that is not of time; None where it has one or it does not fit.

        Who walked "the furthest" means a distance where one is on record, not steps.
        """
        noun = frame.noun
        if noun is None or frame.best or frame.statistic or frame.pinned:
            return None
        if best.fields == "distance_m" and noun.metric == "steps" and "walk" in noun.said:
            distance = self.catalogue.metrics.get("distance_km")
            if distance is not None and distance.recorded:
                noun = Noun(metric="distance_km", said=noun.said)
        if noun.metric == _MANAGED and noun.note and best.order in _TURNED and not best.judged:
            best = replace(best, order=_TURNED[best.order])
        quantity = self.quantity(noun, frame.records.table)
        if quantity is None or (best.fields in _FAR and converted(1.0, _FAR[best.fields], quantity.unit) is None):
            return None
        judged = self.better(best, quantity)
        return replace(frame, noun=noun, best=judged) if judged and not judged.of_time() else None

    def way(self, direction: int, noun: Noun | None, table: Table) -> int | None:
        """Up or down, also where "better" or "worse" is said; None where neither is better."""
        if abs(direction) < _JUDGED:
            return direction
        quantity = self.quantity(noun, table) if noun is not None else None
        if quantity is None or quantity.better is None:
            return None
        return 1 if (direction > 0) == quantity.better else -1

    def daily(self, noun: Noun, records: Records, *, each: bool = False) -> Column | None:
        """What a day's activities come to, of a noun that only they have; with `each`, what one is on average."""
        field = self.column(noun, Table.ACTIVITIES)
        quantity = self.quantity(noun, Table.ACTIVITIES)
        if field is None or quantity is None:
            return None
        statistic = Statistic.SUM if quantity.additive and not each else Statistic.MEAN
        kinds = self.rows(Records(table=Table.ACTIVITIES, kinds=records.kinds))
        return Daily(rows=kinds, column=field, statistic=statistic)

    def of_a_day(self, noun: Noun, window: Window | None = None) -> Column | None:
        """What tells days apart: a metric, or what a day's activities come to where only they have it."""
        quantity = self.quantity(noun, Table.ACTIVITIES)
        if noun.metric or quantity is None or not (quantity.recorded and quantity.additive):
            return self.column(noun, Table.DAYS)
        done = self.rows(Records(table=Table.ACTIVITIES, window=window))
        return Daily(rows=done, column=Field(name=noun.field), statistic=Statistic.SUM)

    def picked_rows(self, frame: Frame) -> Rows | None:
        """The records that a superlative of a frame picks out: "my highest HRV", "my longest run"."""
        best, records = frame.best, frame.records
        if best is None:
            return self.rows(records) if records.pick is not None else None
        noun = frame.noun
        if noun is None:
            return None
        column = self.column(noun, records.table)
        judged = self.better(best, self.quantity(noun, records.table))
        if column is None or judged is None:
            return None
        by = None if judged.of_time() else column
        rows = self.rows(records)
        if judged.of_time():
            rows = Where(rows=rows, test=Known(column=column))
        return Pick(rows=rows, by=by, order=judged.order, first=judged.first, count=judged.count)


def clock_minutes(amount: Amount, *, evening: bool) -> float | None:
    """Minutes after midnight; of bed times from noon on, so that 00:30 comes after 23:00.

    Args:
        amount: in "am", "pm", "clock" (minutes) or without a unit (hours as said).
        evening: whether it is a bed time.
    """
    match amount.unit:
        case "am":
            minutes = (amount.value % 12) * 60
        case "pm":
            minutes = (amount.value % 12 + 12) * 60
        case "clock":
            minutes = amount.value
            if evening and (5 * 60 < minutes < _NOON or _NOON < minutes < _NOON + 60):
                minutes += _NOON
        case "":
            if not 0 <= amount.value <= _MOST_HOURS:
                return None
            minutes = amount.value * 60
            if evening and 5 * 60 < minutes <= _NOON:
                minutes += _NOON
        case _:
            return None
    return minutes + _DAY if evening and minutes < _NOON else minutes
