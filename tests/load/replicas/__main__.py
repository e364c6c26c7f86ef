"""`make chaos`: turns while every process of the reference deployment is rolled, killed and frozen, PostgreSQL too.

Exits with 1 unless every turn completed and none was lost, came twice or had a gap.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from amy.client import Amy
from evals.replicas import REFERENCE, Postgres, Replicas, running
from tests.load.replicas.clients import Asked, Program
from tests.load.replicas.counting import Counts, counted, turns_by_process
from tests.load.replicas.disturbing import Disturber, logged
from tests.load.report import p50, p95

TURNS: Final = 500
USERS: Final = 8
CALM_S: Final = 40.0
LIMIT_S: Final = 14 * 60.0
"""Nothing is asked after so long."""
QUESTIONS: Final = (
    "What is my average resting heart rate?",
    "Is my resting heart rate related to how long I sleep?",
    "Are my steps trending up?",
    "What causes high blood pressure?",
    "Is my resting heart rate normal?",
    "How am I doing?",
    "I want to set a goal for my steps",
    "thanks",
)
MORE: Final = {"orchestrator": 4, "data_science": 3}
"""So many have an address; those beyond the reference deployment are started last."""


@dataclass(kw_only=True)
class Asking:
    """Several programs that ask one question after another until they are told that it is enough."""

    programs: Sequence[Program]
    rng: random.Random
    part: str = "calm"
    asked: list[Asked] = field(default_factory=list)
    enough: threading.Event = field(default_factory=threading.Event)

    def ask(self, program: Program) -> None:
        number = 0
        while not self.enough.is_set():
            question = self.rng.choice(QUESTIONS)
            self.asked.append(program.ask(f"{program.user}-{number}", question, part=self.part))
            number += 1
            time.sleep(self.rng.uniform(0, 0.5))


def everything(disturber: Disturber, asking: Asking, *, turns: int, only: Sequence[str]) -> None:
    """The parts of the run, one after another."""
    replicas = disturber.replicas
    reference = [each for each in replicas.all if each.number <= REFERENCE[each.service]]
    added = [each for each in replicas.all if each not in reference]
    began_s = time.monotonic()

    def scale_out() -> None:
        for replica in added:
            replica.start()
        for replica in added:
            replica.ready()
        time.sleep(CALM_S)

    parts: dict[str, Callable[[], None]] = {
        "calm": partial(time.sleep, CALM_S),
        "rolled": partial(disturber.each, disturber.roll, reference),
        "killed": partial(disturber.each, disturber.kill, reference),
        "frozen": partial(disturber.each, disturber.freeze, reference),
        "database stopped": partial(_and_after, disturber, "fast"),
        "database crashed": partial(_and_after, disturber, "immediate"),
        "more replicas": scale_out,
    }
    for name, act in parts.items():
        if not only or name in only:
            asking.part = name
            act()
            print(f"{name}: over after {time.monotonic() - began_s:.0f} s, {len(asking.asked)} turns", flush=True)
    while len(asking.asked) < turns and time.monotonic() - began_s < LIMIT_S:
        time.sleep(0.5)


def _and_after(disturber: Disturber, mode: str) -> None:
    disturber.database_away(mode)
    time.sleep(CALM_S / 2)


def table(asking: Asking, counts: Counts) -> Table:
    """One line a part."""
    shown = Table(
        "asked while", "turns", "p50 s", "p95 s", "longest s", "connections a turn", "failed", "without an agent"
    )
    parts = dict.fromkeys(each.part for each in asking.asked)
    for part in [*parts, "all"]:
        those = [each for each in asking.asked if part in (each.part, "all")]
        took = [each.took_s for each in those]
        failed = sum(number for code, number in counts.failed.items() if part == "all" or code.endswith(f"({part})"))
        lacking = counts.lacking.total() if part == "all" else counts.lacking[part]
        connections = sum(each.connections for each in those) / len(those)
        figures = (p50(took), p95(took) if len(took) > 1 else took[0], max(took))
        shown.add_row(
            part, str(len(those)), *(f"{each:.1f}" for each in figures), f"{connections:.2f}", str(failed), str(lacking)
        )
    return shown


def report(asking: Asking, counts: Counts, disturber: Disturber, journal: Path) -> None:
    replicas, refused = disturber.replicas, Counter[str]()
    for program in asking.programs:
        refused += program.refused
    Console(width=130).print(table(asking, counts))
    print(f"refused, and tried again: {dict(refused.most_common())}")
    print(f"taken over: {logged(replicas.by_service['orchestrator'], 'turn.revived')} turns")
    print(f"failed: {dict(counts.failed)}; processes that ended by themselves: {dict(disturber.fell)}")
    did = turns_by_process(journal)
    for replica in replicas.by_service["orchestrator"]:
        if replica.number > REFERENCE["orchestrator"] and replica.process is not None:
            print(f"{replica.name}, started last, worked on {did.get(replica.pid, 0)} turns")
    for replica in replicas.by_service["data_science"]:
        if replica.number > REFERENCE["data_science"] and replica.process is not None:
            print(f"{replica.name}, started last, answered {logged([replica], 'rpc')} calls")
    for what, cases in (("lost", counts.lost), ("twice", counts.twice), ("gaps", counts.gaps)):
        print(f"{what}: {len(cases)}")
        for case in cases[:10]:
            print(f"  {case}")


def import_sample(replicas: Replicas, users: Sequence[str], folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "services.health_data.sample_person", "--out", str(folder)], check=True)
    for user in users:
        with Amy(api_key=replicas.admin_key, base_url=replicas.base_urls[0], user=user, timeout=120) as amy:
            amy.data.import_file(folder / "daily.csv")


def run(folder: Path, postgres: Postgres, chosen: argparse.Namespace) -> bool:
    """Whether everything held."""
    journal, users = folder / "steps.jsonl", [f"user-{number}" for number in range(chosen.users)]
    env = {"AMY_ORCHESTRATOR_STEP_JOURNAL": str(journal)}
    counts = {**REFERENCE, **MORE}
    with running(folder / "logs", postgres.url, counts=counts, started=REFERENCE, env=env) as replicas:
        import_sample(replicas, users, folder / "sample")
        programs = [Program(replicas.base_urls, replicas.admin_key, user, seed=chosen.seed) for user in users]
        asking = Asking(programs=programs, rng=random.Random(chosen.seed))
        disturber = Disturber(replicas=replicas, postgres=postgres, rng=random.Random(chosen.seed))
        with ThreadPoolExecutor(len(programs)) as pool:
            busy = [pool.submit(asking.ask, program) for program in programs]
            try:
                everything(disturber, asking, turns=chosen.turns, only=chosen.part)
            finally:
                asking.enough.set()
            for each in busy:
                each.result()
        disturber.raise_the_fallen()
        found = counted(programs, asking.asked, journal=journal, database_url=postgres.url)
        report(asking, found, disturber, journal)
    return found.good and not disturber.fell and len(asking.asked) >= chosen.turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS, help="how many at least")
    parser.add_argument("--users", type=int, default=USERS, help="each asks one question after another")
    parser.add_argument("--part", action="append", default=[], help="only this one; may be given several times")
    parser.add_argument("--seed", type=int, default=20261124)
    parser.add_argument("--keep", type=Path, help="a folder for the logs, which are otherwise deleted")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with Postgres(Path(temporary) / "postgres") as postgres:
            held = run(folder, postgres, chosen)
    print("held: 0 lost, 0 twice, 0 gaps, all completed" if held else "NOT HELD")
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
