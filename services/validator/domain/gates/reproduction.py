"""The `reproduction` gate: every claimed number, computed again from the store.

Who claims a number plays no part. One that differs by more than rounding rejects the finding; one whose computation the
question does not have leaves it conditional at best. A rounded number is not a different one: it may be written with
three significant digits, or with two decimals where it is small, but whole numbers are never rounded to tens.
How sure a number is (an interval, a chance) is not reproduced: the validator tells its own in place of what is claimed.
"""

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from services.validator.domain.answering.answers import Recomputed
from services.validator.domain.claims.finding import OF_CERTAINTY, Finding, Interval, Verdict
from services.validator.domain.claims.sample import Sample
from services.validator.domain.gates.gate import Gate, GateOutcome, outcome

_RELATIVE: Final = 1e-9
_OF_SCALE: Final = 1e-10
_FEWEST_DECIMALS: Final = ((100.0, 0), (10.0, 1), (0.0, 2))
"""From which size on how many decimals a rounded number needs at least."""


def reproduce(finding: Finding, sample: Sample) -> GateOutcome:
    """Holds every number of a finding against the validator's own computation of what its question asks.

    Never raises, whatever the numbers.
    """
    unexpressed = [] if any(number.key == "effect" for number in finding.numbers) else ["effect"]
    checked = 0
    for key, claimed in _scalars(finding):
        if key in OF_CERTAINTY:
            continue
        own = own_number(key, sample)
        if own is None or claimed is None:
            unexpressed.append(key)
        elif agrees(claimed, own):
            checked += 1
        else:
            return outcome(
                Gate.REPRODUCTION,
                passed=False,
                ceiling=Verdict.REJECTED,
                key=key,
                claimed=claimed,
                recomputed=own.value,
            )
    if unexpressed:
        return outcome(
            Gate.REPRODUCTION,
            passed=False,
            ceiling=Verdict.CONDITIONAL,
            not_expressible=unexpressed[0],
            numbers=checked,
        )
    return outcome(Gate.REPRODUCTION, passed=True, numbers=checked)


def own_number(key: str, sample: Sample) -> Recomputed | None:
    """The validator's own number under the name that findings call it.

    None if its question has no such number, or the stored values do not define it.
    """
    return sample.answer.number(key)


def agrees(claimed: float, own: Recomputed) -> bool:
    """Whether a claimed number is the validator's own, or that number rounded. What is not finite agrees with nothing.

    Counts agree only exactly; for the rest, digits lost in adding and subtracting are no difference.
    """
    if not (math.isfinite(claimed) and math.isfinite(own.value)):
        return False
    if own.is_count:
        return claimed == own.value
    difference = abs(claimed - own.value)
    exact = max(_RELATIVE * abs(own.value), _OF_SCALE * own.scale)
    return difference <= exact or (claimed != 0 and difference <= _half_a_unit(claimed) + exact)


def _half_a_unit(claimed: float) -> float:
    """Half of the last decimal that a number is written with, or of the coarsest that it could be rounded to."""
    written = Decimal(repr(claimed)).normalize().as_tuple().exponent
    fewest = next(decimals for size, decimals in _FEWEST_DECIMALS if abs(claimed) >= size)
    decimals = max(-int(written), fewest)
    return 0.5 * 10.0**-decimals


def _scalars(finding: Finding) -> Iterator[tuple[str, float | None]]:
    """Every number under its key, an interval as its two ends; None where a number says nothing that can be read."""
    for number in finding.numbers:
        match number.value:
            case Interval(low=low, high=high):
                yield f"{number.key}_low", float(low)
                yield f"{number.key}_high", float(high)
            case None:
                yield number.key, None
            case scalar:
                yield number.key, float(scalar)
