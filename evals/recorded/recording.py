"""Holds a conversation over the public API, following each turn's events as they come."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pandas as pd

from amy.client import Amy
from evals.people import LIFESNAPS_COLUMNS, lifesnaps_wearers
from evals.recorded.conversations import Recorded
from evals.recorded.transcript import Recording, Turn

_KEPT: Final = 50


@dataclass(frozen=True, kw_only=True)
class Wearer:
    """One person's lines of the LifeSnaps file, as they stand there."""

    id: str
    lines: pd.DataFrame

    def write(self, file: Path, *, without_last: int = 0) -> Path:
        """Writes the lines, the newest days left out."""
        days = pd.to_datetime(self.lines["date"])
        until = days.max() - pd.Timedelta(days=without_last)
        self.lines[days <= until].to_csv(file, index=False)
        return file


def densest_wearer(root: Path) -> Wearer:
    """Whoever has most days on which all metrics are present: with them most of what can be asked has an answer."""
    wearers = lifesnaps_wearers(root)
    chosen = max(wearers, key=lambda wearer: len(wearers[wearer].dropna(subset=list(LIFESNAPS_COLUMNS.values()))))
    raw = pd.read_csv(root / "lifesnaps" / "daily.csv", dtype=str)
    return Wearer(id=chosen, lines=raw[raw["id"] == chosen])


def record(amy: Amy, recorded: Recorded, wearer: Wearer, folder: Path) -> Recording:
    """The conversations of a client's user, of whom nothing is on record yet."""
    file = folder / f"{recorded.name}.csv"
    if recorded.days_held_back:
        amy.data.import_file(wearer.write(file, without_last=recorded.days_held_back), subject=wearer.id)
    sittings: list[tuple[Turn, ...]] = []
    for number, messages in enumerate(recorded.sittings, start=1):
        if number == len(recorded.sittings):
            amy.data.import_file(wearer.write(file), subject=wearer.id)
        sittings.append(_sitting(amy, messages))
    remembered = tuple((entry.category, entry.text) for entry in amy.memory.list(limit=_KEPT).data)
    return Recording(recorded=recorded, sittings=tuple(sittings), remembered=remembered)


def _sitting(amy: Amy, messages: tuple[str, ...]) -> tuple[Turn, ...]:
    history: list[dict[str, str]] = []
    turns: list[Turn] = []
    for message in messages:
        history.append({"role": "user", "content": message})
        created = amy.turns.create(messages=history)
        events = tuple(amy.turns.stream(created.id))
        result = amy.turns.retrieve(created.id).result
        turns.append(Turn(question=message, events=events, result=result))
        history.append({"role": "assistant", "content": result.answer if result else "(no answer)"})
    return tuple(turns)
