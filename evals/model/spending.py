"""What was spent on models: the calls of this process by its ledger, those of a system by the lines of its log."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from amy.spending import CallRecord

_CALL = "model.call"


@dataclass(frozen=True, kw_only=True)
class Tally:
    """What calls together used.

    Attributes:
        failed: of the calls, those that gave no answer; some were made again.
        prompt_tokens: cache reads and writes included.
        cost_usd: None if the price of one of them is unknown.
    """

    calls: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0


def together(tallies: Sequence[Tally]) -> Tally:
    costs = [each.cost_usd for each in tallies]
    return Tally(
        calls=sum(each.calls for each in tallies),
        failed=sum(each.failed for each in tallies),
        prompt_tokens=sum(each.prompt_tokens for each in tallies),
        output_tokens=sum(each.output_tokens for each in tallies),
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
    )


def of_records(records: Sequence[CallRecord]) -> Tally:
    return together(
        [
            Tally(
                calls=1,
                failed=int(each.outcome != "ok"),
                prompt_tokens=each.spent.input_tokens + each.spent.cache_creation_tokens,
                output_tokens=each.spent.output_tokens,
                cost_usd=each.spent.cost_usd,
            )
            for each in records
        ]
    )


def of_log(log: Path) -> Tally:
    """Of the lines that a system wrote about its calls."""
    return together(
        [
            Tally(
                calls=1,
                failed=int(line["outcome"] != "ok"),
                prompt_tokens=line["input_tokens"] + line["cache_creation_tokens"],
                output_tokens=line["output_tokens"],
                cost_usd=line["cost_usd"],
            )
            for line in _events(log)
            if line.get("event") == _CALL
        ]
    )


def _events(log: Path) -> Iterator[dict[str, Any]]:
    """The lines that are events; what a library wrote beside them is passed over."""
    for line in log.read_text("utf-8").splitlines():
        if line.startswith("{"):
            yield json.loads(line)
