"""Dates as variables of the code."""

from datetime import date

from services.data_science.adapters.pandas_code.writing import literals
from services.data_science.adapters.pandas_code.writing.writer import Writer
from services.data_science.domain import algebra as a


def timestamp(w: Writer, day: a.DayOrNumber, hint: str) -> str:
    """An expression for the first moment of a date, NaT where the number is undefined."""
    if isinstance(day, date):
        return literals.text(day.isoformat())
    if isinstance(day, a.When) and day.moment is a.Moment.DAY:
        return latest_day(w, day)
    number = w.number(day)
    return w.define(hint, f'pd.to_datetime({number.text}, unit="D", errors="coerce")')


def latest_day(w: Writer, when: a.When) -> str:
    """The variable with the date of the latest row."""
    rows = w.rows(when.rows)
    kept = w.named(("latest day", when.rows))
    if isinstance(kept, str):
        return kept
    name = w.define("latest_day", f"{rows.day}.max()")
    w.keep(("latest day", when.rows), name, name)
    return name
