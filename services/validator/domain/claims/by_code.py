"""A finding whose numbers only code could compute: nothing of it can be read from the store, so nothing is weighed.

Data science writes code for what the question language cannot say. The code ran in the sandbox over the person's
records, yet nobody can compute its numbers again. They may be told with that caveat, and are worth no more.
"""

import math
from typing import Final

from services.validator.domain.claims.finding import Finding, FindingKind

MOST_NUMBERS: Final = 24
"""As many single numbers as data science takes from what code returns; more would be rows under other names."""
ONCE: Final = "the calculation was written for this question alone, and nothing has computed it a second time"
_ANALYST: Final = "data_science"


def is_by_code(finding: Finding) -> bool:
    """Whether it is believed that its numbers came out of code in the sandbox: of data science only, and of scalars."""
    is_said = finding.by_code and finding.source == _ANALYST
    return is_said and finding.question is None and finding.kind is FindingKind.SCALAR


def problem_of_numbers(finding: Finding) -> str:
    """Why not even the numbers of such a finding may be told, in plain words; empty where they may."""
    if not finding.id:
        return "the finding has no id, so its numbers cannot be cited"
    if len(finding.numbers) > MOST_NUMBERS:
        return f"the calculation gave more than {MOST_NUMBERS} numbers"
    values = [number.value for number in finding.numbers]
    if not all(isinstance(value, float) for value in values):
        return "the calculation gave something else than single numbers"
    if not any(isinstance(value, float) and math.isfinite(value) for value in values):
        return "the calculation gave no number"
    return ""
