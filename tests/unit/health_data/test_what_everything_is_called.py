"""One vocabulary: every quantity has words, bounds with a source, and belongs to one meaning."""

import re
from collections import Counter
from collections.abc import Iterable

import pytest

from services.health_data.domain.activity_fields import ACTIVITY_FIELDS
from services.health_data.domain.catalogue import (
    KNOWN_SERIES,
    biomarkers_known,
    fields_known,
    other_biomarkers,
    series_known,
)
from services.health_data.domain.features import FEATURE, FEATURES, Feature
from services.health_data.domain.kinds import movement_of, plausible_by_kind
from services.health_data.domain.lab_names import words_of_labs, words_of_others
from services.health_data.domain.metrics import METRIC, METRICS
from services.health_data.domain.quantities import Quantity, Words
from services.health_data.domain.stored import BiomarkerHolding, Holdings, MetricHolding

PLAIN = re.compile(r"[a-z0-9%]+( [a-z0-9%]+)*")
EVERYTHING: tuple[Quantity | Feature, ...] = (*METRICS, *FEATURES, *ACTIVITY_FIELDS)


def holdings(*metrics: str, labs: tuple[str, ...] = (), kinds: tuple[str, ...] = (), days: int = 30) -> Holdings:
    return Holdings(
        metrics=tuple(
            MetricHolding(name=name, first_day=1, last_day=days, days_with_value=days, latest_value=1)
            for name in metrics
        ),
        first_day=1,
        last_day=days,
        days_on_record=days,
        activities=len(kinds),
        activity_kinds=kinds,
        activity_fields=frozenset({"distance_m"} if kinds else ()),
        biomarkers=tuple(BiomarkerHolding(name=name, unit="", samples=1) for name in labs),
        biomarker_dates=None,
    )


def said(words: Iterable[Words]) -> Counter[str]:
    return Counter(phrase for each in words for phrase in (*each.spoken, *each.loose))


@pytest.mark.parametrize("quantity", EVERYTHING, ids=lambda each: each.name)
def test_every_quantity_has_a_noun_and_plain_names(quantity: Quantity | Feature) -> None:
    words = quantity.words
    assert words.noun
    assert words.spoken
    assert all(PLAIN.fullmatch(phrase) for phrase in (*words.spoken, *words.loose)), words
    assert len(set(words.spoken)) == len(words.spoken)
    assert all(sentence.endswith(".") for sentence in words.loose.values())
    assert not words.yields_to or words.yields_to in METRIC


def test_no_name_means_two_daily_series_or_two_numbers_of_an_activity() -> None:
    everything_on_record = series_known(holdings(*METRIC, "bed_time_clock", "wake_up_time_clock"))
    assert [phrase for phrase, times in said(each.words for each in everything_on_record).items() if times > 1] == []
    assert [phrase for phrase, times in said(each.words for each in ACTIVITY_FIELDS).items() if times > 1] == []


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("kcal", "calories_kcal"),
        ("cals", "calories_kcal"),
        ("skin temp", "skin_temperature"),
        ("time asleep", "sleep_minutes"),
        ("zone minutes", "active_zone_minutes"),
        ("resting pulse", "resting_heart_rate"),
        ("oxygen", "spo2"),
        ("breaths", "respiratory_rate"),
        ("bedtime", "bed_time_clock"),
        ("hrv", "heart_rate_variability"),
        ("30 day average of steps", "steps_mean_30d"),
    ],
)
def test_everyday_words_mean_a_daily_series(phrase: str, name: str) -> None:
    assert [each.name for each in KNOWN_SERIES if phrase in each.words.spoken] == [name]


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("elevation", "elevation_gain_m"),
        ("hr", "average_heart_rate"),
        ("heart rate", "average_heart_rate"),
        ("start time", "start_clock"),
        ("how far", "distance_m"),
    ],
)
def test_everyday_words_mean_a_number_of_an_activity(phrase: str, name: str) -> None:
    assert [each.name for each in ACTIVITY_FIELDS if phrase in each.words.spoken] == [name]


def test_a_name_that_leaves_something_out_says_what() -> None:
    speed = next(each for each in ACTIVITY_FIELDS if each.name == "speed_m_per_min")
    assert "faster the pace" in speed.words.loose["pace"]
    assert "resting" in METRIC["resting_heart_rate"].words.loose["heart rate"]
    assert METRIC["resting_heart_rate"].words.better is False
    assert METRIC["weight_kg"].words.better is None


def test_the_quality_of_sleep_is_the_score_where_there_is_one() -> None:
    def meant(*metrics: str) -> list[str]:
        return [each.name for each in series_known(holdings(*metrics)) if "sleep quality" in each.words.loose]

    assert meant("sleep_score", "awake_percent") == ["sleep_score"]
    assert meant("awake_percent") == ["awake_percent"]
    assert meant() == ["sleep_score"]


@pytest.mark.parametrize("quantity", METRICS, ids=lambda each: each.name)
def test_what_is_believed_lies_within_what_is_read_and_rests_on_something(quantity: Quantity) -> None:
    bounds = quantity.plausible
    assert bounds is not None
    assert bounds.source.endswith(".")
    low, high = (quantity.low if bounds.low is None else bounds.low), bounds.high
    assert high is not None
    assert quantity.low <= low < high <= quantity.high


def test_a_derived_series_is_on_record_if_what_it_follows_from_is() -> None:
    def recorded(days: int, *metrics: str) -> set[str]:
        return {each.name for each in series_known(holdings(*metrics, days=days)) if each.recorded}

    assert recorded(9, "steps") == {"steps"}
    assert recorded(10, "steps") == {"steps", "steps_mean_30d", "steps_sd_30d", "steps_cv_30d"}
    assert "cardio_fitness_index" in recorded(1, "steps", "resting_heart_rate")
    assert recorded(1, "bed_time_clock") == {"bed_time_clock"}


def test_a_rolling_mean_is_believed_within_the_bounds_of_its_metric_and_a_spread_has_none() -> None:
    assert FEATURE["spo2_mean_30d"].plausible == METRIC["spo2"].plausible
    assert FEATURE["spo2_sd_30d"].plausible is None


@pytest.mark.parametrize(
    ("kind", "fastest"),
    [
        ("Run", 355.5),
        ("Treadmill", 355.5),
        ("Treadmill walk", 262),
        ("RUNNING", 355.5),
        ("Outdoor Bike", 946.5),
        ("indoorCycling", 946.5),
        ("Open-water swim", 103.5),
        ("Hike", 262),
        ("Yoga", None),
        ("Trunk strength", None),
    ],
)
def test_how_fast_a_kind_can_be_follows_from_its_words(kind: str, fastest: float | None) -> None:
    movement = movement_of(kind)
    assert (movement.fastest.high if movement else None) == fastest


def test_a_treadmill_at_25_9_km_an_hour_is_beyond_belief_and_a_bike_is_not() -> None:
    by_kind = plausible_by_kind(["Treadmill", "Outdoor Bike", "Yoga"])["speed_m_per_min"]
    assert by_kind.keys() == {"Treadmill", "Outdoor Bike"}
    speed = 25.9 * 1000 / 60
    assert (by_kind["Treadmill"].high or 0) < speed < (by_kind["Outdoor Bike"].high or 0)
    (known,) = [each for each in fields_known(holdings(kinds=("Treadmill",))) if each.name == "speed_m_per_min"]
    assert (known.recorded, list(known.plausible_by_kind)) == (False, ["Treadmill"])


def test_the_start_is_known_of_every_activity() -> None:
    assert {each.name for each in fields_known(holdings(kinds=("Run",))) if each.recorded} == {
        "distance_m",
        "start_clock",
    }
    assert not any(each.recorded for each in fields_known(holdings()))


@pytest.mark.parametrize(
    ("stored", "phrase"),
    [
        ("LDL", "bad cholesterol"),
        ("LDL-C (calculated)", "ldl"),
        ("Hemoglobin A1c", "a1c"),
        ("HbA1c", "haemoglobin a1c"),
        ("25-Hydroxyvitamin D", "vitamin d"),
        ("Ferritin, Serum", "ferritin"),
        ("S-Ferritin", "ferritin"),
        ("TSH", "thyroid stimulating hormone"),
        ("Glucose, fasting", "fasting glucose"),
        ("C-reactive protein", "crp"),
        ("Triglycerides", "trigs"),
        ("Vitamin B12", "b12 levels"),
    ],
)
def test_a_laboratory_value_is_known_by_what_people_call_it(stored: str, phrase: str) -> None:
    assert phrase in words_of_labs([stored])[stored].spoken


@pytest.mark.parametrize(
    ("stored", "phrase"),
    [
        ("Creatinine, urine", "creatinine"),
        ("LDL particle number", "ldl"),
        ("Cholesterol/HDL ratio", "cholesterol"),
        ("Testosterone, free", "total testosterone"),
    ],
)
def test_what_only_begins_alike_is_another_value(stored: str, phrase: str) -> None:
    assert phrase not in words_of_labs([stored])[stored].spoken


def test_a_looser_name_says_what_it_leaves_out_unless_the_thing_itself_is_on_record() -> None:
    assert "fasted" in words_of_labs(["Glucose"])["Glucose"].loose["fasting glucose"]
    both = words_of_labs(["Glucose", "Fasting glucose"])
    assert "fasting glucose" in both["Fasting glucose"].spoken
    assert not both["Glucose"].loose
    assert "free part" in words_of_labs(["Free T4"])["Free T4"].loose["t4"]


def test_two_stored_names_of_one_thing_share_no_name() -> None:
    words = words_of_labs(["Vitamin D, 25-Hydroxy", "Vitamin D", "Foo-1"])
    assert "vit d" in words["Vitamin D"].spoken
    assert words["Vitamin D, 25-Hydroxy"].spoken == ("vitamin d 25 hydroxy",)
    assert words["Foo-1"] == Words(noun="“Foo-1”", spoken=("foo 1",))
    assert max(said(words.values()).values()) == 1


def test_a_known_value_without_a_sample_has_names_too_so_that_it_can_be_said_to_be_missing() -> None:
    others = words_of_others(["LDL", "Glucose"])
    assert "ferritin levels" in others["ferritin"].spoken
    assert not {"LDL cholesterol", "glucose", "fasting glucose"} & others.keys()
    everything = [*words_of_labs(["LDL", "Glucose"]).values(), *others.values()]
    assert [phrase for phrase, times in said(everything).items() if times > 1] == []
    assert all(PLAIN.fullmatch(phrase) for phrase in said(everything))


def test_biomarkers_are_told_with_their_holdings() -> None:
    known = holdings(labs=("Ferritin",))
    (ferritin,) = biomarkers_known(known)
    assert (ferritin.holding.name, ferritin.words.noun) == ("Ferritin", "Ferritin")
    assert "ferritin" not in {each.holding.name for each in other_biomarkers(known)}
    assert len(other_biomarkers(holdings())) > 60
