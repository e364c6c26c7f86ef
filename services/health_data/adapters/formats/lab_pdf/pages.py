"""The text of a PDF, page by page, laid out as it is on paper."""

import io
import logging
from typing import Final

from pypdf import PageObject, PdfReader
from pypdf.errors import PyPdfError

from services.health_data.adapters.formats.members import DamagedError, Member

_MOST_BYTES: Final = 32 * 1024**2
_MOST_PAGES: Final = 200
# Of faults that it mends by itself.
logging.getLogger("pypdf").setLevel(logging.ERROR)


def pages(member: Member) -> list[str]:
    """The text of each page; empty of one that is a picture.

    Raises:
        DamagedError: it is damaged, locked or too large.
    """
    if member.size > _MOST_BYTES:
        raise DamagedError(f"{member.path} is larger than {_MOST_BYTES // 1024**2} MB: import the pages with results.")
    with member.open() as stream:
        content = stream.read()
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise DamagedError(f"{member.path} is locked with a password: unlock it, and import it once more.")
        if len(reader.pages) > _MOST_PAGES:
            raise DamagedError(f"{member.path} has more than {_MOST_PAGES} pages: import those with results.")
        return [_text(page) for page in reader.pages]
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, OSError, RecursionError) as error:
        raise DamagedError(f"{member.path} is a PDF document that is damaged or cut off: download it again.") from error


def _text(page: PageObject) -> str:
    try:
        return page.extract_text(extraction_mode="layout")
    except (ZeroDivisionError, KeyError, ValueError, TypeError, AttributeError):
        # Where fonts have no widths, there is no layout.
        return page.extract_text()
