"""108 scripted conversations with the coach over the public API, judged item by item by the rubric of README.md.

python -m evals.coach               every conversation; both halves are printed
python -m evals.coach --show        each failed item of the half that is not set aside, with the conversation
python -m evals.coach --id 7        one conversation, printed whole
python -m evals.coach --out FILE    every conversation, a JSON object a line, for a reader
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from amy.client import AsyncAmy
from amy.client.events import AgentCompleted, ValidatorCritic
from evals.asking import TURN_S
from evals.coach.records import NONE, PROFILES, activities, daily, most
from evals.coach.rubric import Exchange, Item, judge
from evals.coach.scripts import ANSWER, Answered, Kind, Script, asked, questions, scripts
from evals.system import running

_AT_ONCE: Final = 2


@dataclass(frozen=True, kw_only=True)
class Judged:
    script: Script
    exchanges: tuple[Exchange, ...]
    items: Mapping[Item, bool | None]


@dataclass(kw_only=True)
class Talk:
    """One conversation as it goes: what was said so far, and what the person has answered."""

    script: Script
    client: AsyncAmy
    answered: Answered
    is_later: bool
    history: list[dict[str, str]]

    async def hold(self, lines: Sequence[str]) -> list[Exchange]:
        """Says the lines in order; a line that answers ends the conversation where nothing was asked."""
        exchanges: list[Exchange] = []
        for line in lines:
            kind = None
            if line == ANSWER:
                open_questions = questions(exchanges[-1].text) if exchanges else []
                if not open_questions:
                    break
                kind = asked(open_questions[-1])
                line = self.answered.next(self.script, kind)  # noqa: PLW2901 - what the line stands for
            exchanges.append(await self._say(line, kind))
        return exchanges

    async def _say(self, line: str, kind: Kind | None) -> Exchange:
        self.history.append({"role": "user", "content": line})
        turn = await self.client.turns.create(self.history, stream=False)
        rejected: set[str] = set()
        techniques: set[str] = set()
        async for event in self.client.turns.stream(turn.id):
            if isinstance(event, ValidatorCritic) and event.finding_verdict == "rejected":
                rejected.add(event.finding_id)
            if isinstance(event, AgentCompleted):
                techniques.update(event.technique_ids)
        goals = await self.client.memory.list(category="goal")
        result = turn.result
        reply = result.answer if result is not None else ""
        self.history.append({"role": "assistant", "content": reply or "(no answer)"})
        return Exchange(
            line=line,
            answers=kind,
            reply=reply,
            agents=tuple(result.agents_used) if result is not None else (),
            sheet=tuple(result.fact_sheet) if result is not None else (),
            rejected=frozenset(rejected),
            technique_ids=tuple(sorted(techniques)),
            goals=tuple(entry.text for entry in goals.data if entry.source_turn_id == turn.id),
            is_later=self.is_later,
            heard_danger=bool(result is not None and result.safety),
        )


async def converse(client: AsyncAmy, script: Script, folder: Path) -> Judged:
    """A new person: their records and memories first, then the conversation, then the later one."""
    if script.records != NONE:
        for file in (folder / f"{script.records}-daily.csv", folder / f"{script.records}-activities.csv"):
            if file.is_file():
                await client.data.import_file(file)
    for category, text in script.memories:
        await client.memory.create(text, category=category)
    exchanges: list[Exchange] = []
    for lines, is_later in ((script.turns, False), (script.again, True)):
        talk = Talk(script=script, client=client, answered=Answered(), is_later=is_later, history=[])
        exchanges += await talk.hold(lines)
    return Judged(script=script, exchanges=tuple(exchanges), items=judge(script, exchanges, most(script.records)))


def write_records(folder: Path) -> None:
    for profile in PROFILES:
        daily(profile).to_csv(folder / f"{profile}-daily.csv", index=False)
        bouts = activities(profile)
        if len(bouts):
            bouts.to_csv(folder / f"{profile}-activities.csv", index=False)


async def run(base_url: str, admin_key: str, folder: Path, chosen: Sequence[Script]) -> list[Judged]:
    write_records(folder)
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(script: Script) -> Judged:
        user = f"coached-{script.id:02}"
        async with gate, AsyncAmy(api_key=admin_key, base_url=base_url, user=user, timeout=TURN_S) as client:
            return await converse(client, script, folder)

    return list(await asyncio.gather(*map(one, chosen)))


def report(judged: Sequence[Judged]) -> bool:
    """Prints yes of all by item for each half; returns whether every item that applies is yes everywhere."""
    halves = (
        [each for each in judged if not each.script.is_set_aside],
        [each for each in judged if each.script.is_set_aside],
    )
    print(f"{'':46}{'worked on':>12}{'set aside':>12}")
    for item in Item:
        cells = []
        for half in halves:
            held = [each.items[item] for each in half if each.items[item] is not None]
            cells.append(f"{sum(map(bool, held))} of {len(held)}" if held else "-")
        print(f"{item.value:46}{cells[0]:>12}{cells[1]:>12}")
    if all(each.items[Item.TECHNIQUE] is None for each in judged):
        print("No event shows technique ids: that item is left to the coach's own tests.")
    replies = sum(len(each.exchanges) for each in judged)
    whole = sum(passes(each) for each in judged)
    print(f"{whole} of {len(judged)} conversations keep every item; {replies} replies")
    return whole == len(judged)


def passes(each: Judged) -> bool:
    """Whether it keeps every item that applies."""
    return all(value is not False for value in each.items.values())


def show(each: Judged) -> None:
    failed = [item.value for item, value in each.items.items() if value is False]
    print(f"\n#{each.script.id} fails: {'; '.join(failed) or 'nothing'}")
    for exchange in each.exchanges:
        kind = f" ({exchange.answers.value})" if exchange.answers else ""
        print(f"  > {exchange.line}{kind}\n    " + exchange.reply.replace("\n", "\n    "))


def keep(judged: Sequence[Judged], file: Path) -> None:
    rows = (
        {
            "id": each.script.id,
            "failed": [item.value for item, value in each.items.items() if value is False],
            "conversation": [[exchange.line, exchange.reply] for exchange in each.exchanges],
        }
        for each in judged
    )
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true", help="print the conversations worked on that fail")
    parser.add_argument("--id", type=int, help="only this conversation, printed")
    parser.add_argument("--out", type=Path, help="write every conversation there")
    arguments = parser.parse_args()
    chosen = [each for each in scripts() if arguments.id in (None, each.id)]
    started = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data", env={"AMY_GATEWAY_RATE_PER_MINUTE": "0"}) as system,
    ):
        judged = asyncio.run(run(system.base_url, system.admin_key, Path(folder), chosen))
    for each in judged:
        if arguments.id or (arguments.show and not each.script.is_set_aside and not passes(each)):
            show(each)
    if arguments.out:
        keep(judged, arguments.out)
    passed = report(judged)
    print(f"{time.monotonic() - started:.0f} s")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
