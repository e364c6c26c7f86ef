"""From the terms of one sentence to what is asked: which kind of question it is, and whether all of it can be said."""

from collections.abc import Callable
from typing import Final

from amy.text import quoted
from services.data_science.adapters.rules.assembly.amounts import fits, shown, stored, unit_of
from services.data_science.adapters.rules.assembly.clause import (
    JOINTS,
    CannotSayError,
    Clause,
    NotUnderstood,
    Understood,
)
from services.data_science.adapters.rules.assembly.combining import (
    combine,
    is_part_of_whole,
    part_of_whole,
    sets_numbers_apart,
)
from services.data_science.adapters.rules.assembly.comparing import changes_with, compare, is_comparison
from services.data_science.adapters.rules.assembly.coordinating import coordinated
from services.data_science.adapters.rules.assembly.describing import describe
from services.data_science.adapters.rules.assembly.following import break_down, changes_of_samples, find_change, follow
from services.data_science.adapters.rules.assembly.holding import OF_DAYS
from services.data_science.adapters.rules.assembly.implied import said_otherwise
from services.data_science.adapters.rules.assembly.listing import asks_for_kinds, asks_for_list, list_kinds, rank
from services.data_science.adapters.rules.assembly.relating import relate
from services.data_science.adapters.rules.assembly.sources import with_norm
from services.data_science.adapters.rules.restating import noun_of
from services.data_science.adapters.rules.terms import (
    Activity,
    Biomarker,
    Condition,
    Grouped,
    Metric,
    OffTopic,
    Relation,
    Sign,
    Span,
    Statistic,
)
from services.data_science.domain.data import DataDescription
from services.data_science.domain.query import Aggregate, Combine, Describe, Source, selections_of

_UNITLESS: Final = frozenset(
    {Aggregate.COUNT, Aggregate.COUNT_DAYS, Aggregate.COUNT_PER, Aggregate.CV, Aggregate.OUTLIERS, *OF_DAYS}
)
_AGAINST_OTHERS: Final = (Sign.VERSUS, Sign.DIRECTION, Sign.THAN)
_SHOWN_WORDS: Final = 3
_SHOWN_CHARACTERS: Final = 40


def assemble(clause: Clause) -> tuple[Understood, ...] | NotUnderstood:
    """The queries that say all of a sentence, or why there are none."""
    try:
        _check(clause)
        read = tuple(each for one in coordinated(clause) for each in _read(said_otherwise(one)))
        for each in read:
            _check_unit(each, clause.data)
    except CannotSayError as problem:
        spoken = tuple(item for item in clause.items if not isinstance(item, str))
        return NotUnderstood(because=str(problem), terms=tuple(dict.fromkeys(spoken)))
    return tuple({each.query: each for each in read}.values())


def _check(clause: Clause) -> None:
    """Makes sure that every word was read and is about data.

    Raises:
        CannotSayError: something is not; the most telling first.
    """
    for topic in clause.of(OffTopic):
        raise CannotSayError(topic.reason)
    unread = [word for word in clause.of(str) if word not in JOINTS]
    if unread:
        said = quoted(" ".join(unread[:_SHOWN_WORDS]), limit=_SHOWN_CHARACTERS)
        raise CannotSayError(f"I do not know what to make of {said}")


def _check_unit(reading: Understood, data: DataDescription) -> None:
    """Makes sure that what is computed can be told in the unit that is asked for.

    Raises:
        CannotSayError: it cannot: "how many hours of heart rate".
    """
    query, unit = reading.query, reading.asked_in
    if unit is None or (isinstance(query, Describe) and query.aggregate in _UNITLESS) or isinstance(query, Combine):
        return
    measure = selections_of(query)[0].measure
    stored_unit = unit_of(measure, data)
    if measure.source is not Source.BIOMARKER and stored_unit and not fits(unit, stored_unit):
        raise CannotSayError(f"“{unit.said}” is no unit of {noun_of(measure)}")
    if stored_unit and shown(unit, stored_unit) is None and stored(1.0, unit, stored_unit) not in {None, 1.0}:
        raise CannotSayError(f"I cannot tell {noun_of(measure)} in {unit.said}")


def _read(clause: Clause) -> tuple[Understood, ...]:
    """One thing that is asked; an association of several series is several."""
    if clause.of(Relation):
        return relate(clause)
    if Aggregate.POPULATION_DIFFERENCE in clause.aggregates and not clause.names(Metric, Biomarker, Activity):
        return tuple(_one(clause.plus(metric)) for metric in with_norm(clause))
    return (_one(clause),)


def _one(clause: Clause) -> Understood:
    """What the most telling of its terms makes of it."""
    read = next((read for asks, read in _KINDS if asks(clause)), describe)
    return read(clause)


def _changes_in_time(clause: Clause) -> bool:
    counts = clause.has(Sign.HOW_OFTEN, Sign.COUNT_DAYS) and clause.names(Condition)
    return clause.has(Sign.CHANGE, Sign.VERB) and not counts


def _among_others(clause: Clause) -> bool:
    return Aggregate.POPULATION_DIFFERENCE in clause.aggregates


def _unusual_day(clause: Clause) -> bool:
    return Aggregate.OUTLIERS in clause.aggregates and clause.names(Span) and clause.window().is_one_day


def _against_usual(clause: Clause) -> Understood:
    """How unusual a single day is, by how far it is from the days before."""
    return compare(clause.without(Statistic).plus(Sign.THAN, Statistic(Aggregate.MEAN)))


_KINDS: Final[tuple[tuple[Callable[[Clause], bool], Callable[[Clause], Understood]], ...]] = (
    (_among_others, lambda clause: describe(clause.less(*_AGAINST_OTHERS))),
    (lambda clause: clause.has(Sign.CHANGE_POINT), find_change),
    (lambda clause: clause.has(Sign.WHEN) and clause.has(Sign.CHANGE, Sign.VERB), find_change),
    (lambda clause: clause.names(Grouped), break_down),
    (changes_of_samples, follow),
    (is_part_of_whole, part_of_whole),
    (_unusual_day, _against_usual),
    (sets_numbers_apart, combine),
    (lambda clause: is_comparison(clause) or changes_with(clause), compare),
    (_changes_in_time, follow),
    (asks_for_kinds, list_kinds),
    (asks_for_list, rank),
)
"""What each kind of question is known by and read with, the more telling first; any other asks for one number."""
