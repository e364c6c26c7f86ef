"""What numbers mean, read from the TOML files of `services/domain_expert/ranges`; its README says the format."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from services.domain_expert.adapters.stands_files import FOLDER as STANDS
from services.domain_expert.adapters.stands_files import stands
from services.domain_expert.domain.case import Person, Sex
from services.domain_expert.domain.citing import Citable, Source
from services.domain_expert.domain.ranges.comparing import Comparison, Laboratory, compare
from services.domain_expert.domain.ranges.rows import Row, RowKind

FOLDER: Final = Path(__file__).parents[1] / "ranges"
_OLDEST: Final = 120
_SEXES: Final[Mapping[str, Sex | None]] = {"any": None, "female": Sex.FEMALE, "male": Sex.MALE}


class RangesFiles:
    """`Ranges`, read when it is made: a mistake in a file stops the service, not a consultation.

    Args:
        passages: what the words on numbers rest on.
        folder: of the rows.
        written: the folder of what is said of numbers.

    Raises:
        ValueError: a row breaks the format; the message names it.
    """

    def __init__(self, passages: Sequence[Citable], folder: Path = FOLDER, written: Path = STANDS) -> None:
        self.rows = tuple(_rows(folder))
        self.stands = stands(self.rows, passages, written)
        if twice := [name for name, times in Counter(row.id for row in self.rows).items() if times > 1]:
            raise ValueError(f"Rows are there twice: {', '.join(sorted(twice))}.")

    @property
    def sources(self) -> Iterator[Source]:
        return (row.source for row in self.rows)

    def compare(
        self,
        *,
        of: str,
        value: Decimal | None,
        unit: str,
        person: Person,
        laboratory: Laboratory | None,
        is_unknown: bool = False,
    ) -> Comparison:
        return compare(
            self.rows,
            of=of,
            value=value,
            unit=unit,
            person=person,
            laboratory=laboratory,
            stands=self.stands,
            is_unknown=is_unknown,
        )


def _rows(folder: Path) -> Iterator[Row]:
    sources = {
        name: _source(entry)
        for path in sorted((folder / "sources").glob("*.toml"))
        for name, entry in tomllib.loads(path.read_text("utf-8")).items()
    }
    for path in sorted(folder.glob("*.toml")):
        loaded = tomllib.loads(path.read_text("utf-8"))
        for entry in loaded.get("row", ()):
            try:
                yield _row(entry, sources)
            except (KeyError, ArithmeticError, ValueError) as error:
                raise ValueError(f"{path.name}, {entry.get('id', 'a row without an id')}: {error!r}") from error
        if survey := loaded.get("survey"):
            for quantity in loaded["quantity"]:
                yield from _percentiles(quantity, survey, sources[survey["source"]])


def _percentiles(quantity: Mapping[str, Any], survey: Mapping[str, Any], source: Source) -> Iterator[Row]:
    """A row for each percentile of each group of people that a survey measured."""
    for group in quantity["groups"]:
        who = {"female": "women", "male": "men"}[group["sex"]]
        ages = (
            f"{group['age_low']} to {group['age_high']}"
            if group["age_high"] < _OLDEST
            else f"{group['age_low']} and over"
        )
        for percent, value in zip(survey["percents"], group["at"], strict=True):
            yield Row(
                id=f"{quantity['of']}, {who} of {ages}, {percent} %".replace(" ", "-"),
                of=quantity["of"],
                kind=RowKind.PERCENTILE,
                unit=quantity["unit"],
                means=f"{percent} % are below",
                population=f"US {who} aged {ages}",
                printed=f"{percent} % of {group['n']} are below {value} {quantity['unit']}",
                source=source,
                high=Decimal(value),
                sex=_SEXES[group["sex"]],
                age_low=group["age_low"],
                age_high=group["age_high"],
                percent=percent,
            )


def _source(entry: Mapping[str, Any]) -> Source:
    return Source(
        title=entry["title"],
        publisher=entry["publisher"],
        year=entry["year"],
        url=entry["url"],
        doi=entry["doi"],
        licence=entry["licence"],
    )


def _row(entry: Mapping[str, Any], sources: Mapping[str, Source]) -> Row:
    return Row(
        id=entry["id"],
        of=entry["of"],
        kind=RowKind(entry["kind"]),
        unit=entry["unit"],
        means=entry["means"],
        population=entry["population"],
        printed=entry["printed"],
        source=sources[entry["source"]],
        low=Decimal(entry["low"]) if "low" in entry else None,
        high=Decimal(entry["high"]) if "high" in entry else None,
        low_included=entry.get("low_included", True),
        high_included=entry.get("high_included", True),
        sex=_SEXES[entry["sex"]],
        age_low=entry["age_low"],
        age_high=entry["age_high"],
        percent=entry.get("percent"),
    )
