"""FHIR resources become laboratory results, vital signs and what is known of the person."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.fhir import FHIR
from services.health_data.adapters.formats.members import DamagedError
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered

PATIENT = {"resourceType": "Patient", "id": "p", "gender": "female", "birthDate": "1984-02-29"}
LOINC = "http://loinc.org"


def coded(code: str, text: str) -> dict[str, Any]:
    return {"coding": [{"system": LOINC, "code": code, "display": text}], "text": text}


def observation(code: str, text: str, category: str = "laboratory", **more: Any) -> dict[str, Any]:
    return {
        "resourceType": "Observation",
        "status": "final",
        "category": [{"coding": [{"code": category}]}],
        "code": coded(code, text),
        "subject": {"reference": "Patient/p"},
        "effectiveDateTime": "2024-02-29T23:30:00-05:00",
        **more,
    }


def quantity(value: float, unit: str, **more: str) -> dict[str, Any]:
    return {"value": value, "unit": unit, **more}


LDL = observation(
    "13457-7",
    "LDL Chol Calc",
    valueQuantity=quantity(118.5, "mg/dL", code="mg/dL"),
    referenceRange=[{"high": quantity(130, "mg/dL"), "text": "<130"}],
)
BELOW = observation("30522-7", "CRP, high sensitivity", valueQuantity=quantity(0.2, "mg/L", comparator="<"))
HIV = observation("75622-1", "HIV 1+2", valueCodeableConcept={"text": "Not detected"})
PRESSURE = observation(
    "85354-9",
    "Blood pressure",
    "vital-signs",
    component=[
        {"code": coded("8480-6", "Systolic"), "valueQuantity": quantity(121, "mmHg", code="mm[Hg]")},
        {"code": coded("8462-4", "Diastolic"), "valueQuantity": quantity(79, "mmHg", code="mm[Hg]")},
    ],
)
WEIGHT = observation("29463-7", "Weight", "vital-signs", valueQuantity=quantity(150, "lbs", code="[lb_av]"))


def bundle(*resources: object) -> bytes:
    return json.dumps(
        {"resourceType": "Bundle", "entry": [{"resource": each} for each in resources]}, indent=1
    ).encode()


def lines(*resources: object) -> bytes:
    return b"\n".join(json.dumps(each).encode() for each in resources)


def told(parsed: ParsedFile) -> set[tuple[object, ...]]:
    return {
        (each.name, each.value, each.comparator, each.text, each.unit, each.loinc, each.reference_high)
        for each in parsed.lab_results
    }


def daily(parsed: ParsedFile) -> dict[str, dict[date, float]]:
    return {
        name: {from_epoch_day(day): value for day, value in zip(series.days, series.values, strict=True)}
        for name, series in parsed.numbers.items()
    }


REPORT = {"resourceType": "DiagnosticReport", "status": "final"}
EXPECTED = {
    ("LDL cholesterol", 118.5, "", "118.5", "mg/dL", "13457-7", 130),
    ("hs-CRP", 0.2, "<", "<0.2", "mg/L", "30522-7", None),
    ("HIV 1+2", None, "", "Not detected", "", "75622-1", None),
}


@pytest.mark.parametrize(
    "files",
    [
        {"all.json": bundle(PATIENT, LDL, BELOW, HIV, PRESSURE, WEIGHT)},
        {"all.json": b"\xef\xbb\xbf" + bundle(PATIENT, LDL, BELOW, HIV, PRESSURE, WEIGHT)},
        {"Patient.ndjson": lines(PATIENT), "Observation.ndjson": lines(LDL, BELOW, HIV, PRESSURE, WEIGHT)},
        {"a.json": bundle(WEIGHT, HIV, LDL), "b.json": bundle(LDL, PRESSURE, BELOW, WEIGHT), "p.json": lines(PATIENT)},
        {"report.json": json.dumps([PATIENT, {**REPORT, "contained": [LDL, BELOW, HIV, PRESSURE, WEIGHT]}]).encode()},
    ],
)
def test_however_resources_are_packed_they_are_the_same(files: dict[str, bytes]) -> None:
    parsed = gathered(FHIR, files)
    assert told(parsed) == EXPECTED
    day = date(2024, 2, 29)
    assert daily(parsed) == {
        "weight_kg": {day: pytest.approx(68.0389, abs=1e-4)},
        "systolic_blood_pressure": {day: 121},
        "diastolic_blood_pressure": {day: 79},
    }
    assert {each.collected_at for each in parsed.lab_results} == {datetime(2024, 3, 1, 4, 30, tzinfo=UTC)}
    assert (parsed.profile.sex, parsed.profile.birth_year) == ("female", 1984)


def test_readings_of_a_day_are_averaged_and_weights_are_the_last() -> None:
    later = {"effectiveDateTime": "2024-02-29T23:50:00-05:00"}
    pressure = observation("8480-6", "Systolic", "vital-signs", valueQuantity=quantity(131, "mm[Hg]"), **later)
    weight = observation("29463-7", "Weight", "vital-signs", valueQuantity=quantity(69, "kg"), **later)
    parsed = gathered(FHIR, {"a.json": bundle(pressure, weight, PRESSURE, WEIGHT, PRESSURE)})
    assert daily(parsed)["systolic_blood_pressure"] == {date(2024, 2, 29): 126}
    assert daily(parsed)["weight_kg"] == {date(2024, 2, 29): 69}
    assert parsed.places["systolic_blood_pressure"].counts.tolist() == [2]


def test_what_is_not_certain_is_left_out_with_a_reason() -> None:
    parsed = gathered(
        FHIR,
        {
            "a.json": bundle(
                {**LDL, "status": "entered-in-error"},
                {**LDL, "effectiveDateTime": "2024-02"},
                {**LDL, "valueQuantity": {}},
                {**WEIGHT, "valueQuantity": quantity(11, "stone")},
                observation("8867-4", "Heart rate", "vital-signs", valueQuantity=quantity(71, "/min")),
                observation("72166-2", "Tobacco", "social-history", valueString="never"),
            )
        },
    )
    assert (told(parsed), daily(parsed)) == (set(), {})
    assert {each.reason for each in parsed.skipped} == {
        "observation: its status is entered-in-error",
        "observation: no full date of when it was taken",
        "laboratory result: no value",
        "weight_kg: unit 'stone' is not known",
    }
    assert dict(parsed.absent) == {"resting_heart_rate": "1 heart rates of single moments, none called resting."}


def test_values_in_other_forms_are_read_as_stated() -> None:
    parsed = gathered(
        FHIR,
        {
            "a.json": bundle(
                observation("5778-6", "Color", valueString="Yellow"),
                observation("2276-4", "Ferritin", valueString="4,8"),
                observation("2823-3", "Potassium", valueQuantity=quantity(4.1, "millimole per liter", code="mmol/L")),
                observation(
                    "20507-0", "RPR titre", valueRatio={"numerator": {"value": 1}, "denominator": {"value": 80}}
                ),
                observation("2161-8", "Creatinine", valueQuantity=quantity(90, "mg/dL")),
            )
        },
    )
    assert {(each.name, each.value, each.text, each.unit) for each in parsed.lab_results} == {
        ("Color", None, "Yellow", ""),
        ("ferritin", 4.8, "4,8", ""),
        ("potassium", 4.1, "4.1", "mmol/L"),
        ("RPR titre", None, "1:80", ""),
        ("Creatinine (LOINC 2161-8)", 90, "90", "mg/dL"),
    }


def test_ranges_that_differ_by_age_are_kept_as_text() -> None:
    ranges = [{"low": quantity(1, "mg/dL"), "high": quantity(2, "mg/dL")}, {"text": "children: 3 - 4"}]
    (result,) = gathered(FHIR, {"a.json": bundle({**LDL, "referenceRange": ranges})}).lab_results
    assert (result.reference_low, result.reference_high) == (None, None)
    assert result.reference_text == "1 - 2; children: 3 - 4"


def test_records_of_several_people_are_refused() -> None:
    other = {**PATIENT, "id": "q", "birthDate": "1990-01-01"}
    with pytest.raises(DamagedError, match="several people"):
        gathered(FHIR, {"a.json": bundle(PATIENT), "b.json": bundle(other)})
    with pytest.raises(DamagedError, match="several people"):
        gathered(FHIR, {"a.json": bundle(LDL, {**LDL, "subject": {"reference": "Patient/q"}})})


def test_a_file_that_holds_nothing_to_keep_says_what_it_holds() -> None:
    survey = observation("72166-2", "Tobacco smoking status", "social-history", valueString="never")
    parsed = gathered(
        FHIR,
        {
            "survey.json": json.dumps(survey).encode(),
            "allergy.json": json.dumps({"resourceType": "AllergyIntolerance"}).encode(),
        },
    )
    assert dict(parsed.left_out) == {
        "survey.json": "its observations are neither laboratory results nor vital signs: not kept",
        "allergy.json": "holds no observations: not kept",
    }


def test_other_json_is_nobodys() -> None:
    parsed = gathered(FHIR, {"a.json": b'{"steps": []}', "b.csv": b"a,b\n"})
    assert not parsed.members


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_a_file_that_is_cut_off_is_damaged_or_as_good_as_whole(data: st.DataObject) -> None:
    whole = bundle(PATIENT, LDL, PRESSURE)
    cut = data.draw(st.integers(min_value=40, max_value=len(whole) - 2))
    with pytest.raises(DamagedError, match="export it again"):
        gathered(FHIR, {"a.json": whole[:cut]})


def test_a_large_bundle_is_streamed_and_damage_in_it_found() -> None:
    padding = [{"resourceType": "Device", "note": "x" * 1000}] * 4500
    whole = bundle(PATIENT, *padding, LDL)
    assert len(whole) > 4 * 1024**2
    parsed = gathered(FHIR, {"a.json": b"\xef\xbb\xbf" + whole})
    assert [each.name for each in parsed.lab_results] == ["LDL cholesterol"]
    with pytest.raises(DamagedError, match="cut off"):
        gathered(FHIR, {"a.json": whole[:-500]})
