"""Whole turns over the public API: the time that is not an agent's, and the time to the first event."""

import subprocess
import sys
import time
from pathlib import Path

import httpx

from amy.client import Amy
from evals.system import running
from tests.load import patterns
from tests.load.report import Report, Row, p50, spread

QUESTIONS = (
    "Is my resting heart rate related to how long I sleep?",
    "What is my average HRV over the last 30 days?",
    "Are my steps trending up?",
)
KNOWLEDGE = ("What causes high blood pressure?", "is an LDL of 142 bad?", "What does HRV tell?")
TURNS = 30
USER = "bench"


def measure(report: Report, data_dir: Path) -> None:
    """One turn after another, embedded, over the sample person."""
    with running(data_dir) as system:
        sample = data_dir / "sample"
        subprocess.run([sys.executable, "-m", "services.health_data.sample_person", "--out", str(sample)], check=True)
        amy = Amy(api_key=system.admin_key, base_url=system.base_url, user=USER)
        amy.data.import_file(sample / "daily.csv")
        samples = [one_turn(amy, QUESTIONS[index % len(QUESTIONS)]) for index in range(TURNS + 3)][3:]
        known = [one_turn(amy, KNOWLEDGE[index % len(KNOWLEDGE)])[0] for index in range(TURNS + 3)][3:]
        for question in KNOWLEDGE:
            expect_knowledge(amy, question)
        with httpx.Client(base_url=system.base_url) as http:
            pings = [ping(http) for _ in range(50)]
        for file in sample.glob("*.csv"):
            amy.data.import_file(file)
        patterns.measure(report, amy, request_ms=p50(pings))
    wholes, own, between, firsts = zip(*samples, strict=True)
    bare = f"GET /healthz: p50 {p50(pings):.1f} ms"
    report.add(
        Row(
            what="whole turn, embedded",
            figure=spread(wholes),
            baseline=bare,
            ratio=f"{p50(wholes) / p50(pings):.0f} requests long",
        )
    )
    report.add(
        Row(
            what="a question about what is generally known, over HTTP",
            figure=spread(known),
            baseline=f"a question about the person's data: p50 {p50(wholes):.1f} ms",
            ratio=f"{p50(known) / p50(wholes):.2f}x",
            aim="p50 < 1 s",
        )
    )
    for what, samples_ms, aim in (
        ("of it outside the data scientist", own, ""),
        ("of it outside every agent of the stream", between, "p50 < 100 ms"),
    ):
        report.add(
            Row(
                what=what,
                figure=spread(samples_ms),
                baseline=f"the whole turn: p50 {p50(wholes):.1f} ms",
                ratio=f"{p50(samples_ms) / p50(wholes):.0%} of it",
                aim=aim,
            )
        )
    report.add(
        Row(
            what="POST to first event",
            figure=spread(firsts),
            baseline=bare,
            ratio=f"{p50(firsts) / p50(pings):.1f} requests long",
            aim="p50 < 50 ms",
        )
    )


def one_turn(amy: Amy, question: str) -> tuple[float, float, float, float]:
    """Milliseconds of a turn as its client sees it.

    Returns:
        The whole, the part outside the data scientist, the part outside every agent that the stream brackets
        (validator, synthesis and memory too), and the time until the first event was read.
    """
    began = time.perf_counter()
    turn = amy.turns.create(messages=[{"role": "user", "content": question}])
    first = 0.0
    in_data_science = in_agents = 0.0
    for event in amy.turns.stream(turn.id):
        first = first or (time.perf_counter() - began) * 1000
        if event.type == "agent.completed":
            in_agents += event.duration_ms
            in_data_science += event.duration_ms if event.agent == "data_science" else 0
    whole = (time.perf_counter() - began) * 1000
    return whole, whole - in_data_science, whole - in_agents, first


def expect_knowledge(amy: Amy, question: str) -> None:
    """Measured is an answer with its sources, from the expert alone: one that is declined would look fast."""
    result = amy.turns.create(messages=[{"role": "user", "content": question}], stream=False).result
    assert result is not None, question
    assert result.agents_used == ["domain_expert"], (question, result.agents_used)
    assert "\n\nSources:\n" in result.answer, (question, result.answer)


def ping(http: httpx.Client) -> float:
    began = time.perf_counter()
    http.get("/healthz").raise_for_status()
    return (time.perf_counter() - began) * 1000
