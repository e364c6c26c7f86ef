"""A person deletes themself: nothing is left in any table of any database, nor in any file; others keep everything."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import pytest

from amy.client import Amy, AuthenticationError, ForbiddenError
from evals.system import System, running, wait_until
from services.health_data.adapters import tables
from tests.deliveries import SECRET
from tests.e2e.whole_person import KEPT, TAKEN_BACK, fill, words
from tests.leftovers import marks_in_files, rows_of

ANNA: Final = "anna-lindqvist"
BEN: Final = "ben-okafor"
OF_ANNA: Final = words("zq", time_zone="Antarctica/Troll")
OF_BEN: Final = words("bq", time_zone="Pacific/Fakaofo")
PLANTED: Final = (ANNA, *(OF_ANNA[name] for name in KEPT))
GONE_BEFORE: Final = tuple(OF_ANNA[name] for name in TAKEN_BACK)
# It holds digests of accounts that were deleted.
FILLED: Final = {table.name for table in tables.metadata.sorted_tables} - {tables.deleted_accounts.name}


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

    def about(self, *marks: str) -> dict[str, list[str]]:
        """The rows in which a mark stands, by table."""
        return {
            table: [row for row in rows if any(mark in row for mark in marks)] for table, rows in self.rows().items()
        }


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    data = tmp_path / "data"
    temporary = data / "temporary"
    temporary.mkdir(parents=True)
    env = {
        "AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.1",
        "AMY_GATEWAY_TERRA_SIGNING_SECRET": SECRET,
        "TMPDIR": str(temporary),
    }
    if request.param == "postgresql":
        url: str = request.getfixturevalue("postgres_url")
        with running(data, "--database-url", url, env=env) as system:
            yield Place(system=system, database_urls=(url,))
        return
    with running(data, env=env) as system:
        yield Place(system=system, database_urls=tuple(f"sqlite:///{file}" for file in sorted(data.glob("*.db"))))


def test_nothing_of_a_deleted_person_is_left_anywhere_and_everything_of_another(place: Place, tmp_path: Path) -> None:
    system = place.system
    key, answered = fill(system, tmp_path / "anna", ANNA, OF_ANNA)
    _, theirs = fill(system, tmp_path / "ben", BEN, OF_BEN)
    of_ben = (BEN, theirs, *(OF_BEN[name] for name in KEPT))
    with Amy(api_key=key, base_url=system.base_url) as anna:
        asked = f"Are my steps trending up, {OF_ANNA['question']}?"
        under_way = anna.turns.create([{"role": "user", "content": asked}]).id
        marks = (*PLANTED, answered, under_way)
        before = place.naming(*marks)
        assert all(before.values()), [mark for mark, where in before.items() if not where]
        filled = {table.rpartition(".")[2] for where in before.values() for table in where}
        assert filled >= FILLED, FILLED - filled
        bens = place.about(*of_ben)
        deleted = anna.users.delete(ANNA)
        assert place.naming(*marks) == dict.fromkeys(marks, frozenset())
        in_files = marks_in_files(system.data_dir, (*marks, *GONE_BEFORE))
        logged = {name for name in (answered, under_way) if in_files[name] == {system.log.name}}
        bens_now = place.about(*of_ben)
        with pytest.raises(AuthenticationError):
            anna.turns.list()
    # A log may hold ids that were drawn by lot, and holds nothing else.
    assert in_files == dict.fromkeys((*marks, *GONE_BEFORE), frozenset()) | dict.fromkeys(
        logged, frozenset({system.log.name})
    )
    assert bens_now == bens
    assert any(bens.values())
    counts = deleted.model_dump()
    assert counts | {"turn_events": 0, "memories": 0} == {
        "turns": 2,
        "turn_events": 0,
        "memories": 0,
        "documents": 1,
        # 28 days of two, of WHOOP's night its heart rate, energy and two times, and the steps that were delivered.
        "measured_values": 62,
        "activities": 3,
        "biomarkers": 3,
        "imports": 5,
        "entries": 4,
        "uploads": 1,
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
