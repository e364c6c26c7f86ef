"""No content of a file that is claimed makes a reader fail: it is read, left out, or refused with a sentence."""

import json
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.garmin import GARMIN
from services.health_data.adapters.formats.members import DamagedError
from services.health_data.adapters.formats.polar import POLAR
from tests.unit.health_data.formats.support import gathered

NAMES = st.sampled_from(
    [
        *("calendarDate", "totalSteps", "restingHeartRate", "wellnessStartTimeGmt", "wellnessStartTimeLocal"),
        *("wellnessEndTimeGmt", "wellnessEndTimeLocal", "deepSleepSeconds", "sleepTimeSeconds", "metrics", "type"),
        *("sleepStartTimestampGMT", "sleepEndTimestampLocal", "weight", "sourceType", "activityId", "beginTimestamp"),
        *("startTimeLocal", "duration", "elapsedDuration", "distance", "summarizedActivitiesExport", "metaData"),
        *("gender", "birthDate", "valueInML", "timestampLocal", "bloodPressure", "systolic", "diastolic", "overall"),
        *("allMetrics", "metricsMap", "WELLNESS_RESTING_HEART_RATE", "hrvSummary", "lastNightAvg", "value"),
        *("exportVersion", "date", "summary", "stepCount", "stepsDistance", "samples", "steps", "night"),
        *(
            "evaluation",
            "asleepDuration",
            "sleepResult",
            "hypnogram",
            "sleepStart",
            "sleepEnd",
            "startTime",
            "exercises",
        ),
        *("physicalInformation", "birthday", "weights", "dateTime", "weight, kg", "devices", "sport", "exercises"),
    ]
)
PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["2024-02-29", "2024-02-29T06:00:00.0", "9999-12-31", "0001-01-01", "--", "PT1H", "1e400", "MALE"]),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=8), max_leaves=40
)


@settings(max_examples=50, deadline=None)
@given(content=VALUES)
def test_whatever_is_in_a_garmin_file(content: Any) -> None:
    with suppress(DamagedError):
        gathered(GARMIN, {"DI_CONNECT/a_sleepData.json": json.dumps(content).encode()})


@settings(max_examples=50, deadline=None)
@given(content=VALUES, name=st.sampled_from(["activity", "training-session", "sleep_result", "calendar-items"]))
def test_whatever_is_in_a_polar_file(content: Any, name: str) -> None:
    with suppress(DamagedError):
        gathered(
            POLAR,
            {f"{name}-2024-02-29-a.json": json.dumps([{"exportVersion": "1", "startTime": ""}, content]).encode()},
        )


@settings(max_examples=50, deadline=None)
@given(
    cells=st.lists(
        st.sampled_from(
            ["", "--", "1,234", "99999999:00:00", "2024-02-29 07:00:00", "Jul 18, 2026", "x", "1e9", "25:61"]
        ),
        min_size=60,
        max_size=60,
    ),
    header=st.sampled_from(
        [
            "Activity Type,Date,Distance,Calories,Time,Avg HR,Elapsed Time,Steps",
            "Sleep Score 4 Weeks,Score,Duration,Bedtime,Wake Time,Pulse Ox",
            "Time,Weight,Change,BMI,Body Fat,Bone Mass,",
            ",Actual Steps,Goal,",
            "Name,Sport,Date,Start time,Duration,Total distance (km),Calories,",
        ]
    ),
)
def test_whatever_is_in_a_table(cells: list[str], header: str) -> None:
    width = len(header.split(","))
    lines = (cells[index : index + width] for index in range(0, len(cells), width))
    content = "\n".join((header, *(",".join(f'"{cell}"' for cell in line) for line in lines))).encode()
    for room in (GARMIN, POLAR):
        with suppress(DamagedError):
            gathered(room, {"table.csv": content})
