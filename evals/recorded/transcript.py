"""A recorded turn as Markdown: what was asked, what was answered and by whom, and the events in their order.

Times, ids, costs and repeats are left out: what is left is the same whenever the same is asked of the same records.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from amy.client.events import (
    AgentCompleted,
    AgentStarted,
    AgentThought,
    FactCheck,
    TurnEvent,
    TurnFailed,
    ValidatorAssessment,
    ValidatorCritic,
    ValidatorGate,
)
from amy.client.models import TurnResult
from evals.recorded.conversations import Recorded

_LONGEST: Final = 320
_ANSWERING: Final = "synthesis"
_VERDICTS: Final = ("passed", "failed")


@dataclass(frozen=True, kw_only=True)
class Turn:
    question: str
    events: tuple[TurnEvent, ...]
    result: TurnResult | None


@dataclass(frozen=True, kw_only=True)
class Recording:
    """What came of a conversation.

    Attributes:
        sittings: the turns of each.
        remembered: category and text of what was kept, the newest first.
    """

    recorded: Recorded
    sittings: tuple[tuple[Turn, ...], ...]
    remembered: tuple[tuple[str, str], ...]


@dataclass(kw_only=True)
class _Line:
    """One or several events of a kind about one subject: an agent, a finding or, for the turn itself, none."""

    event: str
    subject: str = ""
    text: str = ""

    def __str__(self) -> str:
        head = f"`{self.event}`{' ' if self.subject else ''}{self.subject}"
        text = " ".join(self.text.split())
        return f"{head}: {_shortened(text)}" if text else head


def markdown(recording: Recording) -> str:
    several = len(recording.sittings) > 1
    blocks = [f"# {recording.recorded.shows}"]
    for number, turns in enumerate(recording.sittings, start=1):
        if several:
            blocks.append(f"## Conversation {number}")
        for turn in turns:
            blocks += _turn(turn)
    if recording.remembered:
        kept = (f"- {category}: {text}" for category, text in recording.remembered)
        blocks.append("## Remembered\n\n" + "\n".join(kept))
    return "\n\n".join(blocks) + "\n"


def _turn(turn: Turn) -> Iterable[str]:
    yield f"## “{turn.question}”"
    if turn.result is not None:
        yield turn.result.answer
        yield _summary(turn.result)
    lines = (f"{number}. {line}" for number, line in enumerate(_lines(turn.events), start=1))
    yield "### Events\n\n" + "\n".join(lines)


def _summary(result: TurnResult) -> str:
    *supporting, main = result.agents_used or [""]
    who = [f"{main} answers"] if main else ["no agent was asked"]
    if supporting:
        who.append(f"{' and '.join(supporting)} in support")
    counts = result.validator
    checked = (
        f"{counts.findings_validated} validated, {counts.findings_conditional} conditional, "
        f"{counts.findings_rejected} rejected"
    )
    parts = [
        *who,
        checked if counts.findings_total else "no findings",
        f"{len(result.fact_sheet)} facts on the sheet",
        *([f"danger heard: {', '.join(result.safety)}"] if result.safety else []),
    ]
    return f"*{'; '.join(parts)}*"


def _lines(events: Sequence[TurnEvent]) -> list[_Line]:
    """A line an event; thoughts of an agent between its start and its end, and gates of a finding, share one.

    Gates that do not apply are left out.
    """
    lines: list[_Line] = []
    thoughts: dict[str, _Line] = {}
    gates: dict[str, tuple[_Line, dict[str, list[str]]]] = {}
    for event in events:
        match event:
            case AgentThought(agent=agent):
                if agent not in thoughts:
                    lines.append(thoughts.setdefault(agent, _Line(event=event.name, subject=agent)))
                thoughts[agent].text += "" if agent == _ANSWERING else event.delta
            case ValidatorGate(finding_id=finding):
                if finding not in gates:
                    line = _Line(event=event.name, subject=finding)
                    lines.append(line)
                    gates[finding] = (line, {})
                line, verdicts = gates[finding]
                verdicts.setdefault(event.verdict, []).append(event.gate)
                line.text = f"{event.claim} {_gates(verdicts)}"
            case _:
                lines.append(_Line(event=event.name, subject=_subject(event), text=_text(event)))
                if isinstance(event, AgentStarted):
                    thoughts.pop(event.agent, None)
    return lines


def _gates(verdicts: dict[str, list[str]]) -> str:
    return "; ".join(f"{verdict}: {', '.join(verdicts[verdict])}" for verdict in _VERDICTS if verdict in verdicts)


def _subject(event: TurnEvent) -> str:
    match event:
        case AgentStarted(agent=agent) | AgentCompleted(agent=agent):
            return agent
        case ValidatorCritic(finding_id=finding) | ValidatorAssessment(finding_id=finding):
            return finding
        case _:
            return ""


def _text(event: TurnEvent) -> str:
    text = ""
    match event:
        case AgentStarted():
            text = event.question
        case AgentCompleted() if event.agent != _ANSWERING:
            text = event.output_summary
        case ValidatorCritic():
            text = f"{event.verdict}, so {event.finding_verdict}: {event.explanation}"
        case ValidatorAssessment():
            text = event.mechanism
        case FactCheck():
            text = ", ".join(f"{issue.token} {issue.action}" for issue in event.issues)
        case TurnFailed():
            text = f"{event.error.code}: {event.error.message}"
    return text


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + " …"
