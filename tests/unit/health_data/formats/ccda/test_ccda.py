"""CDA documents become laboratory results, vital signs and what is known of the person."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.ccda import CCDA
from services.health_data.adapters.formats.members import DamagedError
from services.health_data.domain.records import from_epoch_day
from tests.unit.health_data.formats.support import gathered


def observation(code: str, name: str, value: str, *, more: str = "", time: str = "20240229233000-0500") -> str:
    return f"""<component><observation classCode="OBS" moodCode="EVN">
      <templateId root="2.16.840.1.113883.10.20.22.4.2"/>
      <code code="{code}" displayName="{name}" codeSystem="2.16.840.1.113883.6.1"/>
      <statusCode code="completed"/><effectiveTime value="{time}"/>{value}{more}</observation></component>"""


def quantity(value: str, unit: str) -> str:
    return f'<value xsi:type="PQ" value="{value}" unit="{unit}"/>'


def document(*observations: str, born: str = "19840229") -> bytes:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <recordTarget><patientRole><patient><administrativeGenderCode code="F"/><birthTime value="{born}"/></patient>
 </patientRole></recordTarget>
 <component><structuredBody><component><section><code code="30954-2"/><text>Results <b>as text</b></text>
  <entry><organizer classCode="BATTERY" moodCode="EVN">{"".join(observations)}</organizer></entry>
 </section></component></structuredBody></component></ClinicalDocument>""".encode()


RANGE = """<referenceRange><observationRange><value xsi:type="IVL_PQ"><low value="12.0" unit="g/dL"/>
<high value="15.5" unit="g/dL"/></value></observationRange></referenceRange>"""
HEMOGLOBIN = observation("718-7", "HGB", quantity("13.2", "g/dL"), more=RANGE)
WEIGHT = observation("29463-7", "Weight", quantity("150", "[lb_av]"))
PRESSURE = observation("8480-6", "BP systolic", quantity("121", "mm[Hg]"))


def test_results_and_vital_signs_are_read() -> None:
    parsed = gathered(CCDA, {"a.xml": document(HEMOGLOBIN, WEIGHT, PRESSURE)})
    (result,) = parsed.lab_results
    assert (result.name, result.printed_name, result.value, result.unit) == ("hemoglobin", "HGB", 13.2, "g/dL")
    assert (result.reference_low, result.reference_high, result.reference_text) == (12, 15.5, "12.0 - 15.5")
    assert result.collected_at == datetime(2024, 3, 1, 4, 30, tzinfo=UTC)
    days = {name: [from_epoch_day(day) for day in series.days] for name, series in parsed.numbers.items()}
    assert days == {"weight_kg": [date(2024, 2, 29)], "systolic_blood_pressure": [date(2024, 2, 29)]}
    assert parsed.numbers["weight_kg"].values.tolist() == pytest.approx([68.0388555])
    assert (parsed.profile.sex, parsed.profile.birth_year) == ("female", 1984)


OTHER_UNIT = '<value xsi:type="PQ" nullFlavor="OTH">'
GRAINS = (9, "", "9", "grain")
TYPE = 'value xsi:type="IVL_PQ"'


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('<value xsi:type="ST">Yellow</value>', (None, "", "Yellow", "")),
        ('<value xsi:type="ST">&lt; 5 mg/dL</value>', (5, "<", "< 5 mg/dL", "mg/dL")),
        ('<value xsi:type="CD" code="260385009" displayName="Negative"/>', (None, "", "Negative", "")),
        ('<value xsi:type="CO"><originalText>Trace</originalText></value>', (None, "", "Trace", "")),
        (f'<{TYPE}><high value="0.1" unit="ng/mL" inclusive="false"/></value>', (0.1, "<", "<0.1", "ng/mL")),
        (f'<{TYPE}><low value="90" unit="mL/min"/></value>', (90, ">=", ">=90", "mL/min")),
        (f'<{TYPE}><low value="1" unit="g"/><high value="2" unit="g"/></value>', (None, "", "1 - 2 g", "g")),
        ('<value xsi:type="INT" value="7"/>', (7, "", "7", "")),
        ('<value xsi:type="PQ" value="1.01" unit="1"/>', (1.01, "", "1.01", "")),
        (f"{OTHER_UNIT}<translation value='9'><originalText>grain</originalText></translation></value>", GRAINS),
    ],
)
def test_a_value_of_any_type_is_read_as_stated(value: str, expected: tuple[object, ...]) -> None:
    (result,) = gathered(CCDA, {"a.xml": document(observation("12345-6", "Something", value))}).lab_results
    assert (result.value, result.comparator, result.text, result.unit) == expected


def test_what_is_not_certain_is_left_out_with_a_reason() -> None:
    parsed = gathered(
        CCDA,
        {
            "a.xml": document(
                observation("718-7", "HGB", '<value xsi:type="PQ" nullFlavor="UNK"/>'),
                HEMOGLOBIN.replace('"20240229233000-0500"', '"202402"'),
                HEMOGLOBIN.replace("completed", "aborted"),
                WEIGHT.replace("[lb_av]", "stone"),
                HEMOGLOBIN.replace('"EVN"', '"INT"'),
            )
        },
    )
    assert not parsed.lab_results
    assert {each.reason for each in parsed.skipped} == {
        "laboratory result: no value",
        "observation: no full date of when it was taken",
        "observation: its status is aborted",
        "weight_kg: unit 'stone' is not known",
    }


def test_the_same_document_twice_is_one_and_of_several_people_none() -> None:
    twice = gathered(CCDA, {"a.xml": document(HEMOGLOBIN, PRESSURE), "b.xml": document(PRESSURE, HEMOGLOBIN)})
    assert len(twice.lab_results) == 1
    assert twice.places["systolic_blood_pressure"].counts.tolist() == [1]
    with pytest.raises(DamagedError, match="several people"):
        gathered(CCDA, {"a.xml": document(HEMOGLOBIN), "b.xml": document(PRESSURE, born="19900101")})


def test_what_is_apples_or_other_xml_is_left_alone() -> None:
    files = {"apple_health_export/export_cda.xml": document(HEMOGLOBIN), "b.xml": b"<gpx></gpx>"}
    assert not gathered(CCDA, files).lab_results


@settings(max_examples=50, deadline=None)
@given(st.integers(min_value=300, max_value=len(document(HEMOGLOBIN)) - 2))
def test_a_document_that_is_cut_off_is_damaged(cut: int) -> None:
    with pytest.raises(DamagedError, match="export it again"):
        gathered(CCDA, {"a.xml": document(HEMOGLOBIN)[:cut]})
