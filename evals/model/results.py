"""The table: what each mind came to in each suite, and what the model's cost."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from evals.model.spending import Tally, together

HEAD: Final = (
    "| suite | items | rules: right / refused / wrong | model: the same | calls (failed) | tokens in / out | USD "
    "| rules, s | model, s |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


@dataclass(frozen=True, kw_only=True)
class Counts:
    """What a mind's answers were judged as.

    Attributes:
        right: None where a reader has to judge.
        refused: None in suites that know no refusal.
        also: figures that are a suite's own.
    """

    right: int | None = None
    refused: int | None = None
    wrong: int | None = None
    also: str = ""

    def __str__(self) -> str:
        return " / ".join("-" if each is None else str(each) for each in (self.right, self.refused, self.wrong))


@dataclass(frozen=True, kw_only=True)
class Result:
    """What became of asking one mind the items of a suite.

    Attributes:
        counts: None where it broke off.
        problem: why it did.
        took_s: start of a system included.
    """

    counts: Counts | None
    spent: Tally = field(default_factory=Tally)
    took_s: float
    problem: str = ""


@dataclass(frozen=True, kw_only=True)
class Row:
    suite: str
    items: int
    rules: Result
    model: Result

    def __str__(self) -> str:
        counts = [each.counts or "broke off" for each in (self.rules, self.model)]
        took = [f"{each.took_s:.0f}" for each in (self.rules, self.model)]
        cells = [self.suite, self.items, *counts, *_spent(self.model.spent), *took]
        return f"| {' | '.join(map(str, cells))} |"

    @property
    def notes(self) -> list[str]:
        """A suite's own figures, why a mind broke off, and whether the rules may have spoken for the model."""
        told = []
        for name, result in (("rules", self.rules), ("model", self.model)):
            said = result.problem or (result.counts.also if result.counts else "")
            told += [f"- {self.suite}, {name}: {said}"] if said else []
        if self.model.spent.failed:
            told.append(
                f"- {self.suite}: {self.model.spent.failed} calls failed; what was not tried again the rules decided"
            )
        return told


def table(rows: Sequence[Row]) -> str:
    """Markdown: a row a suite, their sum, and the notes."""
    total = together([row.model.spent for row in rows])
    took = [f"{sum(getattr(row, mind).took_s for row in rows):.0f}" for mind in ("rules", "model")]
    items = sum(row.items for row in rows)
    last = f"| {' | '.join(['all', str(items), '', '', *_spent(total), *took])} |"
    notes = [note for row in rows for note in row.notes]
    return "\n".join([HEAD, *map(str, rows), last, *(["", *notes] if notes else [])])


def _spent(spent: Tally) -> tuple[str, str, str]:
    cost = "unknown" if spent.cost_usd is None else f"{spent.cost_usd:.4f}"
    return f"{spent.calls} ({spent.failed})", f"{spent.prompt_tokens} / {spent.output_tokens}", cost
