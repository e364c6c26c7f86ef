"""Daily values and activities as data points of Open mHealth (github.com/openmhealth/schemas): a header and a body.

A daily value holds of its local day. A night belongs to the day it ends on, here too.
"""

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any, Final

from gateway.domain.data_views import Activity

_NAMESPACE: Final = uuid.UUID("5f0c7d0e-6a43-4d0f-9a35-0a6d1d0f9b61")
_WHOLE_DAY: Final = {"value": 1, "unit": "d"}
_AVERAGE: Final = {"descriptive_statistic": "average"}

Daily = Mapping[date, float]
"""The values of one metric by day."""


@dataclass(frozen=True, kw_only=True)
class Schema:
    """One schema of the namespace omh.

    Attributes:
        measures: the body's measures, each with the metric it is of and its unit.
        more: what else the body says.
    """

    name: str
    version: str
    measures: Mapping[str, tuple[str, str]]
    more: Mapping[str, str] = field(default_factory=dict)


SCHEMAS: Final = (
    Schema(name="step-count", version="3.0", measures={"step_count": ("steps", "steps")}),
    Schema(name="sleep-duration", version="2.0", measures={"sleep_duration": ("sleep_minutes", "min")}),
    Schema(
        name="heart-rate",
        version="2.0",
        measures={"heart_rate": ("resting_heart_rate", "beats/min")},
        more={"temporal_relationship_to_physical_activity": "at rest"},
    ),
    Schema(name="body-weight", version="2.0", measures={"body_weight": ("weight_kg", "kg")}),
    Schema(name="body-fat-percentage", version="1.0", measures={"body_fat_percentage": ("body_fat_percent", "%")}),
    Schema(name="calories-burned", version="2.0", measures={"kcal_burned": ("calories_kcal", "kcal")}),
    Schema(name="oxygen-saturation", version="2.0", measures={"oxygen_saturation": ("spo2", "%")}, more=_AVERAGE),
    Schema(
        name="respiratory-rate",
        version="2.0",
        measures={"respiratory_rate": ("respiratory_rate", "breaths/min")},
        more=_AVERAGE,
    ),
    Schema(
        name="blood-pressure",
        version="3.1",
        measures={
            "systolic_blood_pressure": ("systolic_blood_pressure", "mmHg"),
            "diastolic_blood_pressure": ("diastolic_blood_pressure", "mmHg"),
        },
        more=_AVERAGE,
    ),
)
METRICS: Final = tuple(metric for schema in SCHEMAS for metric, _ in schema.measures.values())
_ACTIVITY: Final = Schema(name="physical-activity", version="1.2", measures={})


def of_days(series: Mapping[str, Daily], user_id: str, zone: tzinfo, made_at: datetime) -> Iterator[bytes]:
    """A line for each day and schema, of days that have all its measures.

    Args:
        series: by metric.
        user_id: whose they are.
        zone: in which a day begins and ends.
        made_at: when the points are made.
    """
    for schema in SCHEMAS:
        values = {measure: series.get(metric, {}) for measure, (metric, _) in schema.measures.items()}
        for day in sorted(set.intersection(*(set(each) for each in values.values()))):
            measured = {
                measure: {"value": values[measure][day], "unit": unit} for measure, (_, unit) in schema.measures.items()
            }
            frame = {"time_interval": {"start_date_time": _midnight(day, zone), "duration": _WHOLE_DAY}}
            body = {**measured, "effective_time_frame": frame, **schema.more}
            yield _line(schema, body, f"{user_id}/{schema.name}/{day}", user_id, made_at)


def of_activities(activities: Sequence[Activity], user_id: str, zone: tzinfo, made_at: datetime) -> Iterator[bytes]:
    """A line for each activity; one whose start is not known is only known to lie on its day."""
    for position, activity in enumerate(activities):
        fields = activity.fields
        day = date.fromisoformat(activity.date)
        start, minutes = fields.get("start_clock"), fields.get("duration_min")
        begins = _midnight(day, zone) if start is None else _at(day, float(start), zone)
        lasts = _WHOLE_DAY if start is None or minutes is None else {"value": minutes, "unit": "min"}
        body: dict[str, Any] = {
            "activity_name": activity.kind,
            "effective_time_frame": {"time_interval": {"start_date_time": begins, "duration": lasts}},
        }
        if "distance_m" in fields:
            body["distance"] = {"value": fields["distance_m"], "unit": "m"}
        if "calories_kcal" in fields:
            body["kcal_burned"] = {"value": fields["calories_kcal"], "unit": "kcal"}
        yield _line(_ACTIVITY, body, f"{user_id}/{_ACTIVITY.name}/{day}/{position}", user_id, made_at)


def _line(schema: Schema, body: Mapping[str, Any], identity: str, user_id: str, made_at: datetime) -> bytes:
    """One data point; what is exported twice has the same id."""
    header = {
        "id": str(uuid.uuid5(_NAMESPACE, identity)),
        "creation_date_time": made_at.isoformat(timespec="seconds"),
        "schema_id": {"namespace": "omh", "name": schema.name, "version": schema.version},
        "user_id": user_id,
    }
    return json.dumps({"header": header, "body": body}, separators=(",", ":")).encode() + b"\n"


def _midnight(day: date, zone: tzinfo) -> str:
    return datetime.combine(day, time(), zone).isoformat()


def _at(day: date, minutes: float, zone: tzinfo) -> str:
    """A time of day on the person's clock."""
    return (
        (datetime.combine(day, time()) + timedelta(minutes=minutes)).replace(tzinfo=zone).isoformat(timespec="seconds")
    )
