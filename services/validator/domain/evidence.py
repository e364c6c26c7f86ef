"""What the Critic weighs besides the gates, computed from the stored series themselves."""

from dataclasses import dataclass

from services.validator.domain.finding import Finding
from services.validator.domain.selection import Sample, Store


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Measurements that speak for or against a finding."""


def gather(finding: Finding, sample: Sample, store: Store) -> Evidence:
    """The evidence about a finding whose data could be read.

    Args:
        finding: well-formed: its selection was read.
        sample: what its selection selects.
        store: the whole series it names, by name.
    """
    del finding, sample, store
    return Evidence()
