"""What a golden says of the order of events, held against the protocol, and two goldens against each other."""

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby
from typing import Final

_LINE: Final = re.compile(r"^\d+\. `(?P<event>[a-z_.]+)`(?: (?P<subject>[a-z0-9_-]+))?(?:: (?P<text>.+))?$")
_TURN: Final = re.compile(r"^## “", re.MULTILINE)
_TERMINAL: Final = frozenset({"turn.completed", "turn.failed"})
_SPECIALISTS: Final = frozenset({"data_science", "domain_expert", "health_coach", "investigator"})
_LATER: Final = ("synthesis", "memory")
"""Those that begin when all the others have ended, in this order."""
_OF_A_FINDING: Final = ("validator.gate", "validator.critic", "validator.assessment")
_SPOKEN: Final = ("agent.thought", "agent.completed", *_OF_A_FINDING)
"""What comes only while its speaker speaks."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of the list of events; `subject` is an agent or a finding, empty for the turn itself."""

    event: str
    subject: str = ""
    text: str = ""


def turns(golden: str) -> tuple[tuple[Line, ...], ...]:
    """The events of each turn of a golden."""
    _, *told = _TURN.split(golden)
    return tuple(tuple(filter(None, map(_read, each.splitlines()))) for each in told)


def _read(line: str) -> Line | None:
    found = _LINE.match(line)
    return Line(**{name: value or "" for name, value in found.groupdict().items()}) if found else None


def problems(lines: Sequence[Line]) -> list[str]:
    """Where the events of one turn break the protocol; none for a turn as it should be."""
    return [*_ends(lines), *_brackets(lines), *_findings(lines)]


def _ends(lines: Sequence[Line]) -> Iterator[str]:
    events = [line.event for line in lines]
    if events[:1] != ["turn.started"] or events.count("turn.started") != 1:
        yield "turn.started is not the first event, once"
    if not _TERMINAL.intersection(events[-1:]) or sum(event in _TERMINAL for event in events) != 1:
        yield "the turn does not end with one turn.completed or turn.failed"


def _brackets(lines: Sequence[Line]) -> Iterator[str]:
    """Who speaks has started and not yet completed; no one starts twice at a time; who is later waits for the rest."""
    speaking: list[str] = []
    started: set[str] = set()
    for at, line in enumerate(lines, start=1):
        who = "validator" if line.event in _OF_A_FINDING else line.subject
        if line.event == "agent.started":
            yield from (f"{at}: {who} {problem}" for problem in _start(who, speaking, started))
            speaking.append(who)
            started.add(who)
        elif line.event in _SPOKEN and who not in speaking:
            yield f"{at}: {line.event} of {who}, which has not started"
        elif line.event == "agent.completed":
            speaking.remove(who)
    if speaking:
        yield f"{', '.join(speaking)} never completed"
    if lines and lines[-1].event == "turn.completed" and "synthesis" not in started:
        yield "the answer was never told"


def _start(who: str, speaking: Sequence[str], started: AbstractSet[str]) -> Iterator[str]:
    if who in speaking:
        yield "starts again before it has completed"
    if who not in _LATER and not started.isdisjoint(_LATER):
        yield "starts after the answer"
    if who in _SPECIALISTS:
        return
    if speaking:
        yield f"starts before {', '.join(speaking)} has completed"
    if who in started:
        yield "starts a second time"


def _findings(lines: Sequence[Line]) -> Iterator[str]:
    """Of each finding gates, then the Critic, then, unless it was rejected, the assessment."""
    for finding in dict.fromkeys(line.subject for line in lines if line.event in _OF_A_FINDING):
        told = [line for line in lines if line.event in _OF_A_FINDING and line.subject == finding]
        is_rejected = any(", so rejected:" in line.text for line in told)
        if [line.event for line in told] != list(_OF_A_FINDING[: 2 if is_rejected else 3]):
            yield f"{finding}: {', '.join(line.event for line in told)}"


def differences(kept: str, anew: str) -> list[str]:
    """What differs between a golden and a new recording; in which order agents at work at once were heard does not."""
    return list(difflib.unified_diff(_normal(kept), _normal(anew), "kept", "anew", n=1, lineterm=""))


def _normal(golden: str) -> list[str]:
    """The lines, each run of specialists' events agent by agent."""
    normal: list[str] = []
    for at_work, run in groupby(golden.splitlines(), key=_is_of_a_specialist):
        texts = list(run)
        normal += _agent_by_agent(texts) if at_work else texts
    return normal


def _is_of_a_specialist(text: str) -> bool:
    line = _read(text)
    return line is not None and line.subject in _SPECIALISTS


def _agent_by_agent(run: Iterable[str]) -> list[str]:
    unnumbered = [text.split(". ", 1)[1] for text in run]
    return sorted(unnumbered, key=lambda text: text.split()[1].rstrip(":"))
