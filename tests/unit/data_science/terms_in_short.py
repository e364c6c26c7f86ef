"""Terms as short text, so that a question's reading is one line of a table."""

from datetime import date
from typing import Final

from services.data_science.adapters.rules.reading import read
from services.data_science.adapters.rules.terms import (
    Activity,
    Arithmetic,
    Biomarker,
    Chosen,
    Condition,
    DayOf,
    Grouped,
    Item,
    Judgement,
    Lag,
    Limit,
    Metric,
    Months,
    OffTopic,
    Ranked,
    Rate,
    Relation,
    Sign,
    Span,
    Statistic,
    Unit,
    Weekdays,
)
from services.data_science.adapters.rules.windows import Calendar
from services.data_science.domain.data import DataDescription

DAYS: Final = Calendar(first=date(2022, 6, 1), today=date(2023, 10, 29))
"""Up to a Sunday."""
DATA: Final = DataDescription(
    first_date=DAYS.first,
    reference_date=DAYS.today,
    units={},
    recorded=("steps", "sleep_minutes", "sleep_score"),
    activity_kinds=("Run", "Treadmill", "Aerobic Workout", "Outdoor Bike"),
    biomarkers={"LDL-C": "mg/dL", "Glucose, fasting": "mg/dL"},
)


def short(question: str, data: DataDescription = DATA) -> str:
    return " ".join(_short(item) for item in read(question, DAYS, data))


def _short(item: Item) -> str:  # noqa: C901, PLR0911, PLR0912, one line for each kind of term
    match item:
        case str():
            return f"'{item}'"
        case Sign():
            return item.name
        case Metric():
            return item.name or f".{item.field}"
        case Biomarker():
            return f"lab({item.name}{'' if item.on_record else '?'})"
        case Activity():
            kinds = "+".join(item.kinds) or ("any" if item.on_record else f"{item.said}?")
            return f"act({kinds})"
        case Statistic():
            return f"{item.aggregate}!{item.field}"
        case Judgement():
            return "best" if item.best else "worst"
        case Chosen():
            return f"{item.end}-{item.count}"
        case Ranked():
            return f"{item.order or 'ranked'}-{item.count}"
        case Rate():
            return f"per-{item.per_days:g}"
        case Grouped():
            return f"by-{item.by}"
        case Arithmetic():
            return f"{item.operation}"
        case Relation():
            return "causes" if item.causal else "relates"
        case Unit():
            return f"[{item.said}]"
        case Lag():
            return f"lag{item.days:+d}"
        case Weekdays() | Months():
            return f"on({item.said})"
        case Span():
            return f"({item.window.label})"
        case Condition():
            limits = "".join(f"{comparison}{number:g}" for comparison, number in item.limits)
            unit = item.unit.said if item.unit else ""
            opened = " days" if item.days else " where" if item.opened else ""
            return f"<{item.metric.name or '.' + item.metric.field}{limits}{unit}{opened}>"
        case DayOf():
            return f"{'without' if item.absent else 'with'}-{_short(item.activity)}"
        case OffTopic():
            return "off"
        case Limit():
            return f"limit{item.comparison}"
        case _:
            return type(item).__name__
