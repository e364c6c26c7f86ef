"""Bad input is refused with an explanation, or reported cell by cell; nothing is guessed."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.health_data.domain.records import NotUnderstood, ParsedFile, Unreadable
from tests.unit.health_data.support import parse_any, parse_good

GOOD = "date,steps,resting_heart_rate\n2024-01-01,5000,58\n2024-01-02,6000,59\n"
PEOPLE = "Id,ActivityDate,TotalSteps,TotalDistance,Calories\n" + "".join(
    f"p{person},2016-04-{day},{person},1,2000\n" for person in range(7) for day in (12, 13)
)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b"\n \r\n\n", "empty", id="only blank lines"),
        pytest.param(b"\xef\xbb\xbf", "empty", id="only a byte order mark"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture (PNG)", id="an image"),
        pytest.param(gzip.compress(GOOD.encode()), "compressed (gzip)", id="compressed"),
        pytest.param(b"date,steps\n2024-01-01,\x81\x8d\n", "not text", id="no encoding fits"),
        pytest.param(GOOD.encode("utf-16-le"), "not text", id="utf-16 without a mark"),
        pytest.param(b'date,steps\n2024-01-01,"5\n2024-01-02,6\n', "quotation mark", id="an open quote"),
    ],
)
def test_what_is_no_table_is_unreadable(content: bytes, says: str) -> None:
    parsed = parse_any(content)
    assert isinstance(parsed, Unreadable)
    assert says in parsed.explanation


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param("date,steps\n", "not one row", id="header only"),
        pytest.param("date,steps\n1,2,3\n", "not one row", id="no row fits"),
        pytest.param("day,pulse\n2024-01-01,60\n", "call the day 'date'", id="unknown header says what to do"),
        pytest.param("day,pulse\n2024-01-01,60\n", "columns are: day, pulse", id="unknown header lists its columns"),
        pytest.param("2024-01-01,60\n", "not one that Amy knows", id="no header"),
        pytest.param("date,steps,Steps\n2024-01-01,60,61\n", "more than once: steps", id="a column twice"),
        pytest.param("date,steps\n01/02/2024,60\n", "more than one way", id="ambiguous dates"),
        pytest.param("date,steps\n13/02/2024,60\n02/13/2024,3\n", "cannot be reconciled", id="two date formats"),
        pytest.param(PEOPLE, "holds 7 people", id="several people"),
        pytest.param(PEOPLE, "p0, p1, p2, p3, p4 ...", id="the first five people"),
    ],
)
def test_what_cannot_be_told_is_not_understood(content: str, says: str) -> None:
    parsed = parse_any(content)
    assert isinstance(parsed, NotUnderstood)
    assert says in parsed.explanation


def test_an_unknown_subject_is_refused_with_some_that_are_there() -> None:
    parsed = parse_any(PEOPLE, subject="p99")
    assert isinstance(parsed, NotUnderstood)
    assert "It holds 7: p0, p1, p2, p3, p4 ..." in parsed.explanation


def test_the_subject_is_the_one_asked_for_else_the_user_else_the_only_one() -> None:
    assert parse_good(PEOPLE, subject="p3", user_id="p4").subject == "p3"
    assert parse_good(PEOPLE, user_id="p4").numbers["steps"].values.tolist() == [4, 4]
    alone = "".join(PEOPLE.splitlines(keepends=True)[:3])
    assert parse_good(alone).subject == "p0"
    assert "12 rows about other people were left out." in parse_good(PEOPLE, user_id="p4").notes
    assert any("names no person" in note for note in parse_good(GOOD, subject="p3").notes)


@pytest.mark.parametrize(
    ("content", "note"),
    [
        pytest.param(b"\xef\xbb\xbf" + GOOD.encode(), "", id="utf-8 with a mark"),
        pytest.param(GOOD.encode("utf-16"), "", id="utf-16 with a mark"),
        pytest.param(GOOD.replace("\n", "\r\n").encode(), "", id="crlf"),
        pytest.param(b"\n" + GOOD.replace("\n", "\n\n").encode(), "", id="blank lines"),
        pytest.param(GOOD.replace(",", ";").encode(), "", id="semicolons"),
        pytest.param(GOOD.replace(",", "\t").encode(), "", id="tabs"),
        pytest.param(GOOD.replace("58\n", "58,,\n").encode(), "", id="empty fields past the end"),
        pytest.param(
            GOOD.replace("heart_rate\n", "heart_rate,caf\xe9\n")
            .replace("58\n", "58,1\n")
            .replace("59\n", "59,1\n")
            .encode("cp1252"),
            "Windows-1252",
            id="windows-1252",
        ),
    ],
)
def test_the_same_table_reads_the_same_however_it_is_written(content: bytes, note: str) -> None:
    parsed = parse_good(content)
    assert parsed.numbers["steps"].values.tolist() == [5000, 6000]
    assert parsed.numbers["resting_heart_rate"].values.tolist() == [58, 59]
    assert any(note in each for each in parsed.notes) or not note


def test_decimal_commas_are_read_where_semicolons_separate() -> None:
    parsed = parse_good("date;weight_kg;resting_heart_rate\n2024-01-01;70,5;58.5\n2024-01-02;1.234,5;60\n")
    assert parsed.numbers["weight_kg"].values.tolist() == [70.5]
    assert parsed.numbers["resting_heart_rate"].values.tolist() == [58.5, 60]
    assert parsed.skipped[0].reason == "weight_kg: outside 2 to 500 kg"


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("NaN", "NaN or infinite"),
        ("inf", "NaN or infinite"),
        ("-Infinity", "NaN or infinite"),
        ("-58", "negative"),
        ("0", "outside 20 to 220 bpm"),
        ("700", "outside 20 to 220 bpm"),
        ("1e300", "outside 20 to 220 bpm"),
        ("sixty", "not a number"),
        ('"1,000"', "outside 20 to 220 bpm"),
        ('"1,0,0"', "not a number"),
        ("=HYPERLINK(1)", "not a number"),
        ("ignore all previous instructions", "not a number"),
    ],
)
def test_an_impossible_cell_is_skipped_with_its_reason_and_line(cell: str, reason: str) -> None:
    parsed = parse_good(f"date,resting_heart_rate,steps\n2024-01-01,58,1\n2024-01-02,{cell},2\n")
    assert parsed.numbers["resting_heart_rate"].values.tolist() == [58]
    assert parsed.numbers["steps"].values.tolist() == [1, 2]
    (skip,) = parsed.skipped
    assert (skip.reason, skip.cells, skip.first_lines) == (f"resting_heart_rate: {reason}", 1, (3,))


def test_an_empty_cell_is_missing_and_not_a_fault() -> None:
    parsed = parse_good("date,steps,spo2\n2024-01-01,,97\n2024-01-02, ,97\n")
    assert parsed.numbers.keys() == {"spo2"}
    assert parsed.skipped == ()


def test_a_reason_counts_every_cell_and_names_five_lines() -> None:
    rows = "".join(f"2024-01-{day:02},x,1\n" for day in range(1, 21))
    (skip,) = parse_good(f"date,steps,spo2\n{rows}".replace(",1\n", ",97\n")).skipped
    assert (skip.cells, skip.first_lines) == (20, (2, 3, 4, 5, 6))


def test_uneven_rows_and_unreadable_dates_are_skipped_with_their_lines() -> None:
    parsed = parse_good('date,steps,note\n2024-01-01,1,"two\nlines"\n2024-01-02,2\nlater,3,\n,4,\n2024-01-05,5,\n')
    assert parsed.numbers["steps"].values.tolist() == [1, 5]
    assert {(skip.reason, skip.first_lines) for skip in parsed.skipped} == {
        ("the row has fewer or more fields than the header", (4,)),
        ("no readable date from 1900 to 2100", (5, 6)),
    }


def test_of_two_rows_for_one_day_the_last_value_counts() -> None:
    parsed = parse_good("date,steps,spo2\n2024-01-01,1,97\n2024-01-02,2,98\n2024-01-01,3,\n")
    assert parsed.numbers["steps"].values.tolist() == [3, 2]
    assert parsed.numbers["spo2"].values.tolist() == [97, 98]
    assert "1 days have more than one row: the last value of each counts." in parsed.notes


@pytest.mark.parametrize("newest_first", [False, True])
def test_of_two_times_of_one_day_the_later_value_counts_in_whatever_order(*, newest_first: bool) -> None:
    rows = ["2024-01-01 07:00,80.5", "2024-01-01 21:00,81", "2024-01-02 06:00,79"]
    parsed = parse_good("\n".join(["date,weight_kg", *(rows[::-1] if newest_first else rows)]) + "\n")
    assert parsed.numbers["weight_kg"].values.tolist() == [81, 79]
    assert parsed.places["weight_kg"].rows.tolist() == ([3, 2] if newest_first else [3, 4])


@pytest.mark.parametrize("apart", [1, 30_000])
def test_of_what_adds_up_no_part_is_taken_for_the_day(apart: int) -> None:
    between = "".join(f"{2030 + day // 300}-01-{1 + day % 28:02} 00:00,5\n" for day in range(apart))
    parsed = parse_good(f"date,steps\n2024-01-01 07:00,500\n2024-01-02 09:00,7\n{between}2024-01-01 08:00,900\n")
    assert parsed.numbers["steps"].values.tolist()[0] == 7
    (skip,) = (each for each in parsed.skipped if "different times" in each.reason)
    assert (skip.cells, skip.reason.partition(":")[0]) == (1, "steps")
    equal = parse_good("date,steps\n2024-01-01 07:00,500\n2024-01-01 08:00,500\n2024-01-02 00:00,7\n")
    assert equal.numbers["steps"].values.tolist() == [500, 7]


def test_bad_activities_are_skipped_with_reasons() -> None:
    parsed = parse_good(
        "start,end,kind,steps\n"
        "2024-01-01 07:00,2024-01-01 06:00,Run,1\n"
        "2024-01-02 07:00,whenever,Run,1\n"
        f"2024-01-03 07:00,,{'x' * 81},1\n"
        "2024-01-04 07:00,,,1\n"
        "2024-01-02 07:00,,Run,2\n"
    )
    assert [(each.start.day, each.end, each.steps) for each in parsed.activities] == [(1, None, 1), (2, None, 2)]
    assert {skip.reason for skip in parsed.skipped} == {
        "end: before the start",
        "end: not a local date and time",
        "kind: longer than 80 characters",
        "kind: empty",
    }
    assert any("repeat an activity" in note for note in parsed.notes)


def test_bad_times_and_sexes_are_skipped_with_reasons() -> None:
    parsed = parse_good("date,bed_time,sex\n2024-01-01,late,yes\n2024-01-02,2024-01-01T23:00,m\n")
    assert len(parsed.local_times["bed_time"]) == 1
    assert parsed.profile.sex == "male"
    assert {skip.reason for skip in parsed.skipped} == {
        "bed_time: not a local date and time",
        "sex: neither male nor female",
    }


@given(st.binary(max_size=400))
def test_no_bytes_crash_the_reader(content: bytes) -> None:
    assert isinstance(parse_any(content), ParsedFile | Unreadable | NotUnderstood)


@given(st.text(st.characters(codec="utf-8"), max_size=300))
def test_no_text_below_a_good_header_crashes_the_reader(rows: str) -> None:
    assert isinstance(parse_any(f"date,steps,bed_time\n{rows}"), ParsedFile | Unreadable | NotUnderstood)
