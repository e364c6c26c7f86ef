"""The whole body of `analysis(...)`: imports, the tables that are read, and what is computed from them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from services.data_science.adapters.pandas_code.answers.telling import write_answer
from services.data_science.adapters.pandas_code.expressions.columns import write_column
from services.data_science.adapters.pandas_code.expressions.figures import write_named
from services.data_science.adapters.pandas_code.expressions.recorded import reads_every_day
from services.data_science.adapters.pandas_code.expressions.rows import table_of, write_rows
from services.data_science.adapters.pandas_code.writing import literals
from services.data_science.adapters.pandas_code.writing.functions import called_in
from services.data_science.adapters.pandas_code.writing.writer import Frame, Shape, Value, Writer
from services.data_science.domain import algebra as a

_IMPORTS: Final = (("np.", "import numpy as np"), ("pd.", "import pandas as pd"), ("stats.", "from scipy import stats"))


def code_for(question: a.Question) -> str:
    """The body of `analysis(...)`: returns a dict of what the answer consists of, as far as it is defined."""
    writer = _Body(question=question)
    write_answer(writer, question)
    lines = [*_tables(writer), *writer.lines]
    body = "\n".join([*called_in("\n".join(lines)), *lines])
    imports = [line for use, line in _IMPORTS if use in body]
    gap = [""] * (2 if body.startswith("def ") else 1) if imports else []
    return "\n".join([*imports, *gap, body, ""])


@dataclass(kw_only=True)
class _Body(Writer):
    """A writer that knows every production."""

    def rows(self, rows: a.Rows) -> Frame:
        kept = self.named(("rows", rows))
        if isinstance(kept, Frame):
            return kept
        frame = write_rows(self, rows)
        self.keep(("rows", rows), frame.name, frame)
        return frame

    def column(self, column: a.Column, table: Frame) -> str:
        return write_column(self, column, table)

    def number(self, number: a.Number) -> Value:
        return write_named(self, number)

    def table_of(self, rows: a.Rows) -> Frame:
        return table_of(self, rows)


def _tables(w: Writer) -> Iterator[str]:
    """Lines that define the tables, with no more columns of the summary than are needed."""
    reads_days = Shape.DAYS in w.reads
    every_day = reads_days and reads_every_day(w.question)
    if reads_days and w.daily_fields:
        yield from literals.with_list(
            'days = summary_df.set_index("datetime").reindex(columns=', w.daily_fields, ").sort_index()"
        )
    elif reads_days:
        yield 'days = summary_df[["datetime"]].set_index("datetime").sort_index()'
    if every_day or Shape.ACTIVITIES in w.reads or a.START_CLOCK in w.reads:
        yield 'activities = activities_df.sort_values("start", kind="stable", ignore_index=True)'
        yield 'activities["day"] = activities["start"].dt.normalize()'
    if a.START_CLOCK in w.reads:
        yield 'activities["start_clock"] = (activities["start"] - activities["day"]) / pd.Timedelta(minutes=1)'
    if every_day:
        yield 'days = days.reindex(days.index.union(activities["day"].unique()))  # every day on record'
    if Shape.SAMPLES in w.reads:
        yield 'samples = biomarkers_df.sort_values("collected_at", kind="stable", ignore_index=True)'
