"""The analyst's decisions by rule. The same question about the same data is always read, computed and told alike."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from services.data_science.adapters import pandas_code
from services.data_science.adapters.rules.code import code_for
from services.data_science.adapters.rules.halves import halves
from services.data_science.adapters.rules.planning import planned
from services.data_science.adapters.rules.prose import summary
from services.data_science.adapters.rules.reading import is_english, read
from services.data_science.adapters.rules.spans import Calendar
from services.data_science.domain import interpretation
from services.data_science.domain.algebra import Question
from services.data_science.domain.analysis import Computed, Decline, Part, Plan, QuestionPart, Summary
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.data import DataDescription
from services.data_science.domain.interpretation import Interpretation
from services.data_science.domain.well_typed import problem_of
from services.data_science.language.interpreting import Computable, NotMine, Partly, Topic, interpret
from services.data_science.language.saying import say
from services.data_science.language.telling.answering import answer_of
from services.data_science.language.telling.computed import Asked, ComputedQuestion
from services.data_science.language.understanding import Reader

_IMPORTS: Final[Mapping[str, str]] = MappingProxyType(
    {"pd": "import pandas as pd", "np": "import numpy as np", "stats": "from scipy import stats"}
)
_MOST_READERS: Final = 64
_READ_AGAIN: Final = frozenset({Topic.NOT_UNDERSTOOD, Topic.NOT_RECORDED})
_NO_DATA: Final = interpretation.NotMine(
    topic=interpretation.Topic.NOT_RECORDED,
    reason="I have no data of yours on record yet.",
    nearest="Import a file of your measurements and ask again.",
)
_NOT_ENGLISH: Final = interpretation.NotMine(
    topic=interpretation.Topic.OTHER_LANGUAGE,
    reason="I understand English only, for now.",
    nearest="You could ask: “What was my average resting heart rate last month?”",
)
_UNREAD: Final = "I leave out the rest of your question, because I can't read it."
_UNDEFINED: Final = re.compile(r"NameError: name '(\w+)' is not defined")


@dataclass(frozen=True, kw_only=True)
class _Understood:
    """What is computed of a message, and which part of it is not, in one sentence."""

    plan: Plan
    unread: str = ""


class RulesMind:
    """Implements `AnalystMind` without a model."""

    def __init__(self) -> None:
        self._readers: dict[int, Reader] = {}

    async def plan(self, question: str, data: DataDescription, *, earlier: Sequence[str] = ()) -> Plan | Decline:
        understood = self._understood((*earlier, question), data)
        return (
            Decline(answer=_declined(understood)) if isinstance(understood, interpretation.NotMine) else understood.plan
        )

    async def plan_of(self, questions: Sequence[Question], data: DataDescription) -> Plan | Decline:
        if data.catalogue is None:
            return Decline(answer=_declined(_NO_DATA))
        problem = next(filter(None, (problem_of(each, data.catalogue) for each in questions)), None)
        if problem is not None:
            return Decline(answer=f"I can't compute that, because {problem}.")
        return _plan_of([QuestionPart(question=each, said=say(each, data.catalogue)) for each in questions])

    async def interpret(self, messages: Sequence[str], data: DataDescription) -> Interpretation:
        understood = self._understood(messages, data)
        if isinstance(understood, interpretation.NotMine):
            return understood
        parts = understood.plan.parts
        said_back = "; and ".join(part.said if isinstance(part, QuestionPart) else part.read_as for part in parts)
        questions = tuple(part.question for part in parts if isinstance(part, QuestionPart))
        if understood.unread:
            return interpretation.Partly(said_back=said_back, unread=understood.unread, questions=questions)
        return interpretation.Computable(said_back=said_back, questions=questions)

    def _understood(self, messages: Sequence[str], data: DataDescription) -> "_Understood | interpretation.NotMine":
        """What the last message asks; of a first one that the reader does not read, what the reader of terms reads."""
        days = _calendar(data)
        if days is None or data.catalogue is None:
            return _NO_DATA
        reader = self.reader(data.catalogue)
        found = interpret(reader, messages)
        if isinstance(found, NotMine) and not is_english(messages[-1]):
            return _NOT_ENGLISH
        if not isinstance(found, Computable):
            found = (
                _first_half(reader, messages, least=len(found.readings) if isinstance(found, Partly) else 1) or found
            )
        if not isinstance(found, NotMine):
            if isinstance(found, Partly):
                found = replace(found, unread=_without_numbers(found.unread))
            unread = found.unread if isinstance(found, Partly) else ""
            return _Understood(plan=_planned(found, data.catalogue), unread=unread)
        if found.topic in _READ_AGAIN and len(messages) == 1:
            plan = planned(messages[-1], lambda sentence: read(sentence, days, data), days, data)
            if isinstance(plan, Plan):
                return _Understood(plan=plan)
        topic = interpretation.Topic(found.topic.value)
        return interpretation.NotMine(topic=topic, reason=found.reason, nearest=found.nearest)

    def reader(self, catalogue: Catalogue) -> Reader:
        """The reader of a catalogue; kept, because its grammar is made once."""
        key = hash(repr(catalogue))
        if key not in self._readers:
            if len(self._readers) >= _MOST_READERS:
                self._readers.pop(next(iter(self._readers)))
            self._readers[key] = Reader(catalogue)
        return self._readers[key]

    async def write_code(self, part: Part | QuestionPart) -> str:
        if isinstance(part, QuestionPart):
            return pandas_code.code_for(part.question)
        return code_for(part.query)

    async def repair(self, part: Part | QuestionPart, code: str, problem: str) -> str:
        """Adds an import that the code forgot; there is nothing else that a rule could mend without guessing."""
        del part
        undefined = _UNDEFINED.search(problem)
        line = _IMPORTS.get(undefined[1]) if undefined else None
        return f"{line}\n{code}" if line and line not in code else code

    async def summarise(self, computed: tuple[Computed, ...], data: DataDescription, *, prefix: str) -> Summary:
        parts = [_answered(each) for each in computed]
        asked = tuple(part for part in parts if part is not None)
        if data.catalogue is not None and len(asked) == len(computed):
            return answer_of(asked, data.catalogue, prefix=prefix)
        return summary(computed, prefix=prefix)


def _without_numbers(unread: str) -> str:
    """What is left out, where it holds no number: one in an answer would look as if it had been computed."""
    return _UNREAD if any(letter.isnumeric() for letter in unread) else unread


def _first_half(reader: Reader, messages: Sequence[str], *, least: int) -> Partly | None:
    """What is computed of a message that goes on to ask for advice or a meaning, if that are so many questions."""
    *earlier, question = messages
    for half, left_out in halves(question):
        found = interpret(reader, [*earlier, half])
        if isinstance(found, Computable) and len(found.readings) >= least:
            return Partly(readings=found.readings, unread=left_out)
    return None


def _planned(understood: Computable | Partly, catalogue: Catalogue) -> Plan:
    parts = tuple(
        QuestionPart(
            question=reading.question,
            said=say(reading.question, catalogue),
            notes=tuple(_sentence(note) for note in reading.notes),
            asked_in=reading.unit,
            yes_no=reading.yes_no,
            direction=reading.direction,
        )
        for reading in understood.readings
    )
    if isinstance(understood, Partly):
        parts = (*parts[:-1], replace(parts[-1], notes=(*parts[-1].notes, understood.unread)))
    return _plan_of(parts)


def _plan_of(parts: Sequence[QuestionPart]) -> Plan:
    lead = "I read this as several questions. " if len(parts) > 1 else ""
    return Plan(parts=tuple(parts), approach=lead + " ".join(f"I read this as: {part.said}." for part in parts))


def _declined(understood: interpretation.NotMine) -> str:
    return f"{understood.reason} {understood.nearest}".strip()


def _sentence(note: str) -> str:
    return note if note.endswith((".", "!", "?")) else f"{note[:1].upper()}{note[1:]}."


def _answered(each: Computed) -> ComputedQuestion | None:
    part, result = each.part, each.result
    if not isinstance(part, QuestionPart) or not isinstance(result, Mapping):
        return None
    asked = {1: Asked.HIGHER, -1: Asked.LOWER, 0: Asked.DIFFERENT}[part.direction] if part.yes_no else None
    return ComputedQuestion(
        question=part.question,
        numbers=pandas_code.numbers_of(part.question, result),
        texts=pandas_code.texts_of(result),
        points=pandas_code.points_of(result),
        asked_in=part.asked_in,
        asked=asked,
        notes=part.notes,
    )


def _calendar(data: DataDescription) -> Calendar | None:
    """The days on record; of someone with nothing but laboratory values, the days of these."""
    if data.first_date is not None and data.reference_date is not None:
        return Calendar(first=data.first_date, today=data.reference_date)
    if data.biomarker_dates is not None:
        return Calendar(first=data.biomarker_dates[0], today=data.biomarker_dates[1])
    return None
