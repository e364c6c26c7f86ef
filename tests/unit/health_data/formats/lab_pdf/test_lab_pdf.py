"""Laboratory reports as PDF: what their tables say, until the person confirms it."""

import io
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfWriter

from services.health_data.adapters.formats.lab_pdf import LAB_PDF
from services.health_data.adapters.formats.lab_pdf.rows import rows
from services.health_data.adapters.formats.members import DamagedError
from tests.unit.health_data.formats.pdfs import pdf
from tests.unit.health_data.formats.support import gathered

REPORT = """Some Laboratory              Date of birth: 05/02/1953
Collected: 03/14/2024 08:10   Reported: 03/16/2024
Test                          Result    Flag   Units             Reference Interval
Glucose                       98               mg/dL             70-99
LDL Chol Calc (NIH)           131       High   mg/dL             0-99
TSH                           <0.01     L      uIU/mL            0.450-4.500
Vitamin D, 25-Hydroxy         44.1             ng/mL             30.0-100.0
WBC                           6.2       x10E3/uL                 3.4-10.8
HIV Screen                    Non-Reactive
Lipoprotein fraction zeta     12.5             mg/dL             1.0-20.0
Page 1 of 2                   98"""


def test_the_rows_of_a_report_are_read_and_wait_to_be_confirmed() -> None:
    parsed = gathered(LAB_PDF, {"report.pdf": pdf(REPORT)})
    assert {
        (each.name, each.value, each.comparator, each.unit, each.reference_low, each.reference_high)
        for each in parsed.lab_results
    } == {
        ("glucose", 98, "", "mg/dL", 70, 99),
        ("LDL cholesterol", 131, "", "mg/dL", 0, 99),
        ("TSH", 0.01, "<", "uIU/mL", 0.45, 4.5),
        ("vitamin D", 44.1, "", "ng/mL", 30, 100),
        ("white blood cells", 6.2, "", "x10E3/uL", 3.4, 10.8),
        ("HIV Screen", None, "", "", None, None),
        ("Lipoprotein fraction zeta", 12.5, "", "mg/dL", 1, 20),
    }
    assert not any(each.confirmed for each in parsed.lab_results)
    assert {each.collected_at for each in parsed.lab_results} == {datetime(2024, 3, 14, 8, 10, tzinfo=UTC)}


def test_a_page_without_a_date_goes_on_with_that_before() -> None:
    first = "Entnahmedatum: 14.03.2024\nKreatinin          0,9     mg/dl     0,7 - 1,2"
    second = "Kalium             4,1     mmol/l    3,5 - 5,1\nEntnahmedatum: 04.05.2024"
    parsed = gathered(LAB_PDF, {"a.pdf": pdf(first, "CRP                < 0,6   mg/l      < 5,0", second)})
    assert {(each.name, each.value, each.collected_at.date().isoformat()) for each in parsed.lab_results} == {
        ("creatinine", 0.9, "2024-03-14"),
        ("CRP", 0.6, "2024-03-14"),
        ("potassium", 4.1, "2024-05-04"),
    }


@pytest.mark.parametrize(
    "stated",
    [
        "Coll./Study Date    : 26-Dec-2024 12:49",
        "Date: 2024/12/26",
        "Coll. Date: 26.12.2024",
        "Collected: 2024/12/26 08:00",
    ],
)
def test_the_day_is_known_in_other_words_and_with_slashes(stated: str) -> None:
    parsed = gathered(LAB_PDF, {"a.pdf": pdf(f"{stated}\nGlucose (LOINC: 2345-7):     98    mg/dL    70-99")})
    (result,) = parsed.lab_results
    assert (result.name, result.value, result.collected_at.date().isoformat()) == ("glucose", 98, "2024-12-26")


@pytest.mark.parametrize(
    ("dates", "day"),
    [
        ("Date Collected: 05/19/2023      Date Received: 05/20/2023", "2023-05-19"),
        ("Prélevé le : 19/05/2023", "2023-05-19"),
        ("Collected          Received\n2023-05-19         2023-05-20", "2023-05-19"),
        ("Collection date: 19 May 2023", "2023-05-19"),
        ("Fecha de extracción: 3 de mayo de 2023", "2023-05-03"),
        ("Quest Diagnostics\nCollected: 05/03/2023", "2023-05-03"),
    ],
)
def test_the_day_is_found_behind_or_below_its_words(dates: str, day: str) -> None:
    parsed = gathered(LAB_PDF, {"a.pdf": pdf(f"{dates}\nGlucose     98    mg/dL    70-99")})
    assert [each.collected_at.date().isoformat() for each in parsed.lab_results] == [day]
    assert not parsed.warnings


def test_the_date_of_the_report_is_taken_with_a_warning() -> None:
    parsed = gathered(
        LAB_PDF, {"a.pdf": pdf("DOB: 01/31/1980\nReport date: 05/19/2023\nGlucose     98    mg/dL    70-99")}
    )
    assert [each.collected_at.date().isoformat() for each in parsed.lab_results] == ["2023-05-19"]
    assert len(parsed.warnings) == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (pdf(""), "picture without text"),
        (pdf("A letter\nwith words"), "no table of results"),
        (pdf("DOB: 05/19/1980\nGlucose     98    mg/dL    70-99"), "does not say on which day"),
        (pdf("Collected: 03/04/2024\nGlucose     98    mg/dL    70-99"), "in several ways"),
        (pdf("Collected: 2024-03-04   Collected: 2024-04-04\nGlucose     98    mg/dL    70-99"), "several days"),
        (pdf(REPORT)[:300], "damaged|picture|no table"),
    ],
)
def test_what_cannot_be_read_is_refused_and_said_why(content: bytes, why: str) -> None:
    with pytest.raises(DamagedError, match=why):
        gathered(LAB_PDF, {"a.pdf": content})
    among_others = gathered(LAB_PDF, {"a.pdf": content, "folder/b.pdf": pdf(REPORT)})
    assert len(among_others.lab_results) == 7
    assert [file for file, _ in among_others.left_out] == ["a.pdf"]


def test_a_locked_report_says_that_it_is_locked() -> None:
    writer = PdfWriter(clone_from=io.BytesIO(pdf(REPORT)))
    writer.encrypt("secret", algorithm="RC4-128")
    locked = io.BytesIO()
    writer.write(locked)
    with pytest.raises(DamagedError, match="locked"):
        gathered(LAB_PDF, {"a.pdf": locked.getvalue()})


@pytest.mark.parametrize(
    "line",
    [
        "WBC   6.2   8.6   11/23/2022   x10E3/uL   3.4-10.8",
        "Glucose   98   99   mg/dL   70-99",
    ],
)
def test_a_line_with_two_numbers_is_not_guessed(line: str) -> None:
    page = rows(line)
    assert (page.rows, page.not_certain) == ([], [1])


@pytest.mark.parametrize(
    "line", ["Page 1 of 2", "Phone: 555 1234", "Age 43", "Invoice   98   EUR   1-2", "LDL", "", "98 99"]
)
def test_other_lines_are_no_results(line: str) -> None:
    page = rows(line)
    assert (page.rows, page.not_certain) == ([], [])


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("Hemoglobin: 13.5 g/dL (Reference: 12.0-15.5)", 13.5),
        ("Vitamin B12 450 pg/mL 200-900", 450),
        ("Glucose 01          98 mg/dL 70-99", 98),
        ("Hemoglobin A1c   5.4 H %  4.8-5.6  01", 5.4),
    ],
)
def test_a_row_may_be_written_closely(line: str, value: float) -> None:
    (row,) = rows(line).rows
    assert row.result.value == value


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["Glucose", "98", "4,5", "mg/dL", "70-99", "H", "<", "  ", "LDL", "x"]), max_size=9))
def test_a_result_is_always_a_number_of_its_line(parts: list[str]) -> None:
    for row in rows(" ".join(parts)).rows:
        assert row.result.value in (98, 4.5, 45)
