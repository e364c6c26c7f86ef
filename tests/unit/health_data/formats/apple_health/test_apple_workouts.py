"""Workouts and journal entries out of an Apple export."""

from dataclasses import replace
from datetime import date, datetime

import pytest

from services.health_data.domain.records import Activity
from tests.unit.health_data.formats.apple_health.exports import (
    APP,
    CATEGORY,
    QUANTITY,
    WATCH,
    element,
    read,
    record,
    zone,
)

START = datetime(2024, 3, 1, 8)  # noqa: DTZ001, local
END = datetime(2024, 3, 1, 8, 45)  # noqa: DTZ001, local
AT = "2024-03-01 08:00:00"


def workout(kind: str = "Running", inner: str = "", source: str = WATCH, start: str = AT, **more: str) -> str:
    times = {"startDate": f"{start} +0100", "endDate": "2024-03-01 08:45:00 +0100"}
    return element(
        "Workout", inner, workoutActivityType=f"HKWorkoutActivityType{kind}", sourceName=source, **times, **more
    )


def statistics(name: str, unit: str, **values: str) -> str:
    return element("WorkoutStatistics", type=QUANTITY + name, unit=unit, **values)


def test_the_attributes_of_a_workout() -> None:
    stated = {"duration": "0.75", "durationUnit": "hr", "totalDistance": "5", "totalDistanceUnit": "mi"}
    parsed = read(workout(totalEnergyBurned="1673.6", totalEnergyBurnedUnit="kJ", **stated))
    (activity,) = parsed.activities
    assert activity.calories_kcal == pytest.approx(400)
    assert replace(activity, calories_kcal=None) == Activity(
        start=START, end=END, kind="Running", duration_min=45, distance_m=8046.72
    )


def test_the_statistics_of_a_newer_workout() -> None:
    inner = (
        element("MetadataEntry", key="HKElevationAscended", value="5300 cm")
        + "<WorkoutActivity>"
        + statistics("HeartRate", "count/min", average="199")
        + element("MetadataEntry", key="HKElevationAscended", value="1 cm")
        + "</WorkoutActivity>"
        + statistics("HeartRate", "count/min", average="151.5", minimum="90", maximum="170")
        + statistics("DistanceWalkingRunning", "km", sum="8.25")
        + statistics("ActiveEnergyBurned", "Cal", sum="410")
        + statistics("StepCount", "count", sum="7000")
    )
    parsed = read(workout("TraditionalStrengthTraining", inner, duration="44.5", durationUnit="min"))
    assert parsed.activities == (
        Activity(
            start=START,
            end=END,
            kind="Traditional strength training",
            duration_min=44.5,
            distance_m=8250,
            calories_kcal=410,
            average_heart_rate=151.5,
            elevation_gain_m=53,
            steps=7000,
        ),
    )


def test_no_unit_is_guessed() -> None:
    (activity,) = read(workout(duration="45", totalDistance="5", totalEnergyBurned="300")).activities
    assert (activity.duration_min, activity.distance_m, activity.calories_kcal) == (None, None, None)


def test_of_several_distances_that_of_the_kind_counts() -> None:
    inner = statistics("DistanceCycling", "km", sum="20") + statistics("DistanceWalkingRunning", "km", sum="1")
    assert [each.distance_m for each in read(workout("Cycling", inner)).activities] == [20_000]
    assert [each.distance_m for each in read(workout("SwimBikeRun", inner)).activities] == [21_000]


def test_a_distance_of_nothing_was_not_measured() -> None:
    (activity,) = read(workout("Yoga", totalDistance="0", totalDistanceUnit="km")).activities
    assert activity.distance_m is None


def test_a_workout_that_two_sources_tell_of_counts_once() -> None:
    stated = {"totalDistance": "5", "totalDistanceUnit": "km"}
    parsed = read(
        workout(source=APP, start="2024-03-01 08:01:00", totalDistance="4.9", totalDistanceUnit="km"),
        workout(**stated),
    )
    assert [(each.start, each.distance_m) for each in parsed.activities] == [(START, 5000)]
    assert [(skip.reason, skip.cells) for skip in parsed.skipped] == [
        ("workouts: another source tells of the same one", 1)
    ]


def test_a_workout_is_told_in_its_time_zone() -> None:
    (activity,) = read(workout(inner=zone("America/New_York"))).activities
    assert activity.start == datetime(2024, 3, 1, 2)  # noqa: DTZ001, local


def noted(name: str, value: str = "HKCategoryValueNotApplicable", end: str = AT, unit: str = "") -> str:
    prefix = QUANTITY if unit else CATEGORY
    return record(prefix + name, AT, end, value, unit=unit, source="Health")


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        (noted("MenstrualFlow", "HKCategoryValueMenstrualFlowHeavy"), ("period", None, None, "", "heavy")),
        (noted("MenstrualFlow", "HKCategoryValueVaginalBleedingLight"), ("period", None, None, "", "light")),
        (noted("MenstrualFlow", "3"), ("period", None, None, "", "medium")),
        (noted("SexualActivity"), ("sex", START, None, "", "")),
        (noted("MindfulSession", end="2024-03-01 08:12:30"), ("meditation", START, 12.5, "min", "")),
        (noted("NumberOfAlcoholicBeverages", "2", unit="count"), ("alcohol", START, 2, "drinks", "")),
        (noted("DietaryCaffeine", "0.095", unit="g"), ("caffeine", START, 95, "mg", "")),
        (noted("DietaryWater", "0.5", unit="L"), ("water", START, 500, "ml", "")),
        (noted("Headache", "HKCategoryValueSeverityModerate"), ("symptom", START, None, "", "Headache (moderate)")),
        (noted("LowerBackPain", "4"), ("symptom", START, None, "", "Lower back pain (severe)")),
        (noted("SleepChanges", "0"), ("symptom", START, None, "", "Sleep changes")),
        (
            noted("Nausea", "HKCategoryValueSeverityMild") + noted("Chills", "HKCategoryValueSeverityUnspecified"),
            ("symptom", START, None, "", "Chills, Nausea (mild)"),
        ),
    ],
)
def test_what_people_note_becomes_an_entry(
    line: str, entry: tuple[str, datetime | None, float | None, str, str]
) -> None:
    (made,) = read(line).entries
    assert made.day == START.date()
    assert (made.tag, made.at, made.amount, made.unit, made.note) == entry


@pytest.mark.parametrize(
    "line",
    [
        noted("MenstrualFlow", "HKCategoryValueMenstrualFlowNone"),
        noted("MenstrualFlow", "5"),
        noted("Headache", "HKCategoryValueSeverityNotPresent"),
        noted("Headache", "1"),
        noted("DietaryWater", "0", unit="mL"),
        noted("DietaryWater", "1", unit="glass"),
        noted("MindfulSession"),
    ],
)
def test_what_was_not_there_is_no_entry(line: str) -> None:
    assert not read(line).entries


def test_a_period_of_several_days_is_an_entry_each() -> None:
    line = record(CATEGORY + "MenstrualFlow", "2024-02-28 00:00:00", "2024-03-02 00:00:00", "2", source="Health")
    assert [each.day for each in read(line).entries] == [date(2024, 2, 28), date(2024, 2, 29), date(2024, 3, 1)]


def test_the_person_of_an_export() -> None:
    me = {
        "HKCharacteristicTypeIdentifierDateOfBirth": "1984-06-16",
        "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexFemale",
    }
    parsed = read(
        element("Me", **me),
        record(QUANTITY + "Height", "2023-01-01 08:00:00", "2023-01-01 08:00:00", "5.5", unit="ft"),
        record(QUANTITY + "Height", "2020-01-01 08:00:00", "2020-01-01 08:00:00", "1.6", unit="m"),
    )
    assert (parsed.profile.sex, parsed.profile.birth_year) == ("female", 1984)
    assert parsed.profile.height_cm == pytest.approx(167.64)
