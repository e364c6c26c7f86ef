"""Reports of laboratories as PDF, by the text of their tables; the person confirms every result before it counts."""

from collections.abc import Sequence
from typing import Final

from services.health_data.adapters.formats.clinical import lab_result
from services.health_data.adapters.formats.lab_pdf.dates import Collection, collections
from services.health_data.adapters.formats.lab_pdf.pages import pages
from services.health_data.adapters.formats.lab_pdf.rows import Row, rows
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_NO_TEXT: Final = (
    "{} is a picture without text, as a scan is. Ask the laboratory for the report as text or as a table, "
    "or add the results by hand."
)
_NO_ROWS: Final = "{} has no table of results that can be read. Add the results by hand, or import a table (CSV)."
_NO_DATE: Final = (
    "{} does not say on which day the sample was taken. Import the results as a table (CSV) with that day, "
    "or add them by hand."
)


class LabPdfRoom:
    source = "lab_pdf"
    title = "laboratory report (PDF)"

    def claims(self, member: Member) -> bool:
        return member.head.lstrip().startswith(b"%PDF-")

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        """A report that is sent alone is refused where it cannot be read; beside other files it is left out."""
        for member in members:
            try:
                _read(member, gathering)
            except DamagedError as error:
                if len(members) == 1 and "/" not in member.path:
                    raise
                gathering.left_out(member.path, str(error))


def _read(member: Member, gathering: Gathering) -> None:
    texts = pages(member)
    if not any(text.strip() for text in texts):
        raise DamagedError(_NO_TEXT.format(member.path))
    found = [rows(text) for text in texts]
    if not any(page.rows for page in found):
        raise DamagedError(_NO_ROWS.format(member.path))
    taken = collections(member.path, texts)
    if not any(taken):
        raise DamagedError(_NO_DATE.format(member.path))
    # A page without a date goes on with what was collected before.
    collection: Collection = next(each for each in taken if each is not None)
    line = 0
    for page, own in zip(found, taken, strict=True):
        collection = own or collection
        for number in page.not_certain:
            gathering.skip(
                "laboratory result: which number is the result cannot be told", Place(member.path, line + number)
            )
        for row in page.rows:
            _tell(row, collection, Place(member.path, line + row.line), gathering)
        line += page.lines
    if collection.is_of_report:
        gathering.warn(
            f"{member.path} does not say when the sample was taken: the date of the report was taken for it."
        )
    gathering.note("Results of a PDF count once you have confirmed them.")


def _tell(row: Row, collection: Collection, at: Place, gathering: Gathering) -> None:
    told = lab_result(
        row.name,
        row.result,
        unit=row.unit,
        bounds=row.bounds,
        collected_at=collection.at,
        confirmed=False,
    )
    gathering.lab_result(told, at)
    gathering.found("laboratory results to confirm")


LAB_PDF: Final = LabPdfRoom()
