"""What a line of the journal says, as somebody writes it."""

from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.domain.journal import TAGS, is_tag
from services.health_data.domain.journal_lines import Line, Unclear, read_line
from services.health_data.domain.journal_words import TAG_OF
from services.health_data.domain.records import Entry

NOW = datetime(2026, 3, 4, 18, 20)  # noqa: DTZ001, local; a Wednesday
TODAY, YESTERDAY = date(2026, 3, 4), date(2026, 3, 3)


def at(hour: int, minute: int = 0, *, day: date = TODAY) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute)  # noqa: DTZ001, local


def entry(
    tag: str,
    amount: float | None = None,
    unit: str = "",
    *,
    day: date = TODAY,
    time: datetime | None = None,
    note: str = "",
) -> Entry:
    return Entry(day=day, at=time, tag=tag, amount=amount, unit=unit, note=note)


def read(text: str, own: tuple[str, ...] = ()) -> Line:
    line = read_line(text, now=NOW, own=own)
    assert isinstance(line, Line), line.explanation
    return line


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("2 coffees at 15:00", "2 coffees today at 15:00", entry("coffee", 2, time=at(15))),
        ("2 Coffees, 3pm", "2 Coffees today at 15:00", entry("coffee", 2, time=at(15))),
        ("3 beers last night", "3 beers yesterday evening", entry("alcohol", 3, day=YESTERDAY, note="3 beers")),
        (
            "I had three beers last night",
            "3 beers yesterday evening",
            entry("alcohol", 3, day=YESTERDAY, note="I had three beers"),
        ),
        (
            "late dinner yesterday 22:30",
            "late dinner yesterday at 22:30",
            entry("late_meal", day=YESTERDAY, time=at(22, 30, day=YESTERDAY), note="late dinner"),
        ),
        ("period", "period today", entry("period", time=at(18, 20))),
        ("my period started today", "period today", entry("period")),
        ("mood 4", "mood 4 today", entry("mood", 4, time=at(18, 20))),
        ("mood is 4/5 today", "mood 4 today", entry("mood", 4)),
        ("headache", "headache today", entry("symptom", time=at(18, 20), note="headache")),
        ("flew to Lisbon", "travel today", entry("travel", time=at(18, 20))),
        (
            "took ibuprofen 400 mg at 8",
            "ibuprofen 400 mg today at 08:00",
            entry("medication", 400, "mg", time=at(8), note="took ibuprofen 400 mg"),
        ),
        ("1 g paracetamol at 7 am", "paracetamol 1000 mg today at 07:00", None),
        ("napped for half an hour yesterday", "napped 30 min yesterday", None),
        ("water 1.5 l today", "water 1500 ml today", entry("water", 1500, "ml")),
        ("no coffee today", "no coffee today", entry("coffee", 0)),
        ("coffee at 3", "coffee today", entry("coffee")),
        ("4 pints on saturday night", "4 pints on the evening of 28 February 2026", None),
        ("2 drinks 2026-02-28", "2 drinks on 28 February 2026", None),
        ("gin and tonic two days ago", "gin and tonic on 2 March 2026", None),
        ("headache on 5 March", "headache on 5 March 2025", None),
        ("coffee on 29 February 2024", "coffee on 29 February 2024", entry("coffee", day=date(2024, 2, 29))),
    ],
)
def test_a_line_is_read_and_said_back(text: str, said: str, expected: Entry | None) -> None:
    line = read(text)
    assert line.said == said
    assert line.whole
    if expected is not None:
        (one,) = line.entries
        assert one == expected


def test_several_things_of_a_line_are_several_entries() -> None:
    line = read("2 coffees and a beer on monday")
    assert [(each.tag, each.amount, each.day) for each in line.entries] == [
        ("coffee", 2, date(2026, 3, 2)),
        ("alcohol", None, date(2026, 3, 2)),
    ]
    assert line.said == "2 coffees and beer on 2 March 2026"


def test_since_a_day_is_every_day_from_then_on() -> None:
    line = read("sick since monday")
    assert [each.day.day for each in line.entries] == [2, 3, 4]
    assert line.said == "illness every day since 2 March 2026"
    assert isinstance(read_line("sick since 2 January 2025", now=NOW), Unclear)


def test_a_tag_of_the_persons_own_is_marked_once_and_known_from_then_on() -> None:
    assert [each.tag for each in read("#cold_plunge 3 min").entries] == ["cold_plunge"]
    assert isinstance(read_line("cold plunge 3 min", now=NOW), Unclear)
    (one,) = read("cold plunge 3 min", own=("cold_plunge",)).entries
    assert (one.tag, one.amount, one.unit) == ("cold_plunge", 3, "min")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("does coffee hurt my sleep?", "question"),
        ("how many coffees did I have", "question"),
        ("3 coffees tomorrow", "has happened"),
        ("coffee at 19:00", "still ahead"),
        ("coffee on 30 February", "no such date"),
        ("coffee at 25:00", "no such date"),
        ("a bottle of wine last night", "How many glasses"),
        ("mood great", "from 1 to 5"),
        ("mood 4/10", "from 1 to 5"),
        ("mood 9", "from 1 to 5"),
        ("cold plunge", "#cold_plunge"),
        ("!!!", "what to note"),
    ],
)
def test_what_is_unclear_is_asked(text: str, words: str) -> None:
    line = read_line(text, now=NOW)
    assert isinstance(line, Unclear), line
    assert words in line.explanation


@pytest.mark.parametrize(
    "text", ["my mum had a headache", "I always log my coffee", "I love coffee", "period day 3", "coffee machine broke"]
)
def test_what_may_mean_something_else_is_not_read_whole(text: str) -> None:
    assert not read(text).whole


def test_every_tag_is_read_from_its_example_and_every_phrase_names_a_tag() -> None:
    for tag in TAGS:
        line = read_line(tag.example, now=NOW.replace(hour=23))
        assert isinstance(line, Line)
        assert [each.tag for each in line.entries] == [tag.name]
    assert set(TAG_OF.values()) == {tag.name for tag in TAGS}
    assert all(is_tag(tag.name) for tag in TAGS)


@settings(max_examples=50)
@given(
    st.lists(
        st.sampled_from(
            [
                *sorted(TAG_OF)[::7],
                *("2", "three", "at 15:00", "at 25", "yesterday", "on 31 June", "#x", "/5", "and", "since monday"),
                *("400 mg", "x2", "no", "last night", "\u0130", "{{", "0 days ago", "on 29 feb", "half an h"),
            ]
        ),
        max_size=6,
    )
)
def test_whatever_is_written_nothing_ahead_and_nothing_impossible_is_read(words: list[str]) -> None:
    line = read_line(" ".join(words), now=NOW)
    if isinstance(line, Unclear):
        assert line.explanation
        return
    for one in line.entries:
        assert is_tag(one.tag)
        assert one.day <= TODAY
        assert one.at is None or (one.at <= NOW and one.at.date() == one.day)
        assert one.amount is None or one.amount >= 0
