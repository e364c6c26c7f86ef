"""From a record and a question to the answer, through the pure layers of every service that text passes on the way."""

import asyncio
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2 as health
from services.data_science import wire
from services.data_science.adapters.rules import RulesMind
from services.data_science.adapters.rules.code import code_for
from services.data_science.adapters.rules.prose import summary
from services.data_science.domain.analysis import Computed, Plan
from services.data_science.domain.data import DataDescription
from services.data_science.domain.draft import Draft
from services.data_science.domain.finding import Finding, scalars_of
from services.health_data.domain.labels import UNREADABLE, label_of, unit_of
from services.orchestrator.adapters.rules import replying, rewriting, synthesis
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.evidence import (
    AgentAnswer,
    AgentStatus,
    Counted,
    Evidence,
    Fact,
    FindingSummary,
    Verdict,
)
from services.orchestrator.domain.numbers import AnswerWriter, Clean, fact_text, user_facts
from services.orchestrator.domain.plan import ROUTABLE, Agent
from services.orchestrator.domain.steps import with_effect
from tests.unit.data_science.coded import TODAY, Done, Person, Sample, run

ACTIVE: Final = re.compile(r"<[A-Za-z/!?]|\]\s?\(|!\[|\]:|://|www\.|[{}|`\\]|\ufdd0|\ufdd1|^\s*#|^\s*>", re.MULTILINE)
QUOTE: Final = re.compile(r"“([^“”]*)”")
WORDS: Final = re.compile(r"\b(?:twice|hundred|fifty|eight|dozen|thousand|nine|seven)\b", re.IGNORECASE)
DAYS: Final = 20


@dataclass(frozen=True, kw_only=True)
class Told:
    """What the user reads, and what it may be made of."""

    answer: str
    others: tuple[str, ...]
    vouched: tuple[str, ...]


def record(kinds: Sequence[str], names: Sequence[str], units: Sequence[str]) -> tuple[Person, DataDescription]:
    """A person's record with these labels of a file, as it leaves the store, and its description."""
    kinds = [label_of(kind) or UNREADABLE for kind in kinds]
    days = [TODAY - timedelta(days=back) for back in reversed(range(DAYS))]
    samples = [
        Sample(name=label_of(name) or UNREADABLE, value=4.5 + at, unit=unit_of(units[at % len(units)]), at=_at(at))
        for at, name in enumerate(names)
    ]
    person = Person(
        days={day: {"steps": 8000.0 + 37 * at, "sleep_minutes": 400.0 + at} for at, day in enumerate(days)},
        activities=[
            Done(start=_at(at), kind=kinds[at % len(kinds)], fields={"duration_min": 31.0 + at, "distance_m": 5000.0})
            for at in range(12)
        ],
        samples=samples,
    )
    data = wire.description_from_proto(
        health.DescribeDataResponse(
            first_date=days[0].isoformat(),
            reference_date=days[-1].isoformat(),
            known=[health.MetricName(name="steps", unit="count")],
            metrics=[
                health.MetricDescription(name="steps", unit="count"),
                health.MetricDescription(name="sleep_minutes", unit="min"),
            ],
            activity_kinds=sorted(set(kinds)),
            activity_fields=[
                health.MetricName(name="duration_min", unit="min"),
                health.MetricName(name="distance_m", unit="m"),
            ],
            biomarker_names=[health.BiomarkerDescription(name=each.name, unit=each.unit) for each in samples],
            oldest_biomarker_date=days[0].isoformat(),
            newest_biomarker_date=days[-1].isoformat(),
        )
    )
    return person, data


def _at(position: int) -> datetime:
    return datetime(TODAY.year, TODAY.month, TODAY.day, 8) - timedelta(days=DAYS - 1 - position)  # noqa: DTZ001, local


def told(question: str, person: Person, data: DataDescription, *, verdict: Verdict = Verdict.VALIDATED) -> Told:
    """The answer to a question about a record, with the findings judged alike; no example of it may break."""
    asked = wire.request_from_proto(pb.AnalyzeRequest(user_id="u", question=question))
    plan = asyncio.run(RulesMind().plan(asked.question, data))
    findings: tuple[Finding, ...] = ()
    others: tuple[str, ...] = ()
    if not isinstance(plan, Plan):
        draft, status = Draft.of(plan.answer).spelled, AgentStatus.DECLINED
    else:
        computed = tuple(Computed(part=part, result=run(code_for(part.query), person)) for part in plan.parts)
        said = summary(computed, prefix="ds")
        draft, status, findings = said.draft, AgentStatus.ANSWERED, said.findings
        others = (plan.approach, said.answer, *(f"{one.title} {one.vega_lite}" for one in said.pictures))
    facts = tuple(fact for finding in findings for fact in _facts(finding, verdict))
    evidence = Evidence(
        main=AgentAnswer(agent=Agent.DATA_SCIENCE, question=question, status=status, draft=draft),
        supporting=(),
        reflection=(),
        findings=tuple(_summary(finding, verdict) for finding in findings),
        fact_sheet=facts,
    )
    conversation = Conversation(messages=(Message(role="user", content=question),))
    stated = user_facts(question)
    answer = written(synthesis.compose(conversation, evidence), AnswerWriter((*facts, *stated)))
    insights = [AnswerWriter(facts).check(with_effect(each)) for each in evidence.findings]
    return Told(
        answer=answer,
        others=(*(plain(other) for other in others), *(each.text for each in insights if isinstance(each, Clean))),
        vouched=(question, *map(fact_text, (*facts, *stated)), *(fact.window or "" for fact in (*facts, *stated))),
    )


def remembered(memory: str) -> str:
    """What is said of a memory as it is injected into a turn."""
    said = replying.compose(
        "What do you remember about me?", memory_summary=memory, available=ROUTABLE, known_metrics=()
    )
    return written([said], AnswerWriter((), (memory,)))


def written(chunks: Sequence[str], writer: AnswerWriter) -> str:
    """What is sent of an answer: a sentence that fails is cut, and dropped if that does not help."""
    sentences = [sentence for chunk in chunks for sentence in writer.feed(chunk)]
    text = ""
    for sentence in (*sentences, *writer.finish()):
        if isinstance(sentence, Clean):
            text += sentence.text
            continue
        mended = writer.check(rewriting.without(sentence.source, [issue.token for issue in sentence.issues]))
        text += mended.text if isinstance(mended, Clean) else ""
    return text


def expect_inert(answer: str) -> None:
    """No reference, no active markup, nothing invisible."""
    assert not ACTIVE.search(answer), answer
    hidden = {"Cc", "Cf", "Cn", "Co", "Cs"}
    assert not [each for each in answer if each != "\n" and unicodedata.category(each) in hidden], ascii(answer)


def expect_vouched(answer: str, vouched: Sequence[str]) -> None:
    """Every run of digits is one of what vouches for it, and quotes hold no other number word.

    What the user said counts as read, as typed, and by what its characters are worth (a Roman numeral too).

    Args:
        answer: what the user reads.
        vouched: what the user said first, then the facts and the labels of windows.
    """
    typed = re.findall(r"\d+", unicodedata.normalize("NFKC", vouched[0]))
    valued = [f"{value:.0f}" for each in vouched[0] if (value := unicodedata.numeric(each, -1.0)) >= 0]
    allowed = {*typed, *valued, *(run for text in vouched for run in _digits(text))}
    assert set(_digits(answer)) <= allowed, (answer, set(_digits(answer)) - allowed)
    words = {word.lower() for word in WORDS.findall(vouched[0])}
    for quote in [] if typed else QUOTE.findall(answer):
        assert {word.lower() for word in WORDS.findall(quote)} <= words, answer


def plain(text: str) -> str:
    """A specification of a picture without its own braces."""
    return re.sub(r'[{}\[\]"\\#|]|https://vega\.github\.io\S+', "", text)


def _digits(text: str) -> list[str]:
    seen = "".join(each for each in text if unicodedata.category(each) != "Cf" and each != "\u034f")
    return re.findall(r"\d+", unicodedata.normalize("NFKC", seen))


def _facts(finding: Finding, verdict: Verdict) -> list[Fact]:
    selection = getattr(finding.query, "selection", None)
    source = selection.measure.source.value if selection is not None else "day"
    counts: Counted = {"activity": "activities", "biomarker": "values"}.get(source, "day")  # type: ignore[assignment]
    return [
        Fact(
            claim=f"{finding.id}.{key}",
            value=scalar.value,
            unit=scalar.unit or None,
            source="data_science",
            n=None,
            window=selection.window.label if selection is not None else None,
            verdict=verdict,
            counts=None if scalar.unit else counts,
        )
        for key, scalar in scalars_of(finding.numbers).items()
    ]


def _summary(finding: Finding, verdict: Verdict) -> FindingSummary:
    proto = wire.finding_to_proto(finding)
    made = FindingSummary(id=finding.id, kind="scalar", claim=proto.claim, feature="steps", target="", verdict=verdict)
    return replace(made, feature="steps") if made.feature not in {"steps", "sleep_minutes"} else made
