"""The analyst's decisions by rule. The same question about the same data is always read, computed and told alike."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from services.data_science.adapters import pandas_code
from services.data_science.adapters.rules.code import code_for
from services.data_science.adapters.rules.declining import no_data, not_english
from services.data_science.adapters.rules.planning import planned
from services.data_science.adapters.rules.prose import summary
from services.data_science.adapters.rules.reading import is_english, read
from services.data_science.adapters.rules.spans import Calendar
from services.data_science.domain.analysis import Computed, Decline, Part, Plan, QuestionPart, Summary
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.data import DataDescription
from services.data_science.language.interpreting import Computable, NotMine, Partly, interpret
from services.data_science.language.saying import say
from services.data_science.language.telling.answering import answer_of
from services.data_science.language.telling.computed import Asked, ComputedQuestion
from services.data_science.language.understanding import Reader

_IMPORTS: Final[Mapping[str, str]] = MappingProxyType(
    {"pd": "import pandas as pd", "np": "import numpy as np", "stats": "from scipy import stats"}
)
_MOST_READERS: Final = 64
_UNDEFINED: Final = re.compile(r"NameError: name '(\w+)' is not defined")


class RulesMind:
    """Implements `AnalystMind` without a model."""

    def __init__(self) -> None:
        self._readers: dict[int, Reader] = {}

    async def plan(self, question: str, data: DataDescription, *, earlier: Sequence[str] = ()) -> Plan | Decline:
        days = _calendar(data)
        if days is None or data.catalogue is None:
            return no_data()
        understood = interpret(self.reader(data.catalogue), [*earlier, question])
        if not isinstance(understood, NotMine):
            return _planned(understood, data.catalogue)
        if not is_english(question):
            return not_english()
        return planned(question, lambda sentence: read(sentence, days, data), days, data)

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
    lead = "I read this as several questions. " if len(parts) > 1 else ""
    return Plan(parts=parts, approach=lead + " ".join(f"I read this as: {part.said}." for part in parts))


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
