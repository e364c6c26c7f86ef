"""Wordings and the plain wording of what they ask, as the tokens a network is fitted to.

`corpus/plain.tsv` holds an id and a plain wording a line, `corpus/wordings.tsv` an id and one of its wordings. Both
were written for this purpose; no question of an evaluation is among them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.data_science.language.rewording.slots import Slots, family_of, slot_of, words_of

CORPUS: Final = Path(__file__).with_name("corpus")
_HOURS: Final = {"hour": 60, "hours": 60, "minutes": 1}
_WEEK_OF_DAYS: Final = frozenset({1.0, 2.0, 7.0, 10.0, 14.0})
"""Numbers that may be said in other words: "a fortnight"."""


@dataclass(frozen=True, kw_only=True)
class Pair:
    """A wording and its plain wording, as tokens; slots have the numbers they have in the wording."""

    id: str
    wording: tuple[str, ...]
    plain: tuple[str, ...]


def pairs(slots: Slots, corpus: Path = CORPUS) -> Iterator[Pair]:
    """Every wording whose plain wording names nothing else than it, and every plain wording beside itself."""
    plain = dict(_lines(corpus / "plain.tsv"))
    for each, wording in (*_lines(corpus / "wordings.tsv"), *plain.items()):
        if (found := pair(slots, each, wording, plain[each])) is not None:
            yield found


def pair(slots: Slots, name: str, wording: str, plain: str) -> Pair | None:
    """None where the two do not name the same things, or nothing is said."""
    said = slots.abstract(words_of(wording))
    tokens = _plain(slots, plain, said.numbers)
    if (
        not said.tokens
        or tokens is None
        or {slot_of(each) for each in said.tokens} - {slot_of(each) for each in tokens} - {None}
    ):
        return None
    return Pair(id=name, wording=said.tokens, plain=tokens)


def _plain(slots: Slots, plain: str, numbers: Mapping[tuple[str, object], int]) -> tuple[str, ...] | None:
    tokens: list[str] = []
    said = slots.tokens(words_of(plain))
    at = 0
    while at < len(said):
        token, following = said[at], said[at + 1].text if at + 1 < len(said) else ""
        at += 1
        if token.value is None:
            tokens.append(token.text)
            continue
        family = family_of(token.text)
        if number := numbers.get((family, token.value)):
            tokens.append(f"{token.text}{number}")
        elif token.text == "#number" and following in _HOURS and (same := _same_time(token.value, following, numbers)):
            tokens += same
            at += 1
        elif family in {"quantity", "kind"} or token.text == "#place" or token.value in _WEEK_OF_DAYS:
            tokens += token.said.split()
        elif token.text == "#clock" and (hour := _same_hour(token.said, numbers)):
            tokens += hour
        else:
            return None
    return tuple(tokens)


def _same_time(value: object, unit: str, numbers: Mapping[tuple[str, object], int]) -> tuple[str, str] | None:
    """The same length of time as the wording has it: minutes for hours."""
    minutes = float(str(value)) * _HOURS[unit]
    for other, length in (("minutes", 1), ("hours", 60)):
        if number := numbers.get(("number", minutes / length)):
            return f"#number{number}", other
    return None


def _same_hour(clock: str, numbers: Mapping[tuple[str, object], int]) -> tuple[str, ...]:
    """A full hour as the wording has it: 11 pm for 23:00."""
    hour, minutes = map(int, clock.split(":"))
    if minutes:
        return ()
    if hour == 0:
        return ("midnight",)
    for said in (hour, hour - 12):
        if number := numbers.get(("number", float(said))):
            return f"#number{number}", "am" if hour < 12 else "pm"
    return ()


def _lines(file: Path) -> Iterator[tuple[str, str]]:
    for line in file.read_text("utf-8").splitlines():
        name, text = line.split("\t")
        yield name, text
