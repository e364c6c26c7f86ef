"""An upload is one file or an archive of many: each is read by the room that knows it, or as a table, or told of."""

import io
import zipfile
from collections.abc import Mapping
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.exports import read_upload
from services.health_data.domain.limits import Limits
from services.health_data.domain.records import (
    NotUnderstood,
    Options,
    Parts,
    Progress,
    Refusal,
    Unreadable,
    to_epoch_day,
)

OURA = b"date,Total Sleep Duration,Average HRV,Steps,Average Resting Heart Rate\n2024-03-01,25200,50,9000,55\n"
WHOOP = (
    b"Cycle start time,Cycle end time,Cycle timezone,Recovery score %,Resting heart rate (bpm),"
    b"Heart rate variability (ms),Day Strain,Energy burned (cal),Sleep onset,Wake onset,Asleep duration (min)\n"
    b"2024-02-29 22:30:00,2024-03-01 22:40:00,UTC+01:00,60,58,44,10,2100,2024-02-29 23:00:00,2024-03-01 06:30:00,430\n"
)
TABLE = b"date,steps,weight_kg\n2024-03-01,8000,70.5\n2024-03-02,7000,70.4\n"


def zipped(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return packed.getvalue()


def read(content: bytes, name: str = "export.zip") -> Parts | Refusal:
    return read_upload(io.BytesIO(content), filename=name, user_id="u")


def good(content: bytes, name: str = "export.zip") -> Parts:
    parts = read(content, name)
    assert isinstance(parts, tuple), parts.explanation
    return parts


def test_an_archive_of_a_vendor_and_a_table_gives_both() -> None:
    parts = good(zipped({"whoop/physiological_cycles.csv": WHOOP, "mine/weights.csv": TABLE, "notes.txt": b"hello"}))
    assert {part.source for part in parts} == {"whoop", "file"}
    (whoop,) = [part for part in parts if part.source == "whoop"]
    assert whoop.numbers["resting_heart_rate"].values.tolist() == [58]
    assert whoop.numbers["resting_heart_rate"].days.tolist() == [to_epoch_day(date(2024, 3, 1))]
    (own,) = [part for part in parts if part.source == "file"]
    assert own.members == ("mine/weights.csv",)
    assert own.places["weight_kg"].rows.tolist() == [2, 3]
    assert [path for part in parts for path, _ in part.left_out] == ["notes.txt"]


def test_an_archive_within_an_archive_is_read_too() -> None:
    parts = good(zipped({"all/whoop.zip": zipped({"physiological_cycles.csv": WHOOP})}))
    assert parts[0].members == ("all/whoop.zip/physiological_cycles.csv",)


@pytest.mark.parametrize("name", ["bp.csv", "sleep.csv", "steps.csv", "weight.csv", "activities.csv"])
def test_amys_own_columns_are_nobody_elses_whatever_the_file_is_called(name: str) -> None:
    table = b"date,systolic_blood_pressure,diastolic_blood_pressure,vo2_max\n2024-03-01,120,80,41\n"
    (part,) = good(table, name)
    assert (part.source, part.numbers["vo2_max"].values.tolist()) == ("file", [41])


def test_a_file_that_is_cut_off_gives_nothing() -> None:
    whole = zipped({"physiological_cycles.csv": WHOOP * 1, "b.csv": TABLE})
    for size in range(30, len(whole) - 1, 7):
        assert isinstance(read(whole[:size]), Unreadable | NotUnderstood)


def test_an_archive_that_is_damaged_inside_is_told_of_by_the_file() -> None:
    whole = bytearray(zipped({"physiological_cycles.csv": WHOOP * 1}))
    whole[80:90] = b"\0" * 10
    refused = read(bytes(whole))
    assert isinstance(refused, Unreadable)
    assert "physiological_cycles.csv" in refused.explanation
    assert "download" in refused.explanation


def test_a_path_cannot_lead_out_of_the_archive_and_nothing_is_unpacked_beside_it() -> None:
    (part,) = good(zipped({"../../etc/../whoop/physiological_cycles.csv": WHOOP}))
    assert part.members == ("etc/whoop/physiological_cycles.csv",)


def test_what_is_packed_beyond_measure_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("bomb.csv", "w") as out:
        for _ in range(40):
            out.write(b"0" * 1024 * 1024)
    refused = read(packed.getvalue())
    assert isinstance(refused, Unreadable | NotUnderstood)


def test_progress_grows_to_the_whole() -> None:
    told: list[Progress] = []
    rows = b"".join(b"2024-03-01,%d,70\n" % number for number in range(400_000))
    read_upload(
        io.BytesIO(zipped({"a.csv": b"date,steps,weight_kg\n" + rows})),
        filename="a.zip",
        user_id="u",
        limits=Limits(),
        progress=told.append,
    )
    assert len(told) > 3
    assert all(0 <= each.done <= each.total for each in told)
    assert {each.file for each in told} == {"a.csv"}


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["x.csv", "x.json", "x.xml", "x.fit", "x.zip", "x.pdf"]))
def test_whatever_the_bytes_are_they_are_read_or_refused(content: bytes, name: str) -> None:
    for head in (b"", b"{", b"[", b"<", b"PK\x03\x04", b"%PDF-", b"\x0e\x10\x43\x08\x28\x06\x09\x00.FIT"):
        assert isinstance(read(head + content, name), tuple | Unreadable | NotUnderstood)


GERMAN = b"Tag;Schritte;Gewicht;Notiz\n2024-03-01;8.000;70,5;gut\n2024-03-02;7.000;70,4;\n"


def said(content: bytes, columns: Mapping[str, str]) -> Parts | Refusal:
    return read_upload(io.BytesIO(content), filename="a.csv", user_id="u", options=Options(columns=columns))


def test_columns_that_nobody_knows_are_what_the_person_says() -> None:
    assert isinstance(said(GERMAN, {}), NotUnderstood)
    parts = said(GERMAN, {"tag": "date", "Schritte": "steps", "Gewicht": "weight (lb)"})
    assert isinstance(parts, tuple)
    assert parts[0].numbers["steps"].values.tolist() == [8000, 7000]
    assert parts[0].numbers["weight_kg"].values.tolist() == [70.5 * 0.45359237, 70.4 * 0.45359237]
    assert any("'Schritte' was read as steps" in note for note in parts[0].notes)


def test_a_column_that_the_file_does_not_have_is_refused_with_those_it_has() -> None:
    refused = said(GERMAN, {"Datum": "date"})
    assert isinstance(refused, NotUnderstood)
    assert "Datum" in refused.explanation
    assert "Schritte" in refused.explanation


def test_what_the_person_says_goes_before_the_rooms_of_an_archive() -> None:
    archive = zipped({"mine.csv": GERMAN, "physiological_cycles.csv": WHOOP})
    columns = {"Tag": "date", "Schritte": "steps"}
    parts = read_upload(io.BytesIO(archive), filename="a.zip", user_id="u", options=Options(columns=columns))
    assert isinstance(parts, tuple)
    assert {part.source: max(part.numbers) for part in parts} == {"file": "steps", "whoop": "sleep_minutes"}
