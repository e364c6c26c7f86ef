"""From a message to a plan: sentence by sentence, what each asks in the light of those before it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, TypeAlias

from amy.text import quoted
from services.data_science.adapters.rules.assembly.amounts import shown, unit_of
from services.data_science.adapters.rules.assembly.assembling import assemble
from services.data_science.adapters.rules.assembly.clause import JOINTS, Clause, NotUnderstood, Understood
from services.data_science.adapters.rules.assembly.coordinating import completed
from services.data_science.adapters.rules.declining import declined, is_recorded, nothing_asked
from services.data_science.adapters.rules.metrics import words_for
from services.data_science.adapters.rules.restating import reading_as, when
from services.data_science.adapters.rules.spans import LAST_NIGHT, Calendar
from services.data_science.adapters.rules.splitting import Sentence, sentences
from services.data_science.adapters.rules.terms import (
    Activity,
    Biomarker,
    Condition,
    DayOf,
    Item,
    Metric,
    OffTopic,
    Relation,
    Sign,
    Span,
    Statistic,
)
from services.data_science.domain.analysis import Decline, Part, Plan
from services.data_science.domain.data import DataDescription
from services.data_science.domain.query import Aggregate, Query, Source, metrics_of, selections_of

MOST_PARTS: Final = 6
_EXTREMES: Final = frozenset({Aggregate.MAX, Aggregate.MIN})
_PICKED: Final = "it asks for another number of what is picked out, which takes more steps than I can do at once"
_LEFT_OUT_CHARACTERS: Final = 60
_LAST_NIGHT: Final = "For last night I take the newest day on record."
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
Read: TypeAlias = Callable[[str], tuple[Item, ...]]


@dataclass(frozen=True)
class _Asked:
    """A sentence and what became of it."""

    sentence: Sentence
    reading: tuple[Understood, ...] | NotUnderstood


def planned(message: str, read: Read, days: Calendar, data: DataDescription) -> Plan | Decline:
    """What of a message is computed; a decline where that is nothing.

    Args:
        message: as it was asked.
        read: the terms of one sentence.
        days: what windows are resolved against.
        data: what is on record.
    """
    asked = tuple(_asked(message, read, days, data))
    if not asked:
        return nothing_asked(data)
    understood = [each for one in asked if not isinstance(one.reading, NotUnderstood) for each in one.reading]
    if not understood:
        return declined(_most_telling(asked), data)
    kept = tuple({each.query: each for each in understood}.values())
    left_out = [_left_out(one) for one in asked if isinstance(one.reading, NotUnderstood) and not one.sentence.remark]
    if len(kept) > MOST_PARTS:
        left_out.append("You ask for more than I compute at once, so I leave out what comes last.")
    return _plan(kept[:MOST_PARTS], tuple(left_out), data)


def _asked(message: str, read: Read, days: Calendar, data: DataDescription) -> Iterator[_Asked]:
    """Each sentence that says anything, read with what those before it left to be understood."""
    said = [(sentence, _content(read(sentence.text))) for sentence in sentences(message)]
    before: list[tuple[Item, ...]] = []
    for place, (sentence, items) in enumerate(said):
        if not items or (sentence.remark and any(not other.remark for other, _ in said)):
            continue
        complete = items
        if _leans_on(sentence, items, before):
            complete = (*completed(items, before, ()), *_two_steps(items, before[-1]))
        elif place + 1 < len(said) and said[place + 1][0].joined:
            complete = completed(items, (), [tuple(item for item in said[place + 1][1] if isinstance(item, Span))])
        before.append(complete)
        yield _Asked(sentence, _checked(assemble(Clause(complete, days, data)), data, days))


def _content(items: Sequence[Item]) -> tuple[Item, ...]:
    """The items, if there is anything but joints among them."""
    kept = tuple(item for item in items if item is not Sign.FILLER)
    return kept if any(item not in JOINTS for item in kept) else ()


def _leans_on(sentence: Sentence, items: Sequence[Item], before: Sequence[tuple[Item, ...]]) -> bool:
    """Whether a sentence takes from those before it what it does not say: "And my resting heart rate?"."""
    if not before or any(isinstance(item, OffTopic | Relation) for item in items):
        return False
    names_something = any(isinstance(item, Metric | Biomarker | Activity | Condition | DayOf) for item in items)
    return sentence.follows or not names_something


def _two_steps(items: Sequence[Item], before: Sequence[Item]) -> tuple[Item, ...]:
    """Whether "how far was it" asks of what "my longest run" picked; an obstacle if so."""
    own = any(isinstance(item, Activity | DayOf | Statistic | Span) for item in items)
    asks = any(isinstance(item, Metric) or item in {Sign.HOW_FAR, Sign.HOW_MUCH} for item in items) and not own
    picked = any(isinstance(item, Statistic) and item.aggregate in _EXTREMES for item in before)
    spoken = any(isinstance(item, Activity) for item in before)
    return (OffTopic(_PICKED),) if asks and picked and spoken else ()


def _checked(
    reading: tuple[Understood, ...] | NotUnderstood, data: DataDescription, days: Calendar
) -> tuple[Understood, ...] | NotUnderstood:
    """The reading, if there is something on record to compute each of its queries from."""
    if isinstance(reading, NotUnderstood):
        return reading
    problem = next((found for each in reading for found in _unanswerable(each.query, data, days)), None)
    if problem is not None:
        return problem
    return tuple(
        replace(each, other=None) if each.other and any(_unanswerable(each.other.query, data, days)) else each
        for each in reading
    )


def _unanswerable(query: Query, data: DataDescription, days: Calendar) -> Iterator[NotUnderstood]:
    """What of a query is not on record."""
    for name in metrics_of(query):
        if not is_recorded(name, data):
            yield NotUnderstood(because=f"it holds no {words_for(name).noun}")
    for selection in selections_of(query):
        source, window = selection.measure.source, selection.window
        if source is Source.ACTIVITY and not data.activity_kinds:
            yield NotUnderstood(because="there are no activities on record")
        if window.start > days.today:
            yield NotUnderstood(because=f"{window.label} lies after the newest day on record")
        if window.end < _oldest(source, data, days):
            yield NotUnderstood(because=f"{window.label} lies before the oldest day on record")


def _oldest(source: Source, data: DataDescription, days: Calendar) -> date:
    if source is Source.BIOMARKER and data.biomarker_dates is not None:
        return min(data.biomarker_dates[0], days.first)
    return days.first


def _most_telling(asked: Sequence[_Asked]) -> NotUnderstood:
    """The first reason; of a question rather than of a remark."""
    ordered = sorted(asked, key=lambda one: one.sentence.remark)
    return next(one.reading for one in ordered if isinstance(one.reading, NotUnderstood))


def _left_out(one: _Asked) -> str:
    because = one.reading.because if isinstance(one.reading, NotUnderstood) else ""
    return f"I leave out {quoted(one.sentence.text, limit=_LEFT_OUT_CHARACTERS)}, because {because}."


def _plan(kept: tuple[Understood, ...], left_out: tuple[str, ...], data: DataDescription) -> Plan:
    """The plan; what is left out is told in the answer, too, with the last part of it."""
    *parts, last = (_part(each, data) for each in kept)
    last = replace(last, caveat=" ".join(each for each in (last.caveat, *left_out) if each))
    return Plan(parts=(*parts, last), approach=" ".join(_approach(kept, left_out)))


def _part(reading: Understood, data: DataDescription) -> Part:
    query = reading.query
    unit = unit_of(selections_of(query)[0].measure, data)
    return Part(
        query=query,
        read_as=reading_as(query, say=when),
        unit=unit,
        shown=shown(reading.asked_in, unit),
        caveat=_caveat(reading),
        other=_part(reading.other, data) if reading.other else None,
    )


def _caveat(reading: Understood) -> str:
    """What the answer has to admit; of last night also which day it is."""
    nights = any(selection.window.label == LAST_NIGHT for selection in selections_of(reading.query))
    return " ".join(each for each in (reading.caveat, _LAST_NIGHT if nights else "") if each)


def _approach(kept: tuple[Understood, ...], left_out: tuple[str, ...]) -> Iterator[str]:
    """How the message was read, with every window as dates."""
    if len(kept) > 1:
        yield "I read this as several questions."
    for place, reading in enumerate(kept):
        lead = f"The {_ORDINALS[place]}:" if len(kept) > 1 else "I read this as:"
        yield f"{lead} {reading_as(reading.query)}."
        if reading.assumed:
            yield f"{reading.assumed[0].upper()}{reading.assumed[1:]}."
        if reading.other is not None:
            yield (
                f"It can also be read as {reading_as(reading.other.query, say=when)}; I compute both, and tell the "
                "second if it comes out different."
            )
    if any(reading.causal for reading in kept):
        yield (
            "You ask for an influence; daily records can only show whether the two go together, so I compute their "
            "association."
        )
    yield from dict.fromkeys(caveat for caveat in map(_caveat, kept) if caveat)
    yield from left_out
    yield "What has no value is left out, never counted as zero."
