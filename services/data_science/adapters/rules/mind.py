"""The analyst's decisions by rule. The same question about the same data is always read, computed and told alike."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.code import code_for
from services.data_science.adapters.rules.declining import no_data, not_english
from services.data_science.adapters.rules.planning import planned
from services.data_science.adapters.rules.prose import summary
from services.data_science.adapters.rules.reading import is_english, read
from services.data_science.adapters.rules.spans import Calendar
from services.data_science.domain.analysis import Computed, Decline, Part, Plan, Summary
from services.data_science.domain.data import DataDescription

_IMPORTS: Final[Mapping[str, str]] = MappingProxyType(
    {"pd": "import pandas as pd", "np": "import numpy as np", "stats": "from scipy import stats"}
)
_UNDEFINED: Final = re.compile(r"NameError: name '(\w+)' is not defined")


class RulesMind:
    """Implements `AnalystMind` without a model."""

    async def plan(self, question: str, data: DataDescription) -> Plan | Decline:
        days = _calendar(data)
        if days is None:
            return no_data()
        if not is_english(question):
            return not_english()
        return planned(question, lambda sentence: read(sentence, days, data), days, data)

    async def write_code(self, part: Part) -> str:
        return code_for(part.query)

    async def repair(self, part: Part, code: str, problem: str) -> str:
        """Adds an import that the code forgot; there is nothing else that a rule could mend without guessing."""
        del part
        undefined = _UNDEFINED.search(problem)
        line = _IMPORTS.get(undefined[1]) if undefined else None
        return f"{line}\n{code}" if line and line not in code else code

    async def summarise(self, computed: tuple[Computed, ...], *, prefix: str) -> Summary:
        return summary(computed, prefix=prefix)


def _calendar(data: DataDescription) -> Calendar | None:
    """The days on record; of someone with nothing but laboratory values, the days of these."""
    if data.first_date is not None and data.reference_date is not None:
        return Calendar(first=data.first_date, today=data.reference_date)
    if data.biomarker_dates is not None:
        return Calendar(first=data.biomarker_dates[0], today=data.biomarker_dates[1])
    return None
