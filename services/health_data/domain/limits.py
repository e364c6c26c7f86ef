"""How much of anything one file may hold, so that reading it takes a bounded time in bounded memory."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one file may hold; one that holds more is refused while it comes in, or while it is read.

    Attributes:
        lines: line ends, blank lines and those inside of cells included.
        line_bytes: of one line, its end included.
        columns: of the header.
        cell_characters: of one cell. A quotation mark that is never closed makes one cell of the rest of the file.
        rows: below the header.
        persons: different subjects.
        moments: different texts in the column of dates.
        records: activities, or laboratory values.
    """

    lines: int = 4_000_000
    line_bytes: int = 256 * 1024
    columns: int = 1000
    cell_characters: int = 16 * 1024
    rows: int = 2_000_000
    persons: int = 10_000
    moments: int = 400_000
    records: int = 400_000


LIMITS: Final = Limits()


class LimitExceededError(Exception):
    """A file holds more than it may; the text says of what, and what to do."""


def require(count: int, most: int, what: str, advice: str) -> None:
    """Stops the reading of a file that holds too much.

    Args:
        count: how much there is by now.
        most: how much there may be.
        what: of what: "rows".
        advice: what the person can do.

    Raises:
        LimitExceededError: it is more.
    """
    if count > most:
        raise LimitExceededError(f"The file has more than {most:,} {what}. {advice}")


SPLIT: Final = "Split it by date and import the parts."
IS_A_TABLE: Final = "A table has one line for each day, activity or lab value: check that the file is one."
