"""Tables of laboratories, in the words and with the dates of several."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.lab_csv import LAB_CSV
from services.health_data.adapters.formats.members import DamagedError
from services.health_data.domain.records import ParsedFile
from tests.unit.health_data.formats.support import gathered

AMERICAN = """Patient: somebody

Test Name,Result,Flag,Units,Reference Range,Date Collected
"Glucose",98,,mg/dL,65-99,03/14/2024
"LDL-CHOLESTEROL",131,H,mg/dL (calc),<100,03/14/2024
"HEMOGLOBIN A1c",5.4,,% of total Hgb,<5.7,03/14/2024
"C-REACTIVE PROTEIN",<3.0,,mg/L,<8.0,03/14/2024
"HIV AG/AB",NON-REACTIVE,,,NON-REACTIVE,03/14/2024
"Neutrophils",58.1,,%,,03/14/2024
"Absolute Neutrophils",3900,,cells/uL,1500-7800,03/14/2024
"PENDING ONE",,,mg/dL,,03/14/2024
"""
GERMAN = """Untersuchung;Ergebnis;Einheit;Referenzbereich;Entnahmedatum
Hämoglobin;14,2;g/dl;13,5 - 17,5;14.03.2024
LDL-Cholesterin;3,4;mmol/l;< 3,0;14.03.2024
Thrombozyten;245;/nl;150 - 400;14.03.2024
CRP;< 0,6;mg/l;bis 5,0;14.03.2024
"""
WIDE = """Biomarker,Units,Reference Range,2023-09-01,14 Mar 2024
Ferritin,ng/mL,30 - 400,55,61.5
"Vitamin D, 25-Hydroxy",ng/mL,30-100,,44
"""


def told(parsed: ParsedFile) -> list[tuple[object, ...]]:
    return [
        (each.name, each.value, each.comparator, each.unit, each.reference_low, each.reference_high)
        for each in parsed.lab_results
    ]


def test_an_american_table_is_read() -> None:
    parsed = gathered(LAB_CSV, {"labs.csv": AMERICAN.encode()})
    assert set(told(parsed)) == {
        ("glucose", 98, "", "mg/dL", 65, 99),
        ("LDL cholesterol", 131, "", "mg/dL (calc)", None, 100),
        ("HbA1c", 5.4, "", "% of total Hgb", None, 5.7),
        ("CRP", 3, "<", "mg/L", None, 8),
        ("HIV AG/AB", None, "", "", None, None),
        ("neutrophils percent", 58.1, "", "%", None, None),
        ("neutrophils", 3900, "", "cells/uL", 1500, 7800),
    }
    assert {each.collected_at for each in parsed.lab_results} == {datetime(2024, 3, 14, tzinfo=UTC)}
    assert [(each.reason, each.first_lines) for each in parsed.skipped] == [("laboratory result: no value", (11,))]
    assert all(each.confirmed for each in parsed.lab_results)


@pytest.mark.parametrize(
    "content",
    [GERMAN.encode(), GERMAN.encode("cp1252"), b"\xef\xbb\xbf" + GERMAN.replace("\n", "\r\n").encode()],
)
def test_a_german_table_is_read_in_any_encoding(content: bytes) -> None:
    assert sorted(told(gathered(LAB_CSV, {"labor.csv": content}))) == [
        ("CRP", 0.6, "<", "mg/l", None, 5),
        ("LDL cholesterol", 3.4, "", "mmol/l", None, 3),
        ("hemoglobin", 14.2, "", "g/dl", 13.5, 17.5),
        ("platelets", 245, "", "/nl", 150, 400),
    ]


def test_dates_may_be_columns() -> None:
    parsed = gathered(LAB_CSV, {"wide.csv": WIDE.encode()})
    assert [(each.name, each.value, each.collected_at.date().isoformat()) for each in parsed.lab_results] == [
        ("ferritin", 55, "2023-09-01"),
        ("ferritin", 61.5, "2024-03-14"),
        ("vitamin D", 44, "2024-03-14"),
    ]


def test_a_unit_may_stand_in_the_name_or_behind_the_value() -> None:
    table = """test,result,range,date
Glucose (mmol/L),5.4,3.9-5.5,2024-03-14T08:00:00+02:00
LDL,131 mg/dL H,<100,2024-03-15
"""
    parsed = gathered(LAB_CSV, {"a.csv": table.encode()})
    assert [(each.name, each.value, each.unit) for each in parsed.lab_results] == [
        ("glucose", 5.4, "mmol/L"),
        ("LDL cholesterol", 131, "mg/dL"),
    ]
    assert parsed.lab_results[0].collected_at == datetime(2024, 3, 14, 6, tzinfo=UTC)


def test_a_day_may_be_a_row_and_a_value_with_its_unit_a_column() -> None:
    table = """Date,Glucose (mg/dL),HbA1c [%],TSH (mIU/L),Selenium (ug/L),Notes
2024-03-14,98,5.4,<0.01,,fasted
2024-09-14,97.5,,2.1,110,
"""
    parsed = gathered(LAB_CSV, {"mine.csv": table.encode()})
    assert {
        (each.name, each.value, each.comparator, each.unit, each.collected_at.date().isoformat())
        for each in parsed.lab_results
    } == {
        ("glucose", 98, "", "mg/dL", "2024-03-14"),
        ("HbA1c", 5.4, "", "%", "2024-03-14"),
        ("TSH", 0.01, "<", "mIU/L", "2024-03-14"),
        ("glucose", 97.5, "", "mg/dL", "2024-09-14"),
        ("TSH", 2.1, "", "mIU/L", "2024-09-14"),
        ("selenium", 110, "", "ug/L", "2024-09-14"),
    }


@pytest.mark.parametrize(
    "header",
    [
        "Date,Glucose,HDL",
        "Date,Glucose (mg/dL),HDL (mg/dL),Steps",
        "Date,Iron (mg),Calcium (mg),Cholesterol (mg)",
        "Date,Glucose (mg/dL),Weight (kg)",
    ],
)
def test_days_without_units_or_of_other_things_are_no_table_of_a_laboratory(header: str) -> None:
    assert not gathered(LAB_CSV, {"a.csv": f"{header}\n2024-03-14,98,55,9\n".encode()}).lab_results


@pytest.mark.parametrize(
    "above", ["Collected:,03/14/2024", '"Date Collected: Mar 14, 2024"', "Collection Date;2024-03-14"]
)
def test_the_day_of_collection_may_stand_above_the_table(above: str) -> None:
    table = f"Name:,Somebody\n{above}\n\nTest Name,Result,Units,Report Date\nGlucose,98,mg/dL,03/20/2024\n"
    parsed = gathered(LAB_CSV, {"a.csv": table.encode()})
    assert [(each.value, each.collected_at) for each in parsed.lab_results] == [(98, datetime(2024, 3, 14, tzinfo=UTC))]
    assert "The day of collection that stands above the table was taken for all of it." in parsed.notes


def test_several_days_above_the_table_are_none() -> None:
    table = "Collected:,03/14/2024\nCollected:,03/15/2024\nTest,Result,Units\nGlucose,98,mg/dL\n"
    with pytest.raises(DamagedError, match="no column with dates"):
        gathered(LAB_CSV, {"a.csv": table.encode()})


def test_names_of_columns_may_be_joined() -> None:
    table = """PatientID,TestName,ResultValue,Unit,ReferenceLow,ReferenceHigh,CollectionDate
7,TSH,3.87,uIU/mL,0.5,4.5,2025-05-01
"""
    (result,) = gathered(LAB_CSV, {"a.csv": table.encode()}).lab_results
    assert (result.name, result.value, result.reference_low, result.reference_high) == ("TSH", 3.87, 0.5, 4.5)


@pytest.mark.parametrize(
    "table",
    [
        "name,value,unit,collected_at\nLDL,3,mmol/L,2024-03-14\n",
        "name,value,unit,date\nSteps,9000,count,2024-03-14\n",
        "date,steps\n2024-03-14,9000\n",
        "test,result,date\nGlucose,98,2024-03-14\n",
        "biomarker,unit,first,second\nGlucose,mg/dL,98,99\n",
        "",
    ],
)
def test_other_tables_are_left_alone(table: str) -> None:
    assert not gathered(LAB_CSV, {"a.csv": table.encode()}).lab_results


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("test,result,unit,date\nGlucose,98,mg/dL,03/04/2024\n", "more than one way"),
        ("test,result,unit\nGlucose,98,mg/dL\n", "no column with dates"),
        ("PatientID,Test,Result,Unit,Date\n1,LDL,3,mmol/L,2024-03-14\n2,LDL,3,mmol/L,2024-03-14\n", "several people"),
        ("patient,test,result,unit,date\na,LDL,3,mmol/L,2024-03-14\nb,LDL,3,mmol/L,2024-03-14\n", "several people"),
    ],
)
def test_what_cannot_be_told_is_refused(table: str, why: str) -> None:
    with pytest.raises(DamagedError, match=why):
        gathered(LAB_CSV, {"a.csv": table.encode()})


DAYS = ("2024-01-31", "2024-02-29", "2023-12-13")
ROWS = [(name, value, day) for day in DAYS for name, value in (("LDL", "3.1"), ("TSH", "2"))]


@settings(max_examples=50, deadline=None)
@given(st.permutations(ROWS), st.sampled_from((",", ";", "\t")), st.sampled_from((".", ",")), st.integers(1, 2))
def test_rows_in_any_order_or_twice_are_the_same(
    shuffled: list[tuple[str, str, str]], delimiter: str, sign: str, times: int
) -> None:
    lines = [delimiter.join(("Analyte", "Units", "Result", "Collected"))]
    for name, value, day in shuffled * times:
        written = value.replace(".", sign)
        lines.append(delimiter.join((name, "mmol/L" if name == "LDL" else "mIU/L", f'"{written}"', day)))
    parsed = gathered(LAB_CSV, {"a.csv": "\n".join(lines).encode()})
    assert {(each.printed_name, each.value, each.collected_at.date().isoformat()) for each in parsed.lab_results} == {
        (name, float(value), day) for name, value, day in ROWS
    }
    assert len(parsed.lab_results) == len(ROWS)
