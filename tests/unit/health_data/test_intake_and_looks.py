"""What is told from a file's bytes before it is read: its size, its lines, and what it is if it is no table."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.health_data.adapters.files import parse
from services.health_data.domain.cells import SkipLog
from services.health_data.domain.intake import Intake
from services.health_data.domain.layouts import LAYOUTS
from services.health_data.domain.limits import LIMITS, Limits
from services.health_data.domain.looks import known_kind
from services.health_data.domain.records import NotUnderstood, ParsedFile, Refusal, Unreadable
from tests.unit.health_data.support import parse_any

SMALL = Limits(lines=50, line_bytes=100, columns=5, cell_characters=20, rows=20, persons=3, moments=10, records=10)


def zipped(*names: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'{"steps": [1, 2]}', "JSON"),
        (b'\xef\xbb\xbf  [\n{"a": 1}]', "JSON"),
        (b"<?xml version='1.0'?><a/>", "XML"),
        (b'<?xml version="1.0"?><gpx version="1.1">', "GPX track"),
        (b'<?xml version="1.0"?><TrainingCenterDatabase>', "Garmin"),
        (b"<!DOCTYPE html><html><body>Log in</body>", "web page"),
        (b"%PDF-1.7 ...", "PDF"),
        (b"\x89PNG\r\n\x1a\n\0", "picture"),
        (b"\xff\xd8\xff\xe0", "picture"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"SQLite format 3\x00", "database"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Office document"),
        (b"\x0e\x10\x43\x08\x28\x06\x09\x00.FIT", "FIT recording"),
        (b"\0\0\0\x18ftypheic", "picture"),
    ],
)
def test_a_file_that_is_no_table_is_called_by_its_name(content: bytes, says: str) -> None:
    parsed = parse_any(content)
    assert isinstance(parsed, Unreadable)
    assert says in parsed.explanation


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "Excel workbook"),
        (zipped("[Content_Types].xml", "word/document.xml"), "Office document"),
        (zipped("photo.png", "notes.txt"), "Of the 2 files in the archive nothing could be taken"),
    ],
)
def test_an_archive_without_data_is_told_of_by_what_is_in_it(content: bytes, says: str) -> None:
    parsed = parse_any(content)
    assert isinstance(parsed, Unreadable | NotUnderstood)
    assert says in parsed.explanation


def test_what_may_be_a_table_is_not_called_anything() -> None:
    assert known_kind(b"date,steps\n2024-01-01,5\n") is None
    assert known_kind(b"") is None


@pytest.mark.parametrize(
    "header",
    ["day,pulse", "Activity Type,Date,Favorite,Title,Distance,Calories,Time", "a,b,c", "date,mood"],
)
def test_an_unknown_table_is_described_without_internal_names(header: str) -> None:
    parsed = parse_any(f"{header}\n{'1,' * header.count(',')}1\n")
    assert isinstance(parsed, NotUnderstood)
    assert header.split(",", maxsplit=1)[0] in parsed.explanation
    assert "Change the first line" in parsed.explanation
    assert not any(layout.name in parsed.explanation for layout in LAYOUTS)


def test_an_export_that_is_surely_known_is_named() -> None:
    garmin = parse_any("Activity Type,Date,Favorite,Title,Distance,Calories,Time\nRun,2024-01-01,f,t,1,1,1\n")
    assert isinstance(garmin, NotUnderstood)
    assert "Garmin Connect" in garmin.explanation


def refusal_of(content: bytes, chunk: int, limits: Limits = SMALL) -> Refusal | None:
    intake = Intake(limits)
    for start in range(0, len(content), chunk):
        refusal = intake.see(content[start : start + chunk])
        if refusal is not None:
            return refusal
    return intake.end()


@pytest.mark.parametrize("chunk", [1, 7, 64, 10_000])
@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_a_line_is_as_long_as_it_is_however_it_comes_in(chunk: int, end: bytes) -> None:
    longest = b"x" * (SMALL.line_bytes - len(end)) + end
    assert refusal_of(longest * 4, chunk) is None
    refused = refusal_of(longest + b"xx" + longest, chunk)
    assert refused is not None
    assert "a line of more than 100 bytes" in refused.explanation


@given(st.lists(st.binary(max_size=300), max_size=6), st.integers(1, 64))
def test_what_intake_says_does_not_depend_on_the_chunks(parts: list[bytes], chunk: int) -> None:
    content = b"\n".join(parts)
    assert (refusal_of(content, chunk) is None) == (refusal_of(content, 10_000) is None)


def test_too_many_lines_are_refused_while_they_come_in() -> None:
    intake = Intake(SMALL)
    assert intake.see(b"a\n" * 50) is None
    refused = intake.see(b"a\n")
    assert refused is not None
    assert "more than 50 lines" in refused.explanation


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("date,steps\n" + "2024-01-01,1\n" * 21, "more than 20 rows"),
        ("date,a,b,c,d,e\n", "at most 5"),
        ('date,steps\n2024-01-01,"' + "x\n" * 15, "more than 20 characters"),
        ("date,steps\n" + "".join(f"2024-01-{day:02},1\n" for day in range(1, 12)), "more than 10 different dates"),
        (
            "Id,SleepDay,TotalMinutesAsleep\n" + "".join(f"p{person},2024-01-01,1\n" for person in range(4)),
            "more than 3 people",
        ),
        ("start,kind\n" + "".join(f"2024-01-01 07:00,k{kind}\n" for kind in range(11)), "more than 10 activities"),
        (
            "name,value,unit,collected_at\n" + "".join(f"n{n},1,u,2024-01-01\n" for n in range(11)),
            "more than 10 lab values",
        ),
    ],
    ids=["rows", "columns", "cell", "dates", "people", "activities", "labs"],
)
def test_each_limit_is_kept_and_says_what_to_do(content: str, says: str) -> None:
    refused = parse(io.BytesIO(content.encode()), user_id="u", limits=SMALL)
    assert not isinstance(refused, ParsedFile)
    assert says in refused.explanation
    assert any(word in refused.explanation for word in ("Split it", "Most likely", "check that", "Import a file"))


def test_what_is_skipped_is_counted_and_only_the_first_lines_are_kept() -> None:
    log = SkipLog()
    for start in range(0, 100_000, 1000):
        log.add("reason", range(start, start + 1000))
    (skip,) = log.skips()
    assert (skip.cells, skip.first_lines) == (100_000, (0, 1, 2, 3, 4))
    assert len(log._lines["reason"]) == 5


def test_a_file_in_which_no_row_has_a_date_is_refused_with_lines() -> None:
    refused = parse_any("date,steps\n,\n,\nsoon,5\n")
    assert isinstance(refused, NotUnderstood)
    assert "Not one row has a date" in refused.explanation
    assert "line 2, 3, 4" in refused.explanation


def test_the_limits_let_in_what_people_have() -> None:
    assert LIMITS.rows >= 1_000_000
    assert LIMITS.records >= 300_000
