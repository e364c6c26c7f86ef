"""What became of every question, by the public API, the database and the orchestrators' step journal."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psycopg

from amy.client.events import TERMINAL
from services.orchestrator.adapters.rules.synthesis import (
    COACHED_BY_OTHERS,
    LOOKED_AT_IN_PART,
    NOT_COACHED,
    NOT_LOOKED_AT,
    NOT_LOOKED_UP,
    ONLY_YOUR_DATA,
)
from tests.load.replicas.clients import Asked, Program

LACKING: Final = (NOT_LOOKED_UP, ONLY_YOUR_DATA, NOT_COACHED, COACHED_BY_OTHERS, NOT_LOOKED_AT, LOOKED_AT_IN_PART)
"""How an answer begins, or goes on after its warning, where an agent was away for too long."""
_IDENTICAL: Final = (
    "SELECT count(*) FROM (SELECT 1 FROM memory_entries GROUP BY user_id, identity HAVING count(*) > 1) AS twice"
)
_OPEN: Final = "SELECT count(*) FROM orchestrator_turns WHERE status IN ('queued', 'running')"


@dataclass(kw_only=True)
class Counts:
    """Whose turns were lost, came twice or have gaps, each as a sentence; empty lists are what is wanted.

    Attributes:
        failed: turns that ended as failed, by code and part.
        lacking: turns that completed without what an agent would have said, by part.
    """

    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    lacking: Counter[str] = field(default_factory=Counter)

    @property
    def good(self) -> bool:
        return not (self.lost or self.twice or self.gaps or self.failed)


def counted(programs: Sequence[Program], asked: Sequence[Asked], *, journal: Path, database_url: str) -> Counts:
    """Looks at everything once more, when all is calm: each question is also asked again, and each turn replayed."""
    counts = Counts()
    of_user: defaultdict[str, list[Asked]] = defaultdict(list)
    for each in asked:
        of_user[each.user].append(each)
    with ThreadPoolExecutor(len(programs)) as pool:
        for found in pool.map(lambda program: _of_user(program, of_user[program.user]), programs):
            counts.lost += found.lost
            counts.twice += found.twice
            counts.gaps += found.gaps
            counts.failed += found.failed
            counts.lacking += found.lacking
    counts.twice += steps_done_twice(_lines(journal))
    with psycopg.connect(database_url) as connection:
        if identical := _number(connection, _IDENTICAL):
            counts.twice.append(f"{identical} memories of one user and content are there more than once")
        if still := _number(connection, _OPEN):
            counts.lost.append(f"{still} turns are still in flight")
    return counts


def _of_user(program: Program, asked: Sequence[Asked]) -> Counts:
    counts = Counts()
    for each in asked:
        program.again(each)
    turns = {turn["id"]: turn for turn in program.all_turns()}
    if len(turns) > len(asked):
        counts.twice.append(f"{program.user} asked {len(asked)} times and has {len(turns)} turns")
    for each in asked:
        if len(each.turn_ids) > 1:
            counts.twice.append(f"{each.key} was answered with {sorted(each.turn_ids)}")
        if each.turn_id not in turns:
            counts.lost.append(f"{each.key} ({each.part}) was never answered, or its turn is gone")
            continue
        count_turn(each, turns[each.turn_id], program.replay(each.turn_id), counts)
    return counts


def count_turn(asked: Asked, turn: Mapping[str, Any], replayed: Sequence[Any], counts: Counts) -> None:
    """Adds to the counts what is wrong with one turn, given its state, what its follower read and what is replayed."""
    name = f"{asked.turn_id} ({asked.part}, {asked.question!r})"
    if not asked.ended or turn["status"] not in ("completed", "failed"):
        counts.lost.append(f"{name} is {turn['status']}; its follower read {len(asked.events)} events")
    for who, events in (("its follower", asked.events), ("a replay", replayed)):
        ids = [int(event.id) for event in events]
        if ids != list(range(1, len(ids) + 1)):
            counts.gaps.append(f"{name}: {who} read {_odd(ids)}")
        kinds = Counter(event.event for event in events)
        if kinds["turn.started"] > 1 or sum(kinds[kind] for kind in TERMINAL) > 1:
            counts.twice.append(f"{name}: {who} read {dict(kinds)}")
    if asked.ended and [(event.id, event.event, event.data) for event in asked.events] != [
        (event.id, event.event, event.data) for event in replayed
    ]:
        counts.gaps.append(f"{name}: the replay is not what its follower read")
    if turn["status"] == "failed":
        counts.failed[f"{turn['error']['code']} ({asked.part})"] += 1
    elif turn["status"] == "completed" and any(said in turn["result"]["answer"] for said in LACKING):
        counts.lacking[asked.part] += 1


def _odd(ids: Sequence[int]) -> str:
    """The first place where ids are not 1, 2, 3, and so on."""
    at = next(index for index, event_id in enumerate(ids) if event_id != index + 1)
    return f"… {ids[max(0, at - 2) : at + 3]} … of {len(ids)}"


def steps_done_twice(lines: Iterable[Mapping[str, Any]]) -> list[str]:
    """Steps that more than one process began and ended.

    A process that only read a checkpoint back may write its end too, for one that died before it could.
    """
    begun: set[tuple[str, str, int]] = set()
    ended: Counter[tuple[str, str]] = Counter()
    for line in lines:
        step = (line["turn_id"], line["step"])
        if line["event"] == "begin":
            begun.add((*step, line["pid"]))
        elif (*step, line["pid"]) in begun:
            ended[step] += 1
    return [f"{turn_id}: {step} was done {times} times" for (turn_id, step), times in ended.items() if times > 1]


def turns_by_process(journal: Path) -> Mapping[int, int]:
    """Of how many turns each process did a step."""
    did: defaultdict[int, set[str]] = defaultdict(set)
    for line in _lines(journal):
        if line["event"] == "begin":
            did[line["pid"]].add(line["turn_id"])
    return {pid: len(turn_ids) for pid, turn_ids in did.items()}


def _lines(journal: Path) -> Iterable[Mapping[str, Any]]:
    return [json.loads(line) for line in journal.read_text().splitlines()]


def _number(connection: psycopg.Connection[Any], query: str) -> int:
    row = connection.execute(query.encode()).fetchone()
    assert row is not None
    number: int = row[0]
    return number
