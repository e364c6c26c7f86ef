"""The analyst's decisions by rule. The same question about the same data is always read, computed and told alike."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.assembly import NotUnderstood, Understood, assemble
from services.data_science.adapters.rules.code import code_for
from services.data_science.adapters.rules.metrics import bases_of, shown_unit
from services.data_science.adapters.rules.prose import (
    approach,
    declined,
    future,
    no_data,
    not_recorded,
    summary,
)
from services.data_science.adapters.rules.reading import read
from services.data_science.adapters.rules.windows import Calendar
from services.data_science.domain.analysis import Decline, Plan, Summary
from services.data_science.domain.data import DataDescription
from services.data_science.domain.query import metrics_of
from services.data_science.domain.run import JsonValue

_IMPORTS: Final[Mapping[str, str]] = MappingProxyType(
    {"pd": "import pandas as pd", "np": "import numpy as np", "stats": "from scipy import stats"}
)
_UNDEFINED: Final = re.compile(r"NameError: name '(\w+)' is not defined")


class RulesMind:
    """Implements `AnalystMind` without a model."""

    async def plan(self, question: str, data: DataDescription) -> Plan | Decline:
        if data.first_date is None or data.reference_date is None:
            return no_data()
        days = Calendar(first=data.first_date, today=data.reference_date)
        reading = assemble(read(question, days, tuple(data.units)), days)
        if isinstance(reading, NotUnderstood):
            return declined(reading, data)
        return _planned(reading, data, days)

    async def write_code(self, plan: Plan) -> str:
        return code_for(plan.query)

    async def repair(self, plan: Plan, code: str, problem: str) -> str:
        """Adds an import that the code forgot; there is nothing else that a rule could mend without guessing."""
        del plan
        undefined = _UNDEFINED.search(problem)
        line = _IMPORTS.get(undefined[1]) if undefined else None
        return f"{line}\n{code}" if line and line not in code else code

    async def summarise(self, plan: Plan, result: JsonValue, *, prefix: str) -> Summary | Decline:
        return summary(plan, result if isinstance(result, Mapping) else {}, finding_id=f"{prefix}-001")


def _planned(reading: Understood, data: DataDescription, days: Calendar) -> Plan | Decline:
    names = metrics_of(reading.query)
    missing = [name for name in names if not all(base in data.recorded for base in bases_of(name))]
    if missing:
        return not_recorded(missing[0], data)
    if reading.query.window.start > days.today:
        return future(reading.query.window)
    return Plan(
        query=reading.query,
        approach=approach(reading),
        unit=shown_unit(names[0], data.units),
        caveat=reading.caveat,
    )
