"""Hundreds of answers out of what agents may say, put together in every way: each is one voice that keeps the rules.

The pieces are told apart by words that stand nowhere else, so that what is left of each is seen in the answer.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Final

import pytest

from services.orchestrator.adapters.rules import synthesis
from services.orchestrator.adapters.rules.synthesis import NOTHING_CERTAIN
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus, Citation, Evidence, FindingSummary, Verdict
from services.orchestrator.domain.numbers import AnswerWriter, Clean, citation_facts, references
from services.orchestrator.domain.numbers.writing.sentences import split_sentences
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.sources import Numbering, numbered_together, sources_of
from tests.unit.orchestrator.mind.builders import conversation, fact, finding

_DS, _DE, _HC = Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT, Agent.HEALTH_COACH
REASON: Final = "There were few days."
QUESTION: Final = "What about my pulse?"
SOURCES: Final = tuple(
    Citation(title=title, publisher="A Journal", url=f"https://example.org/{title.lower()}", doi="", text=title)
    for title in ("Unused", "Pulse", "Rest", "Habits")
)
NUMBERS: Final = {"ds-001": 58.4, "ds-002": 61.2, "rf-ds-001": 63.7}
"""The effect of each finding, each told by one number and nothing else."""
VERDICTS: Final = (Verdict.VALIDATED, Verdict.CONDITIONAL, Verdict.REJECTED)
HEDGE: Final = re.compile(r"with care|may not hold|\(uncertain\)|no more than chance")
ANNOUNCED: Final = re.compile(r"let me|I'll (?:look|check)|I will now|one moment", re.IGNORECASE)
NAMED: Final = re.compile(
    r"data[ _-]scien|domain[ _-]expert|health[ _-]coach|investigator|validator|orchestrator|sub-?agent|fact sheet"
    r"|\b(?:rf-)?ds-\d|\{\{",
    re.IGNORECASE,
)
LONGEST: Final = {_DS: 120, _DE: 170, _HC: 190}
"""In words, by who leads. A coach's own rules keep it to 120; beside it stands what else was asked."""

DATA: Final = (
    "Your resting heart rate was {{ds-001.effect}} on average.\n\nIn the weeks before it was {{ds-002.effect}}.",
    "Let me look at your data. Your resting heart rate was {{ds-001.effect}} on average. I'll check the rest.",
    "- Lately your resting heart rate was {{ds-001.effect}}.\n- In the weeks before it was {{ds-002.effect}}.",
)
EXPERT: Final = (
    "A calm heart beats slowly at rest [2].",
    "A calm heart beats slowly at rest [2]. Sport lowers it over months [3] [2].\n\nThe domain expert says so. Is it?",
    "Sport lowers it over months [3]. Yours of {{ds-001.effect}} is nothing unusual [2].",
)
COACH: Final = (
    "You'd like a calmer heart. Your resting heart rate was {{ds-001.effect}} on average. What gets in the way?",
    "You'd like a calmer heart. Walk briskly after lunch [4]. It settles the nerves [4]. Does that suit you?",
    "One moment. Did you sleep? Walk briskly after lunch [4]. Does that suit you?",
)
FOLLOW_UPS: Final = (
    (_DS, ""),
    (_DS, "Your resting heart rate a year ago was {{rf-ds-001.effect}}."),
    (_DE, "Sport lowers it over months [3]. Warm rooms raise it [2]."),
)
BEFORE: Final = ("", "A calm heart beats slowly at rest [1]. You'd like a calmer heart. What matters to you?")


@dataclass(frozen=True)
class Told:
    """An answer, and what it was made of."""

    evidence: Evidence
    before: str
    text: str
    facts: frozenset[float]

    @property
    def body(self) -> str:
        return self.text.partition("\n\nSources:")[0]

    @property
    def leads(self) -> Agent:
        return self.evidence.main.agent

    def verdict(self, finding_id: str) -> Verdict:
        return next(each.verdict for each in self.evidence.findings if each.id == finding_id)


def said(agent: Agent, draft: str, status: AgentStatus = AgentStatus.ANSWERED) -> AgentAnswer:
    cited = SOURCES if agent is not _DS and status is AgentStatus.ANSWERED else ()
    return AgentAnswer(agent=agent, question=QUESTION, status=status, draft=draft, citations=cited)


def without(agent: Agent, status: AgentStatus) -> AgentAnswer:
    return said(agent, "I have nothing on that." if status is AgentStatus.DECLINED else "", status)


def _mains() -> Iterator[tuple[AgentAnswer, tuple[AgentAnswer, ...]]]:
    """Who leads, and who supports."""
    for draft in DATA:
        yield said(_DS, draft), ()
        yield from ((said(_DS, draft), (said(_DE, expert),)) for expert in EXPERT)
        yield said(_DS, draft), (without(_DE, AgentStatus.FAILED),)
    for expert, data in product(EXPERT, DATA[:2]):
        yield said(_DE, expert), (said(_DS, data),)
        yield without(_DE, AgentStatus.DECLINED), (said(_DS, data),)
    for coach, expert in product(COACH, EXPERT):
        yield said(_HC, coach), (said(_DE, expert),)
        yield said(_HC, coach), (said(_DS, DATA[0]), said(_DE, expert))
    yield from ((said(_HC, coach), (without(_DE, AgentStatus.FAILED),)) for coach in COACH)


def _finding(identifier: str, verdict: Verdict) -> FindingSummary:
    """A change for the first, so that it has a mechanism and a next step; plain figures for the others."""
    kind = "trend" if identifier == "ds-001" else "scalar"
    texts = {"mechanism": "A calmer life slows the pulse.", "strategy": "Go to bed earlier this week."}
    return finding(verdict, identifier=identifier, kind=kind, reason=REASON, **(texts if kind == "trend" else {}))


@cache
def replies() -> tuple[Told, ...]:
    """Every combination; which findings hold goes round, so that each verdict meets each answer."""
    made = []
    verdicts = list(product(VERDICTS, repeat=2))
    combined = product(_mains(), FOLLOW_UPS, BEFORE, range(2))
    for position, ((main, supporting), (agent, follow_up), before, turn) in enumerate(combined):
        first, second = verdicts[(position * 4 + turn * 5) % len(verdicts)]
        third = VERDICTS[position % len(VERDICTS)]
        found = [_finding("ds-001", first), _finding("ds-002", second)]
        found += [_finding("rf-ds-001", third)] if references(follow_up) else []
        later = (said(agent, follow_up),) if follow_up else ()
        made.append(_told(main, supporting, later, before, found))
    return tuple(made)


def _told(
    main: AgentAnswer,
    supporting: tuple[AgentAnswer, ...],
    later: tuple[AgentAnswer, ...],
    before: str,
    found: Sequence[FindingSummary],
) -> Told:
    facts = [
        fact(f"{each.id}.effect", NUMBERS[each.id], verdict=each.verdict)
        for each in found
        if each.verdict is not Verdict.REJECTED
    ]
    evidence = numbered_together(
        Evidence(
            main=main,
            supporting=supporting,
            reflection=later,
            findings=tuple(found),
            fact_sheet=tuple(facts),
        )
    )
    asked = conversation("Hello!", before, QUESTION) if before else conversation(QUESTION)
    return Told(
        evidence=evidence,
        before=before,
        text=_written(asked, evidence),
        facts=frozenset(each.value for each in facts),
    )


def _written(asked: Conversation, evidence: Evidence) -> str:
    """As a turn writes it: checked sentence by sentence, its sources numbered as they come, and listed below."""
    published = citation_facts(evidence.citations)
    writer = AnswerWriter((*evidence.fact_sheet, *published), citations=len(evidence.citations))
    numbering = Numbering(evidence.citations)
    sentences = [each for piece in synthesis.compose(asked, evidence) for each in writer.feed(piece)]
    sentences += writer.finish()
    assert all(isinstance(each, Clean) for each in sentences), sentences
    body = "".join(numbering.tell(each.text) for each in sentences if isinstance(each, Clean))
    listed = sources_of(body, numbering.citations)
    return f"{body}\n\n{listed}" if listed else body


def plain(sentence: str) -> str:
    return " ".join(re.sub(r"\[\d+\]", "", sentence).split())


def sentences_of(text: str) -> list[str]:
    return [words for each in split_sentences(text) if (words := plain(each))]


def numbers_told(told: Told) -> list[str]:
    """The findings whose number the answer tells, in order."""
    at = {each: told.body.find(f"{value:g} bpm") for each, value in NUMBERS.items()}
    return sorted((each for each, place in at.items() if place >= 0), key=lambda each: at[each])


def leads_with_what_the_lead_says(told: Told) -> None:
    """What a main agent with an answer states comes before what anybody else does, where any of it may be told."""
    if told.evidence.main.status is not AgentStatus.ANSWERED:
        return
    stated = [plain(each).partition("{{")[0] for each in split_sentences(told.evidence.main.draft)]
    stated = [each for each in stated if each and not each.endswith("?") and each in plain(told.body)]
    assert not stated or any(plain(told.body).startswith(each) for each in stated)


def strongest_first(told: Told) -> None:
    """Of what one agent says what was validated; data science alone answers in the order of the question."""
    order = [
        told.verdict(each) for each in numbers_told(told) if told.leads is not _DS and not told.evidence.supporting
    ]
    assert order == sorted(order, key=VERDICTS.index)


def conditional_is_hedged(told: Told) -> None:
    doubtful = [each for each in numbers_told(told) if told.verdict(each) is Verdict.CONDITIONAL]
    hedges = HEDGE.findall(told.body)
    assert bool(hedges) == bool(doubtful), (doubtful, hedges)


def nothing_of_a_rejected_finding(told: Told) -> None:
    rejected = [each.id for each in told.evidence.findings if each.verdict is Verdict.REJECTED]
    assert not [each for each in rejected if f"{NUMBERS[each]:g}" in told.body]
    if "ds-001" in rejected:
        assert "A calmer life slows the pulse." not in told.body
        assert "o to bed earlier" not in told.body


def sources_are_numbered_without_a_gap_and_each_is_used(told: Told) -> None:
    body, _, listed = told.text.partition("\n\nSources:")
    named = list(dict.fromkeys(re.findall(r"\[(\d+)\]", body)))
    assert named == [str(number) for number in range(1, len(named) + 1)]
    assert re.findall(r"^(\d+)\. \[", listed, re.MULTILINE) == named
    assert "Unused" not in told.text


def at_most_one_question_and_a_coach_ends_with_it(told: Told) -> None:
    asked = [each for each in sentences_of(told.body) if each.endswith("?")]
    if told.leads is _HC:
        assert len(asked) == 1
        assert sentences_of(told.body)[-1] == asked[0]
        assert asked[0] in told.evidence.main.draft
    else:
        assert len(asked) <= 1


def no_work_is_announced(told: Told) -> None:
    assert not ANNOUNCED.search(told.body)


def nobody_and_no_machinery_is_named(told: Told) -> None:
    assert not NAMED.search(told.body)


def nothing_is_said_twice(told: Told) -> None:
    said_here = [each for each in sentences_of(told.body) if not each.endswith(":")]
    assert len(said_here) == len(set(said_here))


def nothing_of_the_answer_before_is_repeated(told: Told) -> None:
    """Unless it is all that the main agent, which is no coach, has to say to the question."""
    of_lead = sentences_of(told.evidence.main.draft)
    here = sentences_of(told.body)
    repeated = [each for each in here if each in sentences_of(told.before)]
    others = [each for each in here if each in of_lead and each not in repeated]
    assert not repeated or (told.leads is not _HC and not others and set(repeated) <= set(of_lead))


def it_is_as_long_as_the_question_asks(told: Told) -> None:
    assert 1 <= len(told.body.split()) <= LONGEST[told.leads]


def every_number_is_of_a_fact(told: Told) -> None:
    assert {float(each) for each in re.findall(r"\d+\.\d+", told.body)} <= told.facts


def mechanism_and_next_step_stand_behind_what_holds(told: Told) -> None:
    is_told = "ds-001" in numbers_told(told)
    assert ("A calmer life slows the pulse." in told.body) == is_told
    assert ("One thing to try: go to bed earlier this week." in told.body) == is_told


RULES: Final = (
    leads_with_what_the_lead_says,
    strongest_first,
    conditional_is_hedged,
    nothing_of_a_rejected_finding,
    sources_are_numbered_without_a_gap_and_each_is_used,
    at_most_one_question_and_a_coach_ends_with_it,
    no_work_is_announced,
    nobody_and_no_machinery_is_named,
    nothing_is_said_twice,
    nothing_of_the_answer_before_is_repeated,
    it_is_as_long_as_the_question_asks,
    every_number_is_of_a_fact,
    mechanism_and_next_step_stand_behind_what_holds,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_answer_keeps_the_rule(rule: Callable[[Told], None]) -> None:
    broken = []
    for told in replies():
        try:
            rule(told)
        except AssertionError as error:
            broken.append(f"{error}\n{told.text}")
    assert not broken, f"{len(broken)} of {len(replies())}, the first:\n\n{broken[0]}"


def test_there_are_enough_answers_and_they_differ() -> None:
    assert len(replies()) >= 500
    assert len({told.text for told in replies()}) >= 150
    assert sum(told.text == NOTHING_CERTAIN for told in replies()) * 20 < len(replies())


def test_every_verdict_and_every_agent_is_met() -> None:
    told = replies()
    assert {each.leads for each in told} == {_DS, _DE, _HC}
    assert {found.verdict for each in told for found in each.evidence.findings} == set(VERDICTS)
    assert {bool(references(each.evidence.main.draft)) for each in told} == {True, False}


def test_an_experts_paragraphs_come_with_the_strongest_first() -> None:
    draft = "It was {{ds-001.effect}} lately [2].\n\nIt was {{ds-002.effect}} before that [3]."
    found = [_finding("ds-001", Verdict.CONDITIONAL), _finding("ds-002", Verdict.VALIDATED)]
    told = _told(said(_DE, draft), (), (), "", found)
    assert numbers_told(told) == ["ds-002", "ds-001"]
    asked = _told(said(_DS, draft), (), (), "", found)
    assert numbers_told(asked) == ["ds-001", "ds-002"], "data science answers in the order of the question"


def test_of_two_answers_that_disagree_the_stricter_is_told_and_that_they_do() -> None:
    found = [_finding("ds-002", Verdict.VALIDATED)]
    yes = replace(
        said(_DS, "Yes. It is {{ds-002.effect}}; that is above the upper limit for a resting heart rate."),
        question="Is my resting heart rate above the limit?",
    )
    fine = said(_DE, "A resting heart rate of {{ds-002.effect}} is fine [2]. Sport lowers it over months [3].")
    told = _told(yes, (fine,), (), "", found)
    assert told.body == (
        "Yes. It is 61.2 bpm; that is above the upper limit for a resting heart rate.\n\n"
        "Sport lowers it over months [1].\n\n"
        "What I found does not agree on your heart rate; I go by the stricter reading."
    )


def test_who_asks_again_is_told_again_and_who_asks_on_is_told_what_is_new() -> None:
    before = "A calm heart beats slowly at rest [1]."
    same = _told(said(_DE, EXPERT[0]), (), (), before, [])
    assert same.body == before
    more = _told(said(_DE, f"{EXPERT[0]} Sport lowers it over months [3]."), (), (), before, [])
    assert more.body == "Sport lowers it over months [1]."
