"""What is said of records that are picked out is said of those they are picked from: "on my best day, in October"."""

from dataclasses import replace

from services.data_science.domain.algebra import All, DaysOf, Periods, Pick, Rows, Test, Where, Window
from services.data_science.language.phrases import where


def picked_within(rows: Rows, window: Window, everything: Window | None) -> Rows | None:
    """The same pick, from the records of a window; None where nothing is picked, or another window was said already.

    `everything` is the window of what was said without one; where it is None, a window that was said is replaced.
    """
    match rows:
        case Pick(rows=source):
            narrowed = _within(source, window, everything)
            return replace(rows, rows=narrowed) if narrowed else None
        case DaysOf(rows=inner):
            picked = picked_within(inner, window, everything)
            return replace(rows, rows=picked) if picked else None
        case _:
            return None


def source_within(rows: DaysOf, window: Window, everything: Window) -> Rows | None:
    """Of "the day after my run on 4 October" the days beside the records of that window, not those within it."""
    narrowed = _within(rows.rows, window, everything) if rows.offset else None
    return replace(rows, rows=narrowed) if narrowed else None


def _within(rows: Rows, window: Window, everything: Window | None) -> Rows | None:
    match rows:
        case All(window=said):
            return replace(rows, window=window) if everything in {None, said} else None
        case Where(rows=inner):
            narrowed = _within(inner, window, everything)
            return replace(rows, rows=narrowed) if narrowed else None
        case Periods(window=said, rows=inner):
            narrowed = _within(inner, window, everything)
            return replace(rows, window=window, rows=narrowed) if narrowed and everything in {None, said} else None
        case _:
            return None


def picked_where(rows: Rows, test: Test) -> Rows | None:
    """The same pick, from the records of which a test holds; None where nothing is picked."""
    match rows:
        case Pick(rows=source) if not isinstance(source, Periods):
            return replace(rows, rows=where(source, frozenset({test})))
        case DaysOf(rows=inner):
            picked = picked_where(inner, test)
            return replace(rows, rows=picked) if picked else None
        case _:
            return None
