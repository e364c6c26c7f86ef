"""Dates are read as they were meant, or not at all."""

from datetime import date, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.health_data.domain.dates import UNREADABLE, DateColumn, DateReading, DateRefusal, detect

FORMATS = ("%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%m-%d-%Y", "%d/%m/%y", "%m/%d/%y")
DAYS = st.dates(date(1990, 1, 1), date(2068, 12, 31))


def column(texts: list[str], persons: list[int] | None = None) -> DateColumn:
    different = list(dict.fromkeys(texts))
    return DateColumn(
        different,
        [texts.index(text) + 2 for text in different],
        np.array([different.index(text) for text in texts], np.int32),
        np.array(persons or [0] * len(texts), np.int32),
    )


def days_read(texts: list[str], persons: list[int] | None = None) -> list[date | None] | DateRefusal:
    detected = detect(column(texts, persons))
    if isinstance(detected, DateRefusal):
        return detected
    moments = [detected.moment(text) for text in texts]
    return [moment and moment.date() for moment in moments]


def bare(day: date) -> str:
    return f"{day.month}/{day.day}/{day.year}"


@given(st.lists(DAYS, min_size=1, max_size=30, unique=True), st.sampled_from(FORMATS), st.sampled_from([1, -1]))
def test_a_column_in_order_is_read_as_it_was_meant_or_refused(days: list[date], layout: str, direction: int) -> None:
    days = sorted(days)[::direction]
    read = days_read([day.strftime(layout) for day in days])
    assert isinstance(read, DateRefusal) or read == days


@given(st.lists(DAYS, min_size=2, max_size=30, unique=True), st.data())
def test_two_styles_in_one_column_are_read_as_they_were_meant_or_refused(days: list[date], data: st.DataObject) -> None:
    days = sorted(days)
    day_first = data.draw(st.lists(st.booleans(), min_size=len(days), max_size=len(days)))
    texts = [
        day.strftime("%d/%m/%Y %I:%M %p") if first else day.strftime("%m/%d/%Y %I:%M:%S %p")
        for day, first in zip(days, day_first, strict=True)
    ]
    read = days_read(texts)
    assert isinstance(read, DateRefusal) or read == days


@given(
    st.permutations([date(2024, 1, 1) + timedelta(days=offset) for offset in range(40)]), st.sampled_from(FORMATS[:4])
)
def test_days_past_the_twelfth_decide_in_any_order(days: list[date], layout: str) -> None:
    assert days_read([day.strftime(layout) for day in days]) == days


@given(
    st.lists(DAYS, min_size=1, max_size=20), st.sampled_from(("%Y-%m-%d", "%Y/%m/%d", "%Y%m%d", "%Y-%m-%dT%H:%M:%SZ"))
)
def test_a_date_that_begins_with_its_year_needs_no_evidence(days: list[date], layout: str) -> None:
    assert days_read([day.strftime(layout) for day in days]) == days


def test_the_order_of_each_persons_rows_decides() -> None:
    rising = ["01/02/2024", "03/02/2024", "02/03/2024"]
    assert days_read(rising) == [date(2024, 2, 1), date(2024, 2, 3), date(2024, 3, 2)]
    two_people = ["11/01/2024", "12/01/2024", "01/02/2024", "11/01/2024", "12/01/2024", "01/02/2024"]
    assert days_read(two_people, [0, 0, 0, 1, 1, 1]) == 2 * [date(2024, 1, 11), date(2024, 1, 12), date(2024, 2, 1)]


def test_two_texts_of_one_person_are_not_the_same_day() -> None:
    assert days_read(["2024-02-01", "01/02/2024"]) == [date(2024, 2, 1), date(2024, 1, 2)]
    assert isinstance(days_read(["2024-02-01", "01/02/2024"], [0, 1]), DateRefusal)


def test_padding_alone_can_tell_two_styles_apart() -> None:
    days = [date(2016, 4, 12) + timedelta(days=offset) for offset in range(31)]
    texts = [bare(day) if day.day > 12 else day.strftime("%d/%m/%Y") for day in days]
    assert days_read(texts) == days


def test_a_text_that_shows_no_padding_goes_with_the_rest_of_its_column() -> None:
    days = [date(2023, 9, 20) + timedelta(days=offset) for offset in range(60)]
    assert days_read([bare(day) for day in days]) == days


def test_symmetric_dates_are_not_ambiguous() -> None:
    assert days_read(["01/01/2024", "02/02/2024"]) == [date(2024, 1, 1), date(2024, 2, 2)]


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(["01/02/2024", "01/03/2024", "01/04/2024"], id="both readings rise"),
        pytest.param(["05/06/2024"], id="one row"),
        pytest.param(["03/04/2024", "01/05/2024", "02/03/2024", "07/02/2024"], id="no reading is in order"),
    ],
)
def test_an_ambiguous_column_is_refused_with_an_example_and_advice(texts: list[str]) -> None:
    read = days_read(texts)
    assert isinstance(read, DateRefusal)
    assert "line 2" in read.explanation
    assert texts[0] in read.explanation
    assert "YYYY-MM-DD" in read.explanation


def test_two_formats_in_one_style_are_refused_with_both_lines() -> None:
    read = days_read(["13/04/2024", "14/04/2024", "04/25/2024"])
    assert isinstance(read, DateRefusal)
    assert "'13/04/2024' (line 2)" in read.explanation
    assert "'04/25/2024' (line 4)" in read.explanation


def test_too_many_styles_are_refused() -> None:
    clocks = ("", " 1:00", " 1:00:00", " 1:00 AM")
    texts = [f"01{separator}02{separator}2024{clock}" for separator in "/-." for clock in clocks]
    read = days_read(texts)
    assert isinstance(read, DateRefusal)
    assert "too many ways" in read.explanation


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2024-02-30",
        "31/02/2024",
        "1850-01-01",
        "2101-01-01",
        "12/2024",
        "45292",
        "2024-01-01 25:00",
        "13/12/2024 13:00 PM",
    ],
)
def test_what_is_no_date_is_no_date(text: str) -> None:
    assert days_read(["2024-01-01", text]) == [date(2024, 1, 1), None]


def test_what_is_no_date_is_marked_in_the_seconds_and_does_not_disturb_the_rest() -> None:
    detected = detect(column(["14/01/2024", "n/a", "31/02/2024"]))
    assert isinstance(detected, DateReading)
    assert detected.seconds.tolist()[1:] == [UNREADABLE, UNREADABLE]
    assert detected.moment("14/01/2024") == datetime(2024, 1, 14)  # noqa: DTZ001, local


@pytest.mark.parametrize(
    ("text", "hour"), [("14/01/2024 12:00 AM", 0), ("14/01/2024 12:30 pm", 12), ("14/01/2024 11:59:59 PM", 23)]
)
def test_the_twelve_hour_clock_is_understood(text: str, hour: int) -> None:
    detected = detect(column([text]))
    assert isinstance(detected, DateReading)
    moment = detected.moment(text)
    assert moment is not None
    assert moment.hour == hour


def test_a_stated_offset_does_not_move_the_local_day() -> None:
    assert days_read(["2024-01-14T23:30:00-08:00"]) == [date(2024, 1, 14)]


def test_the_notes_say_how_dates_were_read_and_why() -> None:
    certain = detect(column(["14/01/2024"]))
    by_order = detect(column(["01/02/2024", "03/02/2024", "02/03/2024"]))
    assert isinstance(certain, DateReading)
    assert isinstance(by_order, DateReading)
    assert "day/month/year: no other reading fits" in certain.notes[0]
    assert "follow one another" in by_order.notes[0]
    iso = detect(column(["2024-01-14"]))
    assert isinstance(iso, DateReading)
    assert iso.notes == ()
