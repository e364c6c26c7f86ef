"""From a record and a question to the answer, through the pure layers of every service that text passes on the way."""

import asyncio
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as pb
from services.data_science import wire
from services.data_science.adapters.rules import RulesMind
from services.data_science.domain.algebra import All, Question, Table
from services.data_science.domain.analysis import Computed, Decline, Summary
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.draft import Draft
from services.data_science.domain.finding import Finding
from services.data_science.domain.run import Frames
from services.data_science.domain.traversal import nodes
from services.health_data.app import Description
from services.health_data.domain.labels import UNREADABLE, label_of, unit_of
from services.health_data.domain.stored import BiomarkerHolding, Holdings, MetricHolding
from services.health_data.wire import describe_response
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
from services.validator.domain.questions.stated import stated_in
from services.validator.wire import QUESTIONS
from tests.unit.data_science.pandas_code.records_of_someone import Activity, Records, Sample, run

SOURCES: Final = re.compile(
    r"\n\nSources:(?:\n\d{1,2}\. \[[^\[\]<>`*_|]+\]\(https?://[^\s<>]+\)(?:, [^\n\[\]<>`*_|]+)?)+"
)
MARKERS: Final = re.compile(r" \[\d{1,2}\]")
ACTIVE: Final = re.compile(r"<[A-Za-z/!?]|\]\s?\(|!\[|\]:|://|www\.|[{}|`\\]|\ufdd0|\ufdd1|^\s*#|^\s*>", re.MULTILINE)
UNSEEN: Final = frozenset({"\u034f", *map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))})
TABLE: Final = re.compile(r"^\|.*\|\n\|(?: -+:? \|)+(?:\n\|.*\|)*$", re.MULTILINE)
QUOTE: Final = re.compile(r"“([^“”]*)”")
WORDS: Final = re.compile(r"\b(?:twice|hundred|fifty|eight|dozen|thousand|nine|seven)\b", re.IGNORECASE)
NO_FRAMES: Final = Frames(summary=b"", activities=b"", profile=b"", population=b"")
MIND: Final = RulesMind()
TODAY: Final = date(2024, 3, 15)
DAYS: Final = 20


@dataclass(frozen=True, kw_only=True)
class Told:
    """What the user reads, and what it may be made of."""

    answer: str
    others: tuple[str, ...]
    vouched: tuple[str, ...]


def record(kinds: Sequence[str], names: Sequence[str], units: Sequence[str]) -> tuple[Records, Catalogue]:
    """A person's record with these labels of a file, as it leaves the store, and the catalogue made of it."""
    kinds = [label_of(kind) or UNREADABLE for kind in kinds]
    days = [TODAY - timedelta(days=back) for back in reversed(range(DAYS))]
    samples = [
        Sample(name=label_of(name) or UNREADABLE, value=4.5 + at, unit=unit_of(units[at % len(units)]), at=_at(at))
        for at, name in enumerate(names)
    ]
    person = Records(
        days={day: {"steps": 8000.0 + 37 * at, "sleep_minutes": 400.0 + at} for at, day in enumerate(days)},
        activities=[
            Activity(start=_at(at), kind=kinds[at % len(kinds)], fields={"duration_min": 31.0 + at, "distance_m": 5e3})
            for at in range(12)
        ],
        samples=samples,
    )
    described = describe_response(Description(holdings=_holdings(person), noted=(), norms=()))
    catalogue = wire.catalogue_from_proto(described)
    assert catalogue is not None
    return person, catalogue


def _holdings(person: Records) -> Holdings:
    first, last = ((day - date(1970, 1, 1)).days for day in (min(person.days), max(person.days)))
    units = {each.name: each.unit for each in person.samples}
    return Holdings(
        metrics=tuple(
            MetricHolding(name=name, first_day=first, last_day=last, days_with_value=DAYS, latest_value=1.0)
            for name in ("steps", "sleep_minutes")
        ),
        first_day=first,
        last_day=last,
        days_on_record=DAYS,
        activities=len(person.activities),
        activity_kinds=tuple(sorted({each.kind for each in person.activities})),
        activity_fields=frozenset({"duration_min", "distance_m"}),
        biomarkers=tuple(BiomarkerHolding(name=name, unit=units[name], samples=1) for name in sorted(units)),
        biomarker_dates=(min(person.days), TODAY),
    )


def _at(position: int) -> datetime:
    return datetime(TODAY.year, TODAY.month, TODAY.day, 8) - timedelta(days=DAYS - 1 - position)  # noqa: DTZ001, local


def told(question: str, person: Records, catalogue: Catalogue, *, verdict: Verdict = Verdict.VALIDATED) -> Told:
    """The answer to a question about a record, with the findings judged alike; no example of it may break."""
    asked = wire.request_from_proto(pb.AnalyzeRequest(user_id="u", question=question))
    said, approach = asyncio.run(_analysed(asked.question, person, catalogue))
    facts: tuple[Fact, ...] = ()
    findings: tuple[FindingSummary, ...] = ()
    others: tuple[str, ...] = ()
    if isinstance(said, Decline):
        draft, status = Draft.of(said.answer).spelled, AgentStatus.DECLINED
    else:
        draft, status, facts = said.draft, AgentStatus.ANSWERED, _facts(said, verdict)
        findings = tuple(_summary(wire.finding_to_proto(finding), verdict) for finding in said.findings)
        others = (approach, said.answer, *(f"{one.title} {one.vega_lite}" for one in said.pictures))
    evidence = Evidence(
        main=AgentAnswer(agent=Agent.DATA_SCIENCE, question=question, status=status, draft=draft),
        supporting=(),
        reflection=(),
        findings=findings,
        fact_sheet=facts,
    )
    conversation = Conversation(messages=(Message(role="user", content=question),))
    stated = user_facts(question)
    answer = written(synthesis.compose(conversation, evidence), AnswerWriter((*facts, *stated)))
    insights = [AnswerWriter(facts).check(with_effect(each, facts)) for each in evidence.findings]
    return Told(
        answer=answer,
        others=(*(plain(other) for other in others), *(each.text for each in insights if isinstance(each, Clean))),
        vouched=(question, *map(fact_text, (*facts, *stated)), *(fact.window or "" for fact in (*facts, *stated))),
    )


async def _analysed(question: str, person: Records, catalogue: Catalogue) -> tuple[Summary | Decline, str]:
    """What the analysis says of the question, and how it was read."""
    plan = await MIND.plan(question, catalogue)
    if isinstance(plan, Decline):
        return plan, ""
    computed = [Computed(part=part, result=run(await MIND.write_code(part, NO_FRAMES), person)) for part in plan.parts]
    return await MIND.summarise(tuple(computed), catalogue, prefix="ds"), plan.approach


def remembered(memory: str) -> str:
    """What is said of a memory as it is injected into a turn."""
    said = replying.compose(
        "What do you remember about me?",
        memory_summary=memory,
        remembers=True,
        available=ROUTABLE,
        known_metrics=(),
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
    """No reference, no active markup but a table of the answer's own and its list of sources, nothing invisible."""
    assert not ACTIVE.search(without_tables(without_sources(answer))), answer
    hidden = {"Cc", "Cf", "Cn", "Co", "Cs"}
    assert not [each for each in answer if each != "\n" and unicodedata.category(each) in hidden], ascii(answer)


def without_sources(answer: str) -> str:
    """The answer without the numbered links below it, each to an address and with a plain title, and their numbers."""
    return MARKERS.sub("", SOURCES.sub("", answer))


def without_tables(answer: str) -> str:
    """The answer with the cells of its tables, each row of which has as many as the head, but not their borders."""
    return TABLE.sub(_cells, answer)


def _cells(table: re.Match[str]) -> str:
    rows = [line.strip("|").split("|") for line in table[0].splitlines()]
    head, _, *others = rows
    assert all(len(row) == len(head) for row in others), table[0]
    return "\n".join(cell for row in (head, *others) for cell in row)


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
    seen = "".join(each for each in text if unicodedata.category(each) != "Cf" and each not in UNSEEN)
    return re.findall(r"\d+", unicodedata.normalize("NFKC", seen))


def _facts(said: Summary, verdict: Verdict) -> tuple[Fact, ...]:
    """The fact sheet as the validator gives it: what the question states may be repeated."""
    return tuple(
        Fact(
            claim=f"{finding.id}.{number.key}",
            value=number.value,
            unit=number.unit or None,
            source="data_science",
            n=None,
            window=stated_in(QUESTIONS.decode(wire.QUESTIONS.encode(_asked(finding)))) or None,
            verdict=verdict,
            counts=None if number.unit else _counted(finding),
        )
        for finding in said.findings
        for number in finding.numbers
    )


def _asked(finding: Finding) -> Question:
    """What the rules found always has a question."""
    assert finding.question is not None
    return finding.question


def _counted(finding: Finding) -> Counted:
    """What the numbers without a unit count, where they count anything: records of the table that is asked about."""
    tables = {each.table for each in nodes(_asked(finding)) if isinstance(each, All)}
    if Table.DAYS in tables:
        return "day"
    return "activities" if Table.ACTIVITIES in tables else "values"


def _summary(finding: common.Finding, verdict: Verdict) -> FindingSummary:
    return FindingSummary(
        id=finding.id, kind="scalar", claim=finding.claim, feature="steps", target="", verdict=verdict
    )
