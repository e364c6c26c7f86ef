"""A person of whom there is everything that there can be of one, each text with a word of its own in it."""

import base64
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import httpx

from amy.client import Amy, UnprocessableError
from evals.system import System
from tests.deliveries import deliver
from tests.unit.health_data.formats.apple_health.exports import export, steps
from tests.unit.health_data.formats.pdfs import pdf
from tests.unit.health_data.terra.payloads import activity, day, of

KEPT = (
    *("archive", "folder", "leftout", "watch", "workout", "habit", "habitnote", "column", "table", "sport", "subject"),
    *("lab", "labtext", "labrange", "page", "typed", "typedtext", "typedrange", "tag", "note", "reply", "keyname"),
    *("account", "terratag", "terranote", "terraname", "parked", "waiting", "question", "memory", "title", "letter"),
    *("zone", "sentname", "sentby", "sent"),
)
"""What stands somewhere while the person is there."""
TAKEN_BACK = ("wrongfile", "wrongsport", "wrongnote", "wronglab", "forgotten", "refused", "refusedfile", "discarded")
"""What was refused, or is no longer there when the person goes."""

Words = Mapping[str, str]


def words(prefix: str, *, time_zone: str) -> Words:
    """The words of a person; that of the zone has to be one of the world's."""
    return {name: f"{prefix}{name}" for name in (*KEPT, *TAKEN_BACK)} | {"zone": time_zone}


def fill(system: System, folder: Path, user: str, word: Words) -> tuple[str, str]:
    """The person's key, and the turn that was answered."""
    folder.mkdir()
    with Amy(api_key=system.admin_key, base_url=system.base_url) as admin:
        key = admin.keys.create(user, name=f"The {word['keyname']} telephone").key
    assert key is not None
    with httpx.Client(base_url=system.base_url, timeout=30) as http:
        _park(http, user, word)
        with Amy(api_key=key, base_url=system.base_url) as amy:
            _import(amy, folder, word)
            _say(amy, word)
            _print_range(http, key, word)
            _leave_unfinished(http, key, word)
            _take_back(amy, folder, word)
            _deliver(http, user, word)
            asked = f"My dog is called {word['question']}. Is my step count related to how long I sleep?"
            turn = amy.turns.create([{"role": "user", "content": asked}], stream=False)
    assert turn.status == "completed", turn.error
    return key, turn.id


def _park(http: httpx.Client, user: str, word: Words) -> None:
    """A laboratory's report of somebody of whom nothing is on record yet."""
    result = {
        "source": {"name": word["parked"], "value": "14.2", "units": "g/dL", "collection_date": "2024-06-29"},
        "measurement": {"type": "numeric", "numeric": 14.2, "units": "g/dL"},
    }
    said = {"session_id": user, "reference_id": user, "report_date": "2024-06-30", "results": [result]}
    report = json.dumps({"type": "lab_report.completed", "event_id": user, "data": said}).encode()
    assert deliver(http, report).json()["outcome"] == "parked"


def _import(amy: Amy, folder: Path, word: Words) -> None:
    archive = folder / f"{word['archive']}.zip"
    archive.write_bytes(_archive(word))
    report = amy.data.import_file(archive)
    assert {"whoop", "apple_health"} <= set(report.sources)
    assert any(word["leftout"] in each.file for each in report.left_out)
    daily = folder / f"{word['table']}.csv"
    days = [f"{word['subject']},2025-01-{number:02},{7000 + number},{400 + number},1" for number in range(1, 29)]
    daily.write_text("\n".join([f"user_id,date,steps,sleep_minutes,{word['column']}", *days]))
    report = amy.data.import_file(daily, subject=word["subject"])
    assert any(word["column"] in note for note in report.notes)
    labs = folder / "labs.csv"
    labs.write_text(
        "Test Name,Result,Units,Reference Range,Date Collected\n"
        "Glucose,98,mg/dL,65-99,2025-01-21\n"
        f"{word['lab']},142,mg/dL,65-99,2025-01-21\n"
        f"{word['lab']} culture,{word['labtext']},,{word['labrange']},2025-01-21\n"
    )
    assert amy.data.import_file(labs).found
    page = folder / "page.pdf"
    known = "Collected: 2025-01-22\nGlucose    97    mg/dL    70-99"
    page.write_bytes(pdf(f"{known}\n{word['page']} index    98    mg/dL    70-99"))
    assert amy.data.import_file(page).unconfirmed == 2


def _archive(word: Words) -> bytes:
    cycle = "2025-01-02 22:30:00,2025-01-03 22:40:00,UTC+01:00"
    files = {
        "physiological_cycles.csv": "Cycle start time,Cycle end time,Cycle timezone,Resting heart rate (bpm),"
        "Day Strain,Energy burned (cal),Sleep onset,Wake onset,Asleep duration (min)\n"
        f"{cycle},58,10,2100,2025-01-02 23:00:00,2025-01-03 06:30:00,430\n",
        "workouts.csv": "Cycle start time,Workout start time,Workout end time,Duration (min),Activity name,"
        "Energy burned (cal),Average HR (bpm),Distance (meters)\n"
        f"2025-01-02 22:30:00,2025-01-03 17:00:00,2025-01-03 17:31:00,30,{word['workout']},301,148,5012.5\n",
        "journal_entries.csv": "Cycle start time,Cycle end time,Cycle timezone,Question text,Answered yes,Notes\n"
        f"{cycle},{word['habit']}?,true,{word['habitnote']}\n",
        "apple_health_export/export.xml": export(
            steps("2025-01-03 09:00:00", "2025-01-03 09:10:00", "900", source=f"The {word['watch']} watch")
        ).decode(),
        "activities.csv": f"start,kind,duration_min\n2025-01-04T10:10:00,{word['sport']},46.6\n",
        f"{word['leftout']}.txt": "hello",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(f"{word['folder']}/{path}", content)
    return packed.getvalue()


def _say(amy: Amy, word: Words) -> None:
    amy.data.set_profile(time_zone=word["zone"], birth_year=1980)
    amy.data.set_priority("sleep_minutes", ["whoop", "file"])
    noted = {"at": "2025-01-05T15:00", "tag": word["tag"], "amount": 2, "note": word["note"]}
    amy.data.add_entries([noted])
    amy.data.log_tag(word["tag"])
    amy.data.add_biomarker(
        f"{word['typed']} index",
        12.5,
        unit="mg/dL",
        collected_at="2025-01-23T08:00:00Z",
        text=word["typedtext"],
        idempotency_key=word["reply"],
    )
    amy.documents.create(f"The {word['title']}", f"Ferritin was low. Come back in June, {word['letter']}.")
    amy.memory.create(f"Mornings only, {word['memory']}.", category="preference")


def _print_range(http: httpx.Client, key: str, word: Words) -> None:
    """A result whose range is words, which only the API itself takes."""
    result = {"name": "Culture", "text": "negative", "collected_at": "2025-01-23T08:00:00Z"}
    told = {**result, "reference_text": word["typedrange"]}
    http.post("/v1/data/biomarkers", json=told, headers=_bearer(key)).raise_for_status()


def _leave_unfinished(http: httpx.Client, key: str, word: Words) -> None:
    """A file of which some was sent, and one that was discarded."""
    http.delete(_sent(http, key, word, word["discarded"]), headers=_bearer(key)).raise_for_status()
    _sent(http, key, word, word["sent"])


def _sent(http: httpx.Client, key: str, word: Words, text: str) -> str:
    said = {"filename": word["sentname"], "fingerprint": word["sentby"]}
    metadata = ",".join(f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in said.items())
    headers = {**_bearer(key), "Upload-Length": "1000", "Upload-Metadata": metadata}
    begun = http.post("/v1/data/uploads", headers=headers).raise_for_status()
    goes_on = {"Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
    http.patch(begun.headers["location"], content=text, headers={**_bearer(key), **goes_on}).raise_for_status()
    return str(begun.headers["location"])


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def _take_back(amy: Amy, folder: Path, word: Words) -> None:
    wrong = folder / f"{word['wrongfile']}.csv"
    wrong.write_text(f"start,kind,duration_min\n2025-01-06T10:10:00,{word['wrongsport']},46.6\n")
    assert amy.data.undo_import(amy.data.import_file(wrong).import_id).activities == 1
    noted = amy.data.add_entries([{"at": "2025-01-07", "tag": "travel", "note": word["wrongnote"]}])
    amy.data.delete_entry(noted.data[0].id)
    result = amy.data.add_biomarker(word["wronglab"], 1.5, unit="mg/dL", collected_at="2025-01-07T08:00:00Z")
    amy.data.delete_biomarker(result.id)
    amy.memory.delete(amy.memory.create(f"Never mind, {word['forgotten']}.", category="preference").id)
    refused = folder / f"{word['refusedfile']}.csv"
    refused.write_text(f"{word['refused']},colour\nblue,{word['refused']}\n")
    try:
        amy.data.import_file(refused)
    except UnprocessableError:
        return
    raise AssertionError("a table of colours was read")


def _deliver(http: httpx.Client, user: str, word: Words) -> None:
    account = f"{word['account']}-1"
    tags = [{"timestamp": "2025-02-01T21:30:00+00:00", "tag_name": word["terratag"], "notes": word["terranote"]}]
    daily = day("2025-02-01", offset="+00:00", distance_data={"steps": 5000}, tag_data={"tags": tags})
    assert deliver(http, of("daily", daily, account=account, reference=user)).json()["outcome"] == "stored"
    done = activity("2025-02-01T07:00:00Z", "2025-02-01T08:00:00Z", kind=9999, name=word["terraname"])
    assert deliver(http, of("activity", done, account=account, reference=user)).json()["outcome"] == "stored"
    # Parked until it is known whose the account is.
    later = f"{word['account']}-2"
    tags = [{"timestamp": "2025-02-02T21:30:00+00:00", "tag_name": "late meal", "notes": word["waiting"]}]
    meal = day("2025-02-02", offset="+00:00", tag_data={"tags": tags})
    assert deliver(http, of("daily", meal, account=later, reference=None)).json()["outcome"] == "parked"
    steps_too = day("2025-02-03", offset="+00:00", distance_data={"steps": 6000})
    assert deliver(http, of("daily", steps_too, account=later, reference=user)).json()["outcome"] == "stored"
