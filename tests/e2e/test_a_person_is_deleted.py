"""A person deletes themself: nothing is left in any table of any database, nor in any file; others keep everything."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import pytest

from amy.client import Amy, AuthenticationError, ForbiddenError
from evals.system import System, running, wait_until
from tests.leftovers import marks_in_files, rows_of

ANNA: Final = "anna-lindqvist"
BEN: Final = "ben-okafor"
QUESTION, MEMORY, DOCUMENT, SPORT, MARKER, SUBJECT = (
    "zqquestion", "zqmemory", "zqletter", "zqsport", "zqmarker", "zqsubject"
)  # fmt: skip
FORGOTTEN: Final = "zqforgotten"
PLANTED: Final = (ANNA, QUESTION, MEMORY, DOCUMENT, SPORT, MARKER, SUBJECT)
SLOW: Final = {"AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.1"}


@dataclass(frozen=True, kw_only=True)
class Place:
    """A running system, and the databases that it writes to."""

    system: System
    database_urls: tuple[str, ...]

    def rows(self) -> Mapping[str, list[str]]:
        return {f"{url} {table}": rows for url in self.database_urls for table, rows in rows_of(url).items()}

    def naming(self, *marks: str) -> dict[str, frozenset[str]]:
        """In which tables each mark stands."""
        tables = self.rows()
        return {
            mark: frozenset(table for table, rows in tables.items() if any(mark in row for row in rows))
            for mark in marks
        }


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    data = tmp_path / "data"
    if request.param == "postgresql":
        url: str = request.getfixturevalue("postgres_url")
        with running(data, "--database-url", url, env=SLOW) as system:
            yield Place(system=system, database_urls=(url,))
        return
    with running(data, env=SLOW) as system:
        yield Place(system=system, database_urls=tuple(f"sqlite:///{file}" for file in sorted(data.glob("*.db"))))


def files_of(folder: Path, sport: str, marker: str, subject: str) -> list[Path]:
    folder.mkdir()
    days = [f"{subject},2025-01-{day:02},{7000 + day},{400 + day}" for day in range(1, 29)]
    tables = {
        "daily.csv": ["user_id,date,steps,sleep_minutes", *days],
        "activities.csv": [
            "start,end,kind,duration_min,distance_km",
            f"2025-01-01T10:10:00,2025-01-01T10:57:00,{sport},46.6,6.73",
        ],
        "biomarkers.csv": ["name,value,unit,collected_at", f"{marker},142,mg/dL,2025-01-21T08:30:00+00:00"],
    }
    for name, lines in tables.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [folder / name for name in tables]


def fill(system: System, folder: Path, user: str, marks: Mapping[str, str]) -> tuple[str, str]:
    """A person with everything there can be of one; the key, and the turn that was answered."""
    with Amy(api_key=system.admin_key, base_url=system.base_url) as admin:
        key = admin.keys.create(user, name=f"{user}'s telephone").key
    assert key is not None
    with Amy(api_key=key, base_url=system.base_url) as amy:
        daily, *others = files_of(folder, marks[SPORT], marks[MARKER], marks[SUBJECT])
        assert amy.data.import_file(daily, subject=marks[SUBJECT]).days_written
        for file in others:
            amy.data.import_file(file)
        amy.documents.create(f"The {marks[DOCUMENT]}", f"Ferritin was low. Come back in June, {marks[DOCUMENT]}.")
        amy.memory.create(f"Mornings only, {marks[MEMORY]}.", category="preference")
        amy.memory.delete(amy.memory.create(f"Never mind, {FORGOTTEN}.", category="preference").id)
        asked = f"My dog is called {marks[QUESTION]}. Is my step count related to how long I sleep?"
        turn = amy.turns.create([{"role": "user", "content": asked}], stream=False)
    assert turn.status == "completed"
    return key, turn.id


def test_nothing_of_a_deleted_person_is_left_anywhere_and_everything_of_another(place: Place, tmp_path: Path) -> None:
    system = place.system
    key, answered = fill(system, tmp_path / "anna", ANNA, {mark: mark for mark in PLANTED})
    _, theirs = fill(system, tmp_path / "ben", BEN, {mark: f"ben-{mark[2:]}" for mark in PLANTED})
    with Amy(api_key=key, base_url=system.base_url) as anna:
        under_way = anna.turns.create([{"role": "user", "content": f"Are my steps trending up, {QUESTION}?"}]).id
        marks = (*PLANTED, answered, under_way)
        before = place.naming(*marks)
        assert all(before.values()), before
        of_ben = {table: [row for row in rows if BEN in row or theirs in row] for table, rows in place.rows().items()}
        deleted = anna.users.delete(ANNA)
        assert place.naming(*marks) == dict.fromkeys(marks, frozenset())
        in_files = marks_in_files(system.data_dir, (*marks, FORGOTTEN))
        logged = {name for name in (answered, under_way) if in_files[name] == {system.log.name}}
        of_ben_now = {
            table: [row for row in rows if BEN in row or theirs in row] for table, rows in place.rows().items()
        }
        with pytest.raises(AuthenticationError):
            anna.turns.list()
    # A log may hold ids that were drawn by lot, and holds nothing else.
    assert in_files == dict.fromkeys((*marks, FORGOTTEN), frozenset()) | dict.fromkeys(
        logged, frozenset({system.log.name})
    )
    assert of_ben_now == of_ben
    assert any(of_ben.values())
    counts = deleted.model_dump()
    assert counts | {"turn_events": 0, "memories": 0} == {
        "turns": 2,
        "turn_events": 0,
        "memories": 0,
        "documents": 1,
        "measured_values": 56,
        "activities": 1,
        "biomarkers": 1,
        "imports": 3,
        "keys": 1,
    }
    assert counts["turn_events"] > 10
    assert counts["memories"] >= 1


def test_the_same_name_can_begin_anew_and_finds_nothing(system: System) -> None:
    headers = {"Authorization": f"Bearer {system.admin_key}", "Amy-User": "cleo"}
    with Amy(api_key=system.admin_key, base_url=system.base_url, user="cleo") as amy:
        amy.memory.create("Mornings only.", category="preference")
        unconfirmed = httpx.delete(f"{system.base_url}/v1/user", headers=headers)
        assert (unconfirmed.status_code, unconfirmed.json()["error"]["code"]) == (400, "invalid_field")
        assert len(amy.memory.list().data) == 1
        assert amy.users.delete("cleo").memories == 1
        assert (amy.turns.list().data, amy.memory.list().data, amy.documents.list().data) == ([], [], [])
        wait_until(lambda: _taken(amy), timeout_s=10, what="the new life was refused")
        assert [entry.text for entry in amy.memory.list().data] == ["A new life."]


def _taken(amy: Amy) -> bool:
    """A gateway that has not looked again since refuses for half a second more."""
    try:
        amy.memory.create("A new life.", category="history")
    except ForbiddenError:
        return False
    return True
