"""Whole turns of each routing pattern over the public API, one after another, embedded, over the sample person."""

import time
from dataclasses import dataclass
from typing import Final

from amy.client import Amy
from tests.load.report import Report, Row, p50, spread

TURNS: Final = 20
"""Of each pattern, behind one of each question that does not count."""


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """Questions that the same agents answer, in the order in which a result names them."""

    name: str
    agents: tuple[str, ...]
    questions: tuple[str, ...]


PATTERNS: Final = (
    Pattern(name="conversation", agents=(), questions=("Thanks!", "Hello Amy")),
    Pattern(
        name="own data",
        agents=("data_science",),
        questions=("What is my average HRV over the last 30 days?", "Are my steps trending up?"),
    ),
    Pattern(
        name="what is known",
        agents=("domain_expert",),
        questions=("What causes high blood pressure?", "What does HRV tell?"),
    ),
    Pattern(
        name="own data and what is known",
        agents=("data_science", "domain_expert"),
        questions=("Is my resting heart rate normal?", "Is my HRV normal?"),
    ),
    Pattern(
        name="coaching",
        agents=("data_science", "health_coach"),
        questions=("How can I sleep better?", "I want to set a goal for my steps"),
    ),
    Pattern(
        name="coaching on own data and what is known",
        agents=("data_science", "domain_expert", "health_coach"),
        questions=("Given my resting heart rate, how can I lower my blood pressure?",),
    ),
    Pattern(
        name="briefing",
        agents=("data_science", "investigator"),
        questions=("How am I doing?", "Anything unusual?", "Summary of my week"),
    ),
    Pattern(
        name="briefing beside what is known",
        agents=("domain_expert", "data_science", "investigator"),
        questions=("Why am I so tired?",),
    ),
)


def measure(report: Report, amy: Amy, *, request_ms: float) -> None:
    """One row a pattern; `request_ms` is what a request takes that does nothing."""
    for pattern in PATTERNS:
        for question in pattern.questions:
            _turn(amy, pattern, question)
        asked = [pattern.questions[at % len(pattern.questions)] for at in range(TURNS)]
        samples = [_turn(amy, pattern, question) for question in asked]
        report.add(
            Row(
                what=f"whole turn, embedded: {pattern.name}",
                figure=spread(samples),
                baseline=f"GET /healthz: p50 {request_ms:.1f} ms",
                ratio=f"{p50(samples) / request_ms:.0f} requests long",
                aim="p50 < 1 s",
            )
        )


def _turn(amy: Amy, pattern: Pattern, question: str) -> float:
    """Milliseconds until the last event was read; another pattern than the one meant is a mistake of the benchmark."""
    began = time.perf_counter()
    turn = amy.turns.create(messages=[{"role": "user", "content": question}])
    for _ in amy.turns.stream(turn.id):
        pass
    took_ms = (time.perf_counter() - began) * 1000
    result = amy.turns.retrieve(turn.id).result
    assert result is not None, question
    assert tuple(result.agents_used) == pattern.agents, (question, result.agents_used)
    return took_ms
