"""The `reproduction` gate: every claimed number, computed again from the store."""

from services.validator.domain.finding import Finding
from services.validator.domain.gate import Gate, GateOutcome, skipped
from services.validator.domain.selection import Sample


def reproduce(finding: Finding, sample: Sample) -> GateOutcome:
    """Holds every number of a finding against the validator's own computation from what its selection selects."""
    del finding, sample
    return skipped(Gate.REPRODUCTION)
