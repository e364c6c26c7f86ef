"""A laboratory's table as results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from services.health_data.adapters.formats.clinical import lab_result, range_text
from services.health_data.adapters.formats.lab_csv.layouts import Layout, read_dates, unit_in
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.adapters.formats.texts import rows
from services.health_data.domain.dates import DateReading, DateRefusal
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.laboratory.printed import decimal_of, range_of, result_of
from services.health_data.domain.laboratory.spelled_dates import with_number
from services.health_data.domain.laboratory.units import unit
from services.health_data.domain.numerals import DecimalSign
from services.health_data.domain.records import Place

_ABOVE: Final = "The day of collection that stands above the table was taken for all of it."
_OF_REPORT: Final = "The table has no dates of collection: those of the report were taken."
_SEVERAL: Final = "{}: the table is of several people. Import that of one person."
_UNDATED: Final = "{}: the table has no column with dates. Add one with the day of the blood draw, as YYYY-MM-DD."


@dataclass(frozen=True)
class _Cell:
    """One result as it stands in the table."""

    line: int
    name: str
    value: str
    unit: str
    bounds: str
    date: str
    loinc: str


class _Table:
    def __init__(self, member: Member, layout: Layout) -> None:
        self._member = member
        self._layout = layout
        self.dated = tuple(layout.dated.values()) or ((layout.collected,) if layout.collected else ())
        self.dated_by = None if layout.collected else layout.columns.get("date") or layout.columns.get("reported")

    def cells(self) -> Iterator[_Cell]:
        """The results, row by row; those without a name are none."""
        persons: set[str] = set()
        for line, row in rows(self._member, skip_lines=self._layout.skip_lines):
            persons.add(self._of(row, "person"))
            if len(persons) > 1:
                raise DamagedError(_SEVERAL.format(self._member.path))
            whole = self._cell(line, row)
            for column, (name, printed) in self._layout.values.items():
                if row.get(column, ""):
                    yield replace(whole, name=name, value=row[column], unit=printed)
            if self._layout.values or not whole.name:
                continue
            if not self._layout.dated:
                yield whole
            for column, text in self._layout.dated.items():
                if row.get(column, ""):
                    yield replace(whole, value=row[column], date=text)

    def _of(self, row: Mapping[str, str], thing: str) -> str:
        return row.get(self._layout.columns.get(thing, ""), "").strip()

    def _cell(self, line: int, row: Mapping[str, str]) -> _Cell:
        name, printed = self._of(row, "name"), self._of(row, "unit")
        if not printed:
            name, printed = unit_in(name)
        if "urin" in self._of(row, "specimen").casefold() and "urin" not in name.casefold():
            name = f"{name}, urine"
        low, high = self._of(row, "low"), self._of(row, "high")
        return _Cell(
            line=line,
            name=name,
            value=self._of(row, "value"),
            unit=printed,
            bounds=self._of(row, "range") or range_text(low, high),
            date=with_number(row.get(self.dated_by, "").strip()) if self.dated_by else self._layout.collected,
            loinc=self._of(row, "loinc"),
        )


def read_table(member: Member, layout: Layout, gathering: Gathering) -> None:
    """Takes the results out of a table.

    Raises:
        DamagedError: it has no dates, or they can be read in several ways; or it is of several people.
    """
    table = _Table(member, layout)
    if not table.dated and table.dated_by is None:
        raise DamagedError(_UNDATED.format(member.path))
    if layout.collected:
        gathering.note(_ABOVE)
    elif not layout.dated and "date" not in layout.columns:
        gathering.note(_OF_REPORT)
    dates, decimal = _looked_at(table, member, comma_is_usual=layout.comma_is_usual)
    for note in dates.notes:
        gathering.note(note)
    for cell in table.cells():
        at = Place(member.path, cell.line)
        collected_at = _instant(cell.date, dates)
        result = result_of(cell.value, decimal=decimal)
        if not result.text or collected_at is None:
            gathering.skip("laboratory result: no value" if not result.text else "laboratory result: no date", at)
            continue
        bounds = range_of(cell.bounds, decimal=decimal)
        told = lab_result(
            cell.name,
            result,
            unit=cell.unit or result.unit,
            bounds=bounds,
            collected_at=collected_at,
            loinc=cell.loinc,
        )
        if cell.unit and result.unit and unit(cell.unit) != unit(result.unit):
            gathering.skip(f"laboratory result: its unit is {cell.unit} and {result.unit}", at)
            continue
        gathering.lab_result(told, at)
        gathering.found("laboratory results")


def _looked_at(table: _Table, member: Member, *, comma_is_usual: bool) -> tuple[DateReading, DecimalSign]:
    """How the dates and numbers of the table are written."""
    stated: list[tuple[str, int]] = []
    numbers: set[str] = set()
    for cell in table.cells():
        stated.append((cell.date, cell.line))
        numbers.update((cell.value, cell.bounds))
    dates = read_dates([(text, 1) for text in table.dated] if table.dated else stated)
    if isinstance(dates, DateRefusal):
        raise DamagedError(f"{member.path}: {dates.explanation}")
    return dates, decimal_of(sorted(numbers), usual="," if comma_is_usual else ".")


def _instant(text: str, dates: DateReading) -> datetime | None:
    """The UTC instant of a collection: by the offset it states; UTC where it states none."""
    local = dates.moment(text)
    if local is None:
        return None
    try:
        stated = datetime.fromisoformat(text)
    except ValueError:
        stated = local
    return stated.astimezone(UTC) if stated.tzinfo else local.replace(tzinfo=UTC)
