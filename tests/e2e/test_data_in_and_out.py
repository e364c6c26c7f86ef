"""A person's data through the public API: read in, looked at, followed, corrected, asked about, and out again."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from statistics import mean
from typing import Any

import httpx
import pytest

from amy.client import Amy
from amy.client.data_models import ExportFormat
from amy.client.models import FactEntry, Turn
from evals.system import System
from tests.importing import begun_import
from tests.load.large_exports import apple
from tests.unit.health_data.formats.pdfs import pdf

DAYS = range(1, 30)
"""Of February 2024, which has 29 and whose 5th is a Monday."""
OF_OURA = {date(2024, 2, day): 400.0 + day for day in DAYS}
OF_WHOOP = {date(2024, 2, day): 430.0 + day for day in DAYS}
"""Minutes asleep."""
STEPS = {date(2024, 2, day): 8000.0 + 10 * day for day in DAYS}
OURA_FILE, WHOOP_FILE, TABLE = "App Data/sleepmodel.csv", "whoop/cycles.csv", "mine/steps.csv"

WHOOP_HEADER = (
    "Cycle start time,Cycle end time,Cycle timezone,Day Strain,Energy burned (cal),Sleep onset,Wake onset,"
    "Asleep duration (min),Resting heart rate (bpm)"
)


def archive() -> bytes:
    oura = ["id;day;bedtime_start;bedtime_end;total_sleep_duration;type"]
    whoop = [WHOOP_HEADER]
    for day, minutes in OF_OURA.items():
        times = f"{day}T00:10:00.000+01:00;{day}T08:10:00.000+01:00"
        oura.append(f"{day.day};{day};{times};{minutes * 60:.0f};long_sleep")
        asleep = f"{day} 00:12:00,{day} 08:11:00,{OF_WHOOP[day]:.0f},{50 + day.day}"
        whoop.append(f"{day} 00:05:00,{day} 23:55:00,UTC+01:00,9,2000,{asleep}")
    table = ["date,steps,steps_of_my_dog", *(f"{day},{steps:.0f},1" for day, steps in STEPS.items())]
    files = {OURA_FILE: oura, WHOOP_FILE: whoop, TABLE: table, "photo.png": ["\N{REPLACEMENT CHARACTER}PNG"]}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as written:
        for path, lines in files.items():
            written.writestr(zipfile.ZipInfo(path), "\n".join(lines) + "\n")
    return packed.getvalue()


LETTER = "Ferritin was low. Come back in June."
BY_ID = (
    ("GET", "/v1/turns/{turn_id}"),
    ("GET", "/v1/turns/{turn_id}/events"),
    ("DELETE", "/v1/memory/{memory_id}"),
    ("GET", "/v1/documents/{document_id}"),
    ("DELETE", "/v1/documents/{document_id}"),
    ("GET", "/v1/data/imports/{import_id}"),
    ("DELETE", "/v1/data/imports/{import_id}"),
    ("HEAD", "/v1/data/uploads/{upload_id}"),
    ("PATCH", "/v1/data/uploads/{upload_id}"),
    ("DELETE", "/v1/data/uploads/{upload_id}"),
    ("POST", "/v1/data/biomarkers/{biomarker_id}/confirm"),
    ("DELETE", "/v1/data/biomarkers/{biomarker_id}"),
    ("DELETE", "/v1/data/entries/{entry_id}"),
)
LISTS = (
    ("GET", "/v1/turns"),
    ("GET", "/v1/memory"),
    ("GET", "/v1/documents"),
    ("GET", "/v1/data/imports"),
    ("GET", "/v1/data/uploads"),
    ("GET", "/v1/data/activities"),
    ("GET", "/v1/data/biomarkers"),
    ("GET", "/v1/data/entries"),
    ("GET", "/v1/data/priorities"),
)
NEED_NO_ID = {
    *(("POST", f"/v1/{path}") for path in ("turns", "memory", "documents", "keys", "ingest/terra")),
    *(("POST", f"/v1/data/{path}") for path in ("imports", "uploads", "biomarkers", "entries")),
    *(("PUT", f"/v1/data/{path}") for path in ("profile", "priorities/{metric}", "entries/tags/{tag}")),
}
"""They write, and to whoever asks."""
ASKED_APART = {
    *(("GET", f"/v1/data/{path}") for path in ("metrics", "metrics/{metric}", "profile", "provenance")),
    ("GET", "/v1/export"),
}
OF_NO_DATA = {
    *(("GET", "/healthz"), ("DELETE", "/v1/user"), ("GET", "/v1/keys"), ("DELETE", "/v1/keys")),
    ("DELETE", "/v1/keys/{key_id}"),
    ("OPTIONS", "/v1/data/uploads"),
}
GOES_ON = {"Content-Type": "application/offset+octet-stream", "Upload-Offset": "0"}
"""What a file in pieces is gone on with; nobody else looks at it."""


class Person:
    """Somebody, and the archive that they have."""

    def __init__(self, amy: Amy, system: System, user: str, folder: Path) -> None:
        self.amy, self.data = amy, amy.data
        self.base_url = system.base_url
        self.headers = {"Authorization": f"Bearer {system.admin_key}", "Amy-User": user}
        self.folder = folder
        self.archive = folder / "everything.zip"
        self.archive.write_bytes(archive())

    def table(self, name: str, content: str | bytes) -> Path:
        file = self.folder / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def sleep(self) -> dict[date, float]:
        return {point[0]: point[1] for point in self.data.metric("sleep_minutes").points}

    def ask(self, question: str) -> Turn:
        turn = self.amy.turns.create(
            messages=[{"role": "user", "content": question}], stream=False, context={"include_memory": False}
        )
        assert turn.result is not None, turn.error
        return turn

    def told(self, question: str) -> str:
        result = self.ask(question).result
        assert result is not None
        return result.answer

    def exported(self, kind: ExportFormat = "jsonl") -> dict[str, list[dict[str, Any]]]:
        """The records of an archive of everything, by file."""
        file = self.data.export(self.folder / f"out-{len(list(self.folder.iterdir()))}.zip", kind)
        with zipfile.ZipFile(file) as packed:
            assert packed.testzip() is None
            return {
                name.removesuffix(".jsonl"): [json.loads(line) for line in packed.read(name).decode().splitlines()]
                for name in packed.namelist()
                if name.endswith(".jsonl")
            }


@pytest.fixture
def person(system: System, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Person]:
    user = re.sub(r"\W", "-", request.node.name)[-60:]
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=user) as amy:
        yield Person(amy, system, user, tmp_path)


def test_an_archive_of_two_vendors_and_a_table_is_reported_read_and_followed(person: Person) -> None:
    report = person.data.import_file(person.archive)
    assert set(report.sources) == {"oura", "whoop", "file"}
    assert [each.file for each in report.left_out] == ["photo.png"]
    assert any("steps of my dog" in note for note in report.notes)
    covered = {each.metric: (each.first_date, each.last_date, each.days_with_value) for each in report.coverage}
    assert covered["steps"] == covered["sleep_minutes"] == (date(2024, 2, 1), date(2024, 2, 29), 29)
    (listed,) = person.data.imports().data
    assert (listed.import_id, listed.filename) == (report.import_id, "everything.zip")
    assert person.data.import_(report.import_id).report == report

    assert person.sleep() == OF_OURA
    # Steps add up; of nights and heart rates the mean is told. Of the first week there are four days.
    weeks = person.data.metric("sleep_minutes", every="week")
    first, second = (date(2024, 1, 29), 402.5, 4), (date(2024, 2, 5), 408, 7)
    assert (weeks.unit, weeks.statistic, weeks.points[:2]) == ("min", "mean", [first, second])
    week = person.data.metric("resting_heart_rate", every="week", start="2024-02-05", end="2024-02-11")
    assert (week.unit, week.statistic, week.points) == ("bpm", "mean", [(date(2024, 2, 5), 58, 7)])
    week = person.data.metric("steps", every="week", start="2024-02-05", end="2024-02-11")
    assert (week.statistic, week.points) == ("sum", [(date(2024, 2, 5), 56_560, 7)])
    followed = person.data.provenance(metric="sleep_minutes", start="2024-02-04", end="2024-02-04").data
    # The header is the first row, and the 4th stands in the fifth.
    assert {(each.source, each.file, each.row, each.value, each.counts) for each in followed} == {
        ("oura", OURA_FILE, 5, 404, True),
        ("whoop", WHOOP_FILE, 5, 434, False),
    }
    assert {each.import_id for each in followed} == {report.import_id}


def test_the_source_that_is_put_first_counts_and_facts_follow_it(person: Person) -> None:
    person.data.import_file(person.archive)
    assert _followed(person) == ("oura", 415)
    assert person.data.set_priority("sleep_minutes", ["whoop", "oura"]).days_changed == 29
    assert person.sleep() == OF_WHOOP
    (order,) = [each for each in person.data.priorities().data if each.metric == "sleep_minutes"]
    assert (order.sources, order.chosen) == (["whoop", "oura"], True)
    assert _followed(person) == ("whoop", 445)
    person.data.set_priority("sleep_minutes", [])
    assert person.sleep() == OF_OURA


def _followed(person: Person) -> tuple[str, float]:
    """Of a fact about February's sleep: the source that its values are of, and their mean, which the fact is."""
    turn = person.ask("What was my average sleep in February 2024?")
    fact = _computed(turn)
    page = person.data.provenance(fact=f"{turn.id}/{fact.claim}", limit=100)
    assert [each.metric for each in page.inputs] == ["sleep_minutes"]
    counting = [each for each in page.data if each.counts]
    assert (len(counting), {each.date.month for each in counting}) == (29, {2})
    (source,) = {each.source for each in counting}
    minutes = mean(each.value for each in counting if each.value is not None)
    assert (fact.unit, fact.value) == ("min", minutes)
    return source, minutes


def _computed(turn: Turn) -> FactEntry:
    assert turn.result is not None
    return next(fact for fact in turn.result.fact_sheet if fact.claim.endswith(".effect"))


def test_an_import_that_is_taken_back_leaves_what_others_state(person: Person) -> None:
    person.data.import_file(person.archive)
    mine = person.table("mine.csv", "date,sleep_minutes\n2024-02-04,300\n2024-02-05,301\n2024-03-01,302\n")
    report = person.data.import_file(mine)
    corrected = {date(2024, 2, 4): 300.0, date(2024, 2, 5): 301.0, date(2024, 3, 1): 302.0}
    assert person.sleep() == OF_OURA | corrected
    assert person.data.undo_import(report.import_id).values == 3
    assert person.sleep() == OF_OURA
    assert person.data.import_file(mine).already_imported is False
    assert person.sleep() == OF_OURA | corrected


def test_what_is_logged_in_words_is_counted(person: Person) -> None:
    person.data.import_file(person.archive)
    for day in (6, 13, 20):
        added = person.data.add_entries(text="2 coffees at 15:00", now=f"2024-02-{day:02}T18:20")
        assert [(each.at, each.tag, each.amount) for each in added.data] == [(f"2024-02-{day:02}T15:00", "coffee", 2)]
    assert person.data.add_entries(text="2 coffees at 15:00", now="2024-02-20T18:20").added == 0
    assert "was 6 " in person.told("how many coffees did I have in February 2024?")
    asked = "what was my average sleep on days without coffee?"
    assert "I always log my coffee" in person.told(asked)
    person.data.log_tag("coffee", since="2024-02-01")
    assert person.data.entries(tag="coffee").logged_tags == ["coffee"]
    assert "26 " in person.told("how many days without coffee were there?")
    # 406, 413 and 420 minutes; of the other 26 days 415.2. The night after is 414 minutes, without coffee 415.7.
    assert "was 6 h 53 min (3 nights)" in person.told("what was my average sleep on days with coffee?")
    assert "was 6 h 55 min (26 nights)" in person.told(asked)
    assert "1.7 min less" in person.told("does coffee hurt my sleep?")


def test_a_result_counts_once_it_is_said_or_confirmed(person: Person) -> None:
    person.data.import_file(person.archive)
    person.data.add_biomarker("LDL", 142, unit="mg/dL", collected_at="2024-02-10T08:00:00Z", reference=(None, 130))
    asked = "What was my latest LDL?"
    assert "142" in person.told(asked)
    page = person.table("labs.pdf", pdf("Collected: 2024-02-20\nLDL Cholesterol    118    mg/dL    0-130"))
    assert person.data.import_file(page).unconfirmed == 1
    (waiting,) = person.data.biomarkers(unconfirmed=True).data
    assert (waiting.name, waiting.value, waiting.unconfirmed) == ("LDL cholesterol", 118, True)
    before = person.told(asked)
    assert ("142" in before, "118" in before) == (True, False)
    person.data.confirm_biomarker(waiting.id)
    assert person.data.biomarkers(unconfirmed=True).data == []
    after = person.told(asked)
    assert ("142" in after, "118" in after) == (False, True)


def fill(person: Person) -> dict[str, str]:
    """One of everything that has an id; the ids by kind."""
    report = person.data.import_file(person.archive)
    entry = person.data.add_entries(text="2 coffees at 15:00", now="2024-02-10T18:20").data[0]
    result = person.data.add_biomarker("LDL", 142, unit="mg/dL", collected_at="2024-02-10T08:00:00Z")
    turn = person.ask("What was my average sleep in February 2024?")
    memory = person.amy.memory.create("Mornings only.", category="preference")
    document = person.amy.documents.create("Letter", LETTER)
    person.data.set_profile(birth_year=1980, time_zone="Europe/Berlin")
    person.data.set_priority("sleep_minutes", ["whoop"])
    begun = httpx.post(
        f"{person.base_url}/v1/data/uploads", headers={**person.headers, "Upload-Length": "9"}
    ).raise_for_status()
    return {
        "import_id": report.import_id,
        "upload_id": begun.json()["id"],
        "entry_id": entry.id,
        "biomarker_id": result.id,
        "turn_id": turn.id,
        "fact": f"{turn.id}/{_computed(turn).claim}",
        "memory_id": memory.id,
        "document_id": document.id,
    }


def test_everything_comes_out_as_it_is_told_and_sent_again_it_changes_nothing(person: Person) -> None:
    ids = fill(person)
    out = person.exported()
    counting: dict[str, dict[str, float]] = {}
    for line in out["daily"]:
        if line.get("counts"):
            counting.setdefault(line["metric"], {})[line["date"]] = line["value"]
    named = [each.name for each in person.data.metrics().metrics]
    told = {name: person.data.metric(name).points for name in named}
    stored = {name: {str(point[0]): point[1] for point in points} for name, points in told.items() if name in counting}
    assert stored == counting
    assert counting["sleep_minutes"] == {str(day): minutes for day, minutes in OF_WHOOP.items()}
    assert counting["steps"] == {str(day): steps for day, steps in STEPS.items()}
    assert [each["import_id"] for each in out["import"]] == [ids["import_id"]]
    assert [(each["tag"], each["amount"]) for each in out["entry"]] == [("coffee", 2)]
    assert [(each["name"], each["value"]) for each in out["lab_result"]] == [("LDL cholesterol", 142)]
    assert {each["id"] for each in out["turn"]} == {ids["turn_id"]}
    assert [(each["id"], each["text"]) for each in out["document"]] == [(ids["document_id"], LETTER)]
    assert person.amy.documents.get(ids["document_id"]).text == LETTER
    assert ids["memory_id"] in {each["id"] for each in out["memory"]}
    sheets = person.data.export(person.folder / "sheets.zip", "csv")
    with zipfile.ZipFile(sheets) as packed:
        rows = {kind: list(csv.DictReader(io.StringIO(packed.read(f"{kind}.csv").decode()))) for kind in out}
    assert {kind: len(found) for kind, found in rows.items()} == {kind: len(found) for kind, found in out.items()}
    slept = {each["date"]: float(each["value"]) for each in rows["daily"] if _counts(each, "sleep_minutes")}
    assert slept == counting["sleep_minutes"]
    points = person.exported("openmhealth")["open_mhealth"]
    assert len([each for each in points if "sleep_duration" in each["body"]]) == len(OF_WHOOP)

    again = person.data.import_file(person.archive)
    assert (again.already_imported, again.import_id, again.cells_written) == (True, ids["import_id"], 0)
    assert person.exported() == out


def _counts(row: Mapping[str, str], metric: str) -> bool:
    return (row["metric"], row["counts"]) == (metric, "true")


def test_a_client_that_leaves_while_a_large_file_is_read_leaves_nothing(person: Person) -> None:
    file = person.folder / "export.xml"
    made = apple(file, 16)
    with (
        httpx.Client(base_url=person.base_url, headers=person.headers, timeout=60) as http,
        begun_import(http, file) as events,
    ):
        assert next(each for each in events if each.get("stage") == "reading")
    # One large file is read at a time: had that reading gone on, it would have been stored before this one.
    report = person.data.import_file(file)
    assert (report.already_imported, report.cells_skipped) == (False, 0)
    assert len(person.data.imports().data) == 1
    assert {point[0]: point[1] for point in person.data.metric("steps").points} == made.days


def test_another_person_sees_none_of_it_by_any_route(person: Person, system: System) -> None:
    ids = fill(person)
    before = person.exported()
    with httpx.Client(base_url=system.base_url, headers=person.headers | {"Amy-User": "a-stranger"}) as stranger:
        routes = _routes(stranger.get("/openapi.json").json())
        assert routes == {*BY_ID, *LISTS} | NEED_NO_ID | ASKED_APART | OF_NO_DATA
        for method, path in BY_ID:
            answer = stranger.request(method, path.format(**ids), headers=GOES_ON)
            assert (method, path, answer.status_code) == (method, path, 404)
        for _, path in LISTS:
            listed = stranger.get(path).json()
            assert (path, listed["data"]) == (path, [])
        assert stranger.get("/v1/data/provenance", params={"fact": ids["fact"]}).status_code == 404
        assert stranger.get("/v1/data/provenance", params={"metric": "sleep_minutes"}).json()["data"] == []
        assert stranger.get("/v1/data/metrics").json()["metrics"] == []
        assert stranger.get("/v1/data/metrics/sleep_minutes").json()["points"] == []
        assert not any(stranger.get("/v1/data/profile").json().values())
        with zipfile.ZipFile(io.BytesIO(stranger.get("/v1/export").content)) as packed:
            assert not any(packed.read(name) for name in packed.namelist() if name != "about.json")
    assert person.exported() == before


def _routes(openapi: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {(method.upper(), path) for path, methods in openapi["paths"].items() for method in methods}
