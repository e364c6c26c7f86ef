"""From a person's canonical files to the files of a vendor, by what is on record once they are imported."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from amy.client import Amy
from evals.vendors import fitbit, garmin, laboratory, whoop
from evals.vendors.comparing import Compared, compare, on_record
from evals.vendors.person import Person, Written, person_in
from evals.vendors.tables import rest_of, zipped

WEARABLES: Final[Mapping[str, Callable[[Person], Written]]] = {
    "fitbit": fitbit.write,
    "garmin": garmin.write,
    "whoop": whoop.write,
}
LABORATORIES: Final[Mapping[str, Callable[[Person], Written]]] = {
    "fhir": laboratory.write_fhir,
    "lab_csv": laboratory.write_table,
}


@dataclass(frozen=True, kw_only=True)
class Imported:
    """What became of the records of one person.

    Attributes:
        carried: how many daily values are in the vendor's files.
        beside: how many values are not, by metric: they were imported from canonical tables beside them.
        moved: how many nights end on their date in the vendor's files, and begin on it in the canonical ones: a
            question that goes from a day to the night after it is about another night.
        compared: with the canonical records.
    """

    carried: int
    beside: Mapping[str, int]
    moved: int
    compared: Compared

    def lines(self) -> Iterator[str]:
        told = ", ".join(f"{name} {count}" for name, count in self.beside.items()) or "nothing"
        yield f"{self.carried:,} daily values in the vendor's files; in canonical tables beside them: {told}"
        if self.moved:
            yield f"nights that end on their date, and not the one after: {self.moved}"
        yield from self.compared.lines()


def user_of(user: str, vendor: str) -> str:
    """Who has the records of a user by way of a vendor's files."""
    return f"{user}-{vendor.replace('_', '-')}"


def import_as(vendor: str, *, known: Amy, amy: Amy, folder: Path) -> Imported:
    """Writes what is on record of one person as files of a vendor, imports them for another, and compares.

    Args:
        vendor: one of `WEARABLES` or `LABORATORIES`.
        known: the person whose records they are.
        amy: the person who imports.
        folder: where the archives are put.
    """
    with tempfile.TemporaryDirectory(dir=folder) as own:
        person = person_in(known.data.export(Path(own) / "known.zip"))
        written = {**WEARABLES, **LABORATORIES}[vendor](person)
        amy.data.import_file(zipped({**written.files, **rest_of(person, written)}, Path(own) / f"{vendor}.zip"))
    carried = Counter(metric for metric, _ in written.daily)
    beside = {metric: len(by_day) - carried[metric] for metric, by_day in person.daily.items()}
    beside |= {"times of nights": len(person.nights) - len(written.clocks)}
    beside |= {"activities": 0 if written.bouts else len(person.bouts)}
    return Imported(
        carried=len(written.daily),
        beside={name: count for name, count in beside.items() if count},
        moved=person.nights_that_follow if written.clocks else 0,
        compared=compare(on_record(known), on_record(amy), written.cannot),
    )
