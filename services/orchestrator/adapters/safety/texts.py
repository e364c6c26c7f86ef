"""Reads what people in danger are told, and whom they can call, from the TOML files beside this module."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from services.orchestrator.domain.safety.dangers import Danger
from services.orchestrator.domain.safety.help import Line, Lines, Words

_FALLBACK: Final = "fallback"
_FILES: Final = {Danger.SELF_HARM: "crisis", Danger.VIOLENCE: "violence", Danger.EATING: "eating"}


def _loaded(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).parent.joinpath(name).with_suffix(".toml").read_text("utf-8"))


@cache
def words() -> Words:
    """The texts.

    Raises:
        KeyError: something is missing in the file.
    """
    loaded = _loaded("help")
    return Words(
        first={Danger(kind): text.strip() for kind, text in loaded.pop("first").items()},
        besides={Danger(kind): text.strip() for kind, text in loaded.pop("besides").items()},
        beside_answer={Danger(kind): text.strip() for kind, text in loaded.pop("beside_answer").items()},
        **loaded,
    )


@cache
def lines() -> Lines:
    """Whom to call, by country.

    Raises:
        KeyError: something is missing in a file.
    """
    tables = {danger: _loaded(f"lines/{name}") for danger, name in _FILES.items()}
    return Lines(
        ambulance=_loaded("lines/emergency"),
        police=_loaded("lines/police"),
        for_danger={
            danger: {country: tuple(_lines(entry)) for country, entry in table.items() if country != _FALLBACK}
            for danger, table in tables.items()
        },
        anywhere=_line(tables[Danger.SELF_HARM][_FALLBACK]),
    )


def _lines(entry: Mapping[str, Any]) -> Iterator[Line]:
    """The line of a country, and those for its other languages."""
    yield _line(entry)
    yield from (_line(other) for other in entry.values() if isinstance(other, dict))


def _line(entry: Mapping[str, Any]) -> Line:
    return Line(**{key: entry.get(key, "") for key in ("name", "call", "text", "website", "hours")})
