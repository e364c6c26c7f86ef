"""Open questions about one's own data, asked over the public API: is what is there found, and nothing else.

    python -m evals.briefing                 40 made-up people, up to 60 wearers, 3 people ten times each
    python -m evals.briefing --only simulated
    python -m evals.briefing --show          each briefing that misses or invents something
    python -m evals.briefing --out FILE      every briefing, a JSON object a line

What is counted, and how, stands in README.md.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from amy.client import AsyncAmy
from amy.client.models import Turn
from evals.briefing.judging import Claim, claims, false_claims, found
from evals.briefing.repeats import RUNS, proposed_again
from evals.briefing.simulated import Planted, Simulated, people
from evals.briefing.wearers import Wearer, contradicted, wearers
from evals.people import data_root
from evals.sheet import off_sheet
from evals.system import running

WORDINGS: Final = ("How am I doing?", "anything unusual lately?", "summary of my month")
LEAST_FOUND: Final = 0.70
MOST_FALSE: Final = 0.05
_ASKED_AGAIN: Final = ("sim-00", "sim-20", "sim-39")
"""A change, a weekend and nobody's effect."""


@dataclass(frozen=True, kw_only=True)
class Briefing:
    """What one person was told.

    Attributes:
        planted: of a made-up person; None also of a wearer, of whom nothing is known beforehand.
        wrong: the lines that are false: of a made-up person what is not there, of a wearer what the file contradicts.
        strays: numbers that are not on the fact sheet.
    """

    person: str
    question: str
    is_simulated: bool
    planted: Planted | None
    answer: str
    is_found: bool
    wrong: tuple[Claim, ...]
    strays: tuple[str, ...]
    agents: tuple[str, ...]
    has_facts: bool
    seconds: float


async def ask(client: AsyncAmy, question: str) -> Turn:
    return await client.turns.create([{"role": "user", "content": question}], stream=False)


async def of_simulated(client: AsyncAmy, person: Simulated, question: str, folder: Path) -> Briefing:
    for name, content in (("daily", person.daily_csv), ("labs", person.biomarkers_csv)):
        file = folder / f"{person.name}-{name}.csv"
        file.write_text(content, encoding="utf-8")
        await client.data.import_file(file)
    started = time.monotonic()
    turn = await ask(client, question)
    answer = turn.result.answer if turn.result is not None else ""
    return _briefing(
        person.name,
        question,
        turn,
        time.monotonic() - started,
        planted=person.planted,
        is_simulated=True,
        wrong=false_claims(answer, person.planted),
    )


async def of_wearer(client: AsyncAmy, wearer: Wearer, question: str) -> Briefing:
    for file in wearer.files:
        await client.data.import_file(file, subject=wearer.subject)
    started = time.monotonic()
    turn = await ask(client, question)
    wrong = contradicted(claims(turn.result.answer), wearer.days) if turn.result is not None else []
    return _briefing(
        wearer.name, question, turn, time.monotonic() - started, planted=None, is_simulated=False, wrong=wrong
    )


def _briefing(
    person: str,
    question: str,
    turn: Turn,
    seconds: float,
    *,
    planted: Planted | None,
    is_simulated: bool,
    wrong: Sequence[Claim],
) -> Briefing:
    result = turn.result
    answer = result.answer if result is not None else ""
    return Briefing(
        person=person,
        question=question,
        is_simulated=is_simulated,
        planted=planted,
        answer=answer,
        is_found=planted is not None and found(answer, planted),
        wrong=tuple(wrong),
        strays=tuple(off_sheet(answer, result.fact_sheet, question)) if result is not None else (),
        agents=tuple(result.agents_used) if result is not None else (),
        has_facts=result is not None and bool(result.fact_sheet),
        seconds=seconds,
    )


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """`again` is by person what was proposed a second time, and how many pairs and weekends were proposed at all."""

    briefings: list[Briefing]
    again: Mapping[str, tuple[list[str], int]]


async def run(base_url: str, admin_key: str, folder: Path, root: Path | None, only: str | None) -> Outcome:
    """One person after the other, so that the seconds are those of a system that does nothing else."""

    def client(user: str) -> AsyncAmy:
        return AsyncAmy(api_key=admin_key, base_url=base_url, user=user, timeout=120.0)

    briefings = []
    for at, person in enumerate(people() if only in (None, "simulated") else ()):
        async with client(person.name) as amy:
            briefings.append(await of_simulated(amy, person, WORDINGS[at % len(WORDINGS)], folder))
    for at, wearer in enumerate(wearers(root) if root is not None and only in (None, "wearers") else ()):
        async with client(wearer.name) as amy:
            briefings.append(await of_wearer(amy, wearer, WORDINGS[at % len(WORDINGS)]))
    again = {}
    for name in _ASKED_AGAIN if only in (None, "simulated") else ():
        async with client(name) as amy:
            again[name] = await proposed_again(amy, WORDINGS)
    return Outcome(briefings=briefings, again=again)


def report(outcome: Outcome, *, show: bool) -> bool:
    """Prints the figures; returns whether they are what is wanted."""
    simulated = [each for each in outcome.briefings if each.is_simulated]
    planted = [each for each in simulated if each.planted is not None]
    by_kind: dict[str, list[Briefing]] = {}
    for each in planted:
        by_kind.setdefault(type(each.planted).__name__.lower(), []).append(each)
    for kind, of_kind in by_kind.items():
        print(f"  {kind:10} {sum(each.is_found for each in of_kind):3} of {len(of_kind):3} found")
    groups = {
        "no effect": [each for each in simulated if each.planted is None],
        "one effect": planted,
        "wearers": [each for each in outcome.briefings if not each.is_simulated],
    }
    for name, group in groups.items():
        print(f"  {name:10} {sum(bool(each.wrong) for each in group):3} of {len(group):3} with a false line")
    share_found = _share([each.is_found for each in planted])
    share_false = _share([bool(each.wrong) for each in outcome.briefings])
    off = sum(len(each.strays) for each in outcome.briefings)
    repeats = sum(len(told) for told, _ in outcome.again.values())
    tried = sum(proposed for _, proposed in outcome.again.values())
    seconds = statistics.median([each.seconds for each in outcome.briefings] or [0.0])
    print(
        f"investigated: {sum('investigator' in each.agents for each in outcome.briefings)} of {len(outcome.briefings)}"
    )
    empty = sum(not each.has_facts for each in outcome.briefings)
    print(f"without a number of the person's: {empty}")
    print(f"planted found: {share_found:.1%} of {len(planted)} (wanted: {LEAST_FOUND:.0%})")
    print(f"false briefings: {share_false:.1%} of {len(outcome.briefings)} (at most {MOST_FALSE:.0%})")
    print(f"numbers off the sheet: {off}; proposed again in {RUNS} runs: {repeats} of {tried}; p50 {seconds:.2f} s")
    for each in outcome.briefings if show else ():
        if each.wrong or each.strays or (each.planted is not None and not each.is_found):
            told = [claim.text for claim in each.wrong]
            print(f"\n{each.person} {each.planted} {each.question}\n  false {told}, off the sheet {each.strays}")
            print("  " + each.answer.replace("\n", "\n  "))
    for name, (told, _) in outcome.again.items() if show else ():
        print(f"{name} proposed again: {told}")
    return share_found >= LEAST_FOUND and share_false <= MOST_FALSE and not off and not repeats


def _share(held: Sequence[bool]) -> float:
    return sum(held) / len(held) if held else 0.0


def keep(briefings: Sequence[Briefing], file: Path) -> None:
    rows = (
        {"person": each.person, "question": each.question, "planted": str(each.planted), "answer": each.answer}
        for each in briefings
    )
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("simulated", "wearers"))
    parser.add_argument("--show", action="store_true", help="print each briefing that misses or invents something")
    parser.add_argument("--out", type=Path, help="write every briefing there")
    arguments = parser.parse_args()
    root = data_root()
    if root is None:
        print("No evaluation data (AMY_EVAL_DATA): the wearers are left out.")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data", env={"AMY_GATEWAY_RATE_PER_MINUTE": "0"}) as system,
    ):
        outcome = asyncio.run(run(system.base_url, system.admin_key, Path(folder), root, arguments.only))
    if arguments.out:
        keep(outcome.briefings, arguments.out)
    return 0 if report(outcome, show=arguments.show) else 1


if __name__ == "__main__":
    sys.exit(main())
