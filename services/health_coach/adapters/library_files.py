"""The library of strategies, read from the TOML files of `adapters/library`; its README says the format."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from services.health_coach.domain.goals import STEPPED
from services.health_coach.domain.strategy import Aim, Bound, OnDays, OnLevel, OnWorkouts, Source, Strategy
from services.health_coach.domain.tags import Tag
from services.health_coach.domain.topics import Topic

FOLDER: Final = Path(__file__).parent / "library"
_TECHNIQUES: Final = "techniques.toml"


class LibraryFiles:
    """A `Library` of the files of a folder.

    Raises:
        ValueError: a strategy breaks the format, names a technique that is not there, or is there twice.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._strategies = tuple(_read(folder))

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        return self._strategies


def _read(folder: Path) -> Iterator[Strategy]:
    techniques = tomllib.loads((folder / _TECHNIQUES).read_text("utf-8"))
    seen: set[str] = set()
    for path in sorted(folder.glob("*.toml")):
        if path.name == _TECHNIQUES:
            continue
        for entry in tomllib.loads(path.read_text("utf-8")).get("strategy", ()):
            where = f"{path.name}, {entry.get('id')}"
            try:
                strategy = _strategy(entry)
            except (KeyError, ValueError) as error:
                raise ValueError(f"{where}: {error!r}") from error
            if strategy.id in seen or strategy.topics[0] != path.stem:
                raise ValueError(f"{where}: it is there twice, or in another topic's file.")
            if not strategy.technique_ids or not techniques.keys() >= set(strategy.technique_ids):
                raise ValueError(f"{where}: no technique, or one that is not in {_TECHNIQUES}.")
            if not strategy.source.url.startswith("https://"):
                raise ValueError(f"{where}: the source has no https address.")
            seen.add(strategy.id)
            yield strategy


def _strategy(entry: Mapping[str, Any]) -> Strategy:
    return Strategy(
        id=entry["id"],
        topics=tuple(map(Topic, entry["topics"])),
        text=entry["text"],
        how_it_helps=entry["how_it_helps"],
        tags=frozenset(map(Tag, entry["tags"])),
        fits=tuple(entry["fits"]),
        when=tuple(
            Bound(metric=each["metric"], below=each.get("below"), above=each.get("above"))
            for each in entry.get("when", ())
        ),
        aim=_aim(entry["goal"]),
        technique_ids=tuple(entry["technique_ids"]),
        source=Source(**entry["source"]),
        only_if_fits=entry.get("only_if_fits", False),
    )


def _aim(goal: Mapping[str, Any]) -> Aim:
    match goal["by"]:
        case "level" if goal["metric"] in STEPPED:
            return OnLevel(metric=goal["metric"])
        case "days" if 1 <= goal["days"] <= 7:
            return OnDays(days=goal["days"])
        case "workouts":
            return OnWorkouts()
        case _:
            raise ValueError(f"no goal: {goal}")
