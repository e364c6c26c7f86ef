"""Of what table rows are, and what a calendar unit is called by the day that it begins on."""

import calendar
from datetime import date

from services.data_science.domain.algebra import ActivitiesOn, All, DaysOf, Periods, Pick, Rows, Table, Unit, Where


def name_of(start: date, unit: Unit) -> str:
    if unit is Unit.MONTH:
        return f"{calendar.month_name[start.month]} {start.year}"
    return (
        f"{start.year}"
        if unit is Unit.YEAR
        else f"the {unit} of {start.day} {calendar.month_name[start.month]} {start.year}"
    )


def table_of(rows: Rows) -> Table | None:
    """The table that rows are of; None of periods."""
    match rows:
        case All(table=table):
            return table
        case Where(rows=inner) | Pick(rows=inner):
            return table_of(inner)
        case DaysOf():
            return Table.DAYS
        case ActivitiesOn():
            return Table.ACTIVITIES
        case Periods():
            return None
        case _:
            return table_of(rows.left)
