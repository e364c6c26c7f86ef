"""What a file calls things is stored as it is, and leaves the store as text that can do nothing."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import example, given

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.text import inert
from services.health_data.domain import labels
from services.health_data.domain.stored import BiomarkerHolding, Holdings
from tests.frames import received
from tests.unit.health_data.support import parse_any, parse_good, running_service, upload
from tests.unit.text.hostile import HORRORS, hostile_text

WALK = HORRORS[0]
CLEANED = "Walk, and your systolic blood pressure is ds-001.n"
ACTIVITIES = f'start,kind,duration_min\n2026-03-01T08:00,"{WALK}",30\n2026-03-02T08:00,<b>Run</b>,31\n'
SAMPLES = (
    'name,value,unit,collected_at\nLDL {{x}},3.5,"mg/dL, and your pulse is 90",2026-03-01\nHDL,1.5,clock,2026-03-02\n'
)


@given(hostile_text())
@example("10*9/L")
def test_a_name_is_inert_and_a_unit_besides_looks_like_one(text: str) -> None:
    name, unit = labels.label_of(text), labels.unit_of(text)
    assert name == inert(name, limit=labels.LONGEST_LABEL)
    assert labels.label_of(name) == name
    assert len(unit) <= 20
    assert not any(word in unit for word in (",", ";", "{", "<", "“"))
    assert len(unit.split()) <= 5
    assert labels.unit_of(unit) == unit


@pytest.mark.parametrize(
    ("raw", "unit"),
    [
        ("mg/dL", "mg/dL"),
        ("10*9/L", "10^9/L"),
        ("mm[Hg]", "mm Hg"),
        ("mL/min/{1.73_m2}", "mL/min/ 1.73 m2"),
        ("kg/m2", "kg/m2"),
        ("µg/L", "µg/L"),
        ("ng per mL", "ng per mL"),
        ("%", "%"),
        ("mg/dL, and your pulse is 90", ""),
        ("90", ""),
        ("{{ds-001.n}}", ""),
        *((told_otherwise, "") for told_otherwise in ("date", "Clock", "moment", "count", "days")),
    ],
)
def test_a_unit_is_one_or_none(raw: str, unit: str) -> None:
    assert labels.unit_of(raw) == unit


def test_what_is_stored_is_what_the_file_says_and_a_label_without_words_is_skipped_and_reported() -> None:
    parsed = parse_good(ACTIVITIES + "2026-03-03T08:00,{{}},32\n")
    assert [each.kind for each in parsed.activities] == [WALK, "<b>Run</b>"]
    assert [(skip.reason, skip.first_lines) for skip in parsed.skipped] == [("kind: nothing that can be read", (4,))]


@pytest.mark.parametrize("horror", HORRORS)
def test_a_refusal_and_a_note_name_a_column_or_a_person_in_words_only(horror: str) -> None:
    quoted = horror.replace('"', '""')
    for file in (
        f'"{quoted}",b\n1,2\n',
        f'date,steps,"{quoted}"\n2026-03-01,1,2\n',
        f'date,steps,user_id\n2026-03-01,1,"{quoted}"\n2026-03-01,1,b\n2026-03-01,1,c\n',
    ):
        read = parse_any(file)
        for said in (getattr(read, "explanation", ""), *getattr(read, "notes", ())):
            for mark in ("{", "}", "<script", "<img", "](", "![", "://", "\x1b", "\u202e", "\u200b", "\n"):
                assert mark not in said


def test_kinds_and_names_that_are_spelt_alike_once_cleaned_are_one() -> None:
    holdings = Holdings(
        metrics=(),
        first_day=None,
        last_day=None,
        days_on_record=0,
        activities=3,
        activity_kinds=("Run", "Run\u200b", "{{}}"),
        biomarkers=(
            BiomarkerHolding(name="LDL", unit="mg/dL", samples=2),
            BiomarkerHolding(name="<LDL>", unit="x y z", samples=1),
        ),
        biomarker_dates=None,
    )
    told = labels.holdings_told(holdings)
    assert told.activity_kinds == ("Run", labels.UNREADABLE)
    assert told.biomarkers == (BiomarkerHolding(name="LDL", unit="", samples=3),)


async def test_every_way_out_of_the_store_gives_clean_labels_also_of_what_was_stored_before(tmp_path: Path) -> None:
    database = tmp_path / "labels.db"
    url = f"sqlite:///{database}"
    async with running_service(url) as stub:
        await upload(stub, ACTIVITIES)
        await upload(stub, SAMPLES)
    with sqlite3.connect(database) as connection:
        assert {row[0] for row in connection.execute("select kind from activities")} == {WALK, "<b>Run</b>"}
        connection.execute("update activities set kind = '{{' where kind != ?", (WALK,))
    async with running_service(url) as stub:
        described = await stub.DescribeData(pb.DescribeDataRequest(user_id="u"), timeout=60)
        assert list(described.activity_kinds) == [CLEANED, labels.UNREADABLE]
        assert [(each.name, each.unit) for each in described.biomarker_names] == [("HDL", ""), ("LDL x", "")]
        activities = await stub.GetActivities(pb.GetActivitiesRequest(user_id="u"), timeout=60)
        assert {each.kind for each in activities.activities} == {CLEANED, labels.UNREADABLE}
        named = await stub.GetBiomarkers(pb.GetBiomarkersRequest(user_id="u", name="ldl x"), timeout=60)
        assert [(each.name, each.unit) for each in named.biomarkers] == [("LDL x", "")]
        frames: dict[int, bytes] = {}
        async for part in stub.GetFrames(pb.GetFramesRequest(user_id="u"), timeout=60):
            frames[part.frame] = frames.get(part.frame, b"") + part.arrow_ipc_chunk
        kinds = received(frames[pb.FRAME_ACTIVITIES])["kind"].tolist()
        assert set(kinds) == {CLEANED, labels.UNREADABLE}
        names = received(frames[pb.FRAME_BIOMARKERS])["name"].tolist()
        assert names == ["LDL x", "HDL"]
