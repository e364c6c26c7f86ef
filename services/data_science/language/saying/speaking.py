"""Saying any expression of the question language in plain English, with its dates."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from services.data_science.domain.algebra import (
    Column,
    DayOrNumber,
    Number,
    Periods,
    Question,
    Rows,
    Table,
    Test,
    Window,
)
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.saying.amounts import date_text
from services.data_science.language.saying.columns import column_said
from services.data_science.language.saying.numbers import number_said
from services.data_science.language.saying.questions import question_said
from services.data_science.language.saying.rows import rows_said
from services.data_science.language.saying.tests import test_said
from services.data_science.language.saying.units import source_of
from services.data_science.language.saying.voice import closed, spaced
from services.data_science.language.saying.windows import when_said


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """Says expressions with the names of a catalogue; `with_dates` says the dates of windows that have a label.

    `with_computed_ends` says besides what the ends are that are no dates: "since your last blood test, from ...".
    """

    catalogue: Catalogue
    with_dates: bool = True
    with_computed_ends: bool = True

    def rows(self, rows: Rows, *, within: Window | None = None) -> str:
        return rows_said(rows, self, within=within)

    def column(self, column: Column, source: Table | Periods, *, within: Window | None = None) -> str:
        return column_said(column, source, self, within=within)

    def number(self, number: Number, *, within: Window | None = None) -> str:
        return number_said(number, self, within=within)

    def test(self, test: Test, source: Table | Periods, *, within: Window | None = None) -> str:
        return test_said(test, source, self, within=within)

    def window(self, window: Window) -> str:
        return when_said(
            window,
            number=self._end,
            with_dates=self.with_dates,
            with_computed_ends=self.with_computed_ends,
        )

    def _end(self, end: DayOrNumber) -> str:
        return date_text(end) if isinstance(end, date) else closed(self.number(end))


def say(question: Question, catalogue: Catalogue, *, with_dates: bool = True) -> str:
    """The question as a noun phrase or an indirect question: "the average heart rate of your longest run in October".

    Two questions that mean different things are never said the same, as far as dates are said. Said alike are windows
    that only differ in the unit they were said in, the days of days and these days, and of one record the statistics
    that are its value.
    """
    return spaced(question_said(question, Speaker(catalogue=catalogue, with_dates=with_dates))).strip()


def read_as(questions: Sequence[Question], catalogue: Catalogue) -> str:
    """How what was asked was read, for the person to see whether that is what was meant."""
    return f"I read this as: {'; and '.join(say(question, catalogue) for question in questions)}."


def say_rows(rows: Rows, catalogue: Catalogue, *, with_dates: bool = True) -> str:
    return Speaker(catalogue=catalogue, with_dates=with_dates).rows(rows)


def say_column(column: Column, rows: Rows, catalogue: Catalogue) -> str:
    """A column of those rows, without an article."""
    return Speaker(catalogue=catalogue).column(column, source_of(rows))


def say_number(number: Number, catalogue: Catalogue, *, with_dates: bool = True) -> str:
    return Speaker(catalogue=catalogue, with_dates=with_dates).number(number)


def say_window(window: Window, catalogue: Catalogue, *, with_dates: bool = True) -> str:
    return Speaker(catalogue=catalogue, with_dates=with_dates).window(window)
