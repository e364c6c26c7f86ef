"""How many statements and commits a turn is, and what a system asks of its databases while nobody asks it anything."""

import time
from pathlib import Path

from sqlalchemy import make_url

from evals.system import running
from tests.load.cost.asking import Person
from tests.load.cost.counting import Instrument
from tests.load.turns import QUESTIONS

MOST_STATEMENTS = 45
MOST_COMMITS = 12
MOST_STATEMENTS_A_SECOND = {"sqlite": 3, "postgresql": 5}
"""A server is also asked each second, by every process, whether it answers."""
ROUNDS = 3
IDLE_S = 10.0
CODE = Path(__file__).parents[2]


def test_a_turn_and_an_idle_system_ask_little_of_databases(
    tmp_path: Path, sample_files: Path, database_url: str
) -> None:
    """What an idle system does anyway is no part of a turn: a slow machine has more of it in one."""
    instrument = Instrument(tmp_path / "counts")
    count = ROUNDS * len(QUESTIONS)
    backend = make_url(database_url).get_backend_name()
    flags = ("--database-url", database_url) if backend == "postgresql" else ()
    with running(tmp_path / "data", *flags, env=instrument.env(CODE)) as system:
        person = Person(system, "counted")
        person.import_files(sample_files)
        person.ask(len(QUESTIONS))
        before, began = instrument.read(), time.monotonic()
        person.ask(count)
        turns, taken_s = instrument.read().since(before), time.monotonic() - began
        before = instrument.read()
        time.sleep(IDLE_S)
        idle = instrument.read().since(before)
    statements, commits = (
        (during.total() - anyway.total() * taken_s / IDLE_S) / count
        for during, anyway in ((turns.statements, idle.statements), (turns.commits, idle.commits))
    )
    assert turns.calls["amy.api.orchestrator.v1.OrchestratorService/CreateTurn"] == count, "the instrument counts"
    assert 0 < statements <= MOST_STATEMENTS, f"a turn\n{turns.told(per=count)}"
    assert 0 < commits <= MOST_COMMITS, f"a turn\n{turns.told(per=count)}"
    assert idle.statements.total() <= MOST_STATEMENTS_A_SECOND[backend] * IDLE_S, f"a second\n{idle.told(per=IDLE_S)}"
