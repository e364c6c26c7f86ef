"""The answer, composed from what the agents said and what the validator made of it.

Everything said here passes the number check before it is said: a sentence that would be held back is left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from services.orchestrator.adapters.rules.hedging import hedged
from services.orchestrator.adapters.rules.paragraphs import head_lines, is_item, paragraphs, without_bare_leads
from services.orchestrator.adapters.rules.phrases import authors, continued, joined, people_words, plain_sentence
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.evidence import (
    CLOCK,
    AgentAnswer,
    AgentStatus,
    Evidence,
    Fact,
    FindingSummary,
    Verdict,
    reading_id,
)
from services.orchestrator.domain.numbers import AnswerWriter, Clean, citation_facts, references, renamed, user_facts
from services.orchestrator.domain.numbers.writing.sentences import ends_sentence, split_sentences
from services.orchestrator.domain.plan import Agent

FAILED: Final = (
    "I couldn't work that out this time. Please ask again, ideally about one thing over one stretch of time."
)
DECLINED: Final = "I can't answer that from what I have."
NOTHING_CERTAIN: Final = "I found nothing there that I would stand behind. Try asking about one thing that is recorded."
OTHERS_LEFT_OUT: Final = "The rest of what I looked at did not hold up when I checked it, so I leave it out."
NO_ADVICE: Final = "I can't give advice on this yet, but here is what your own data says."
NO_INTERPRETATION: Final = "I can't tell you what is typical or why it happens, but here is what your own data says."
NOT_LOOKED_UP: Final = "I couldn't look up what is generally known this time. Please ask again in a moment."
ONLY_YOUR_DATA: Final = "I couldn't look up what is generally known this time, but here is what your own data says."
_LONGER: Final = "Try a longer stretch of time."
_TOO_FEW: Final = re.compile(r"\bonly\b.*\bdays?\b|\bno days?\b|at least|too few|not enough|too little", re.IGNORECASE)
_SAME: Final = re.compile(r"measured again")
_PLAINLY: Final = re.compile(r"(?:Yes|No)\.(?=\s)")
"""How a draft answers yes or no of two things that go together."""
_NONE: Final = re.compile(r"\(0\b|\bno activity with a value")
"""A count of no values in a validator's reason."""
_NO_MECHANISM: Final = re.compile(r"^\W*no (?:established |known )?mechanism", re.IGNORECASE)
_NO_PERCENTAGES: Final = frozenset({CLOCK, "degC", "%"})
"""Units in which a relative change misleads: zero is no nothing, or percent of percent would be read as points."""
_OF_OTHERS: Final = (".population_mean", ".population_difference")
_MOST_REJECTED: Final = 5
_AGENT_NAMES: Final = re.compile(
    r"\b(?:data[- ]scien(?:ce|tist)|domain[- ]expert|health[- ]coach|investigator|validator|sub-?agents?|the critic)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class _Sources:
    """What may be said: the facts by claim, and the findings by the id that references use."""

    facts: dict[str, Fact]
    findings: dict[str, FindingSummary]
    citations: int

    def may_say(self, sentence: str) -> bool:
        """On its own: what another sentence derives vouches for nothing here, for that one may be left out."""
        checked = AnswerWriter(tuple(self.facts.values()), citations=self.citations).check(sentence)
        return isinstance(checked, Clean) and not _AGENT_NAMES.search(sentence)

    @property
    def any_untold(self) -> bool:
        """Whether there is a finding of which nothing may be told."""
        return any(found.verdict is Verdict.REJECTED and not found.reading_keys for found in self.findings.values())

    def cited_in(self, text: str) -> tuple[FindingSummary, ...]:
        ids = dict.fromkeys(claim.rpartition(".")[0] for claim in references(text))
        return tuple(self.findings[finding] for finding in ids if finding in self.findings)


def compose(conversation: Conversation, evidence: Evidence) -> list[str]:
    """The answer in pieces that are joined as they are; every piece but the last ends with white space.

    None where the analysis broke and nobody else has said anything: the warning that starts such an answer says it all.
    """
    asked = tuple(message.content for message in conversation.messages if message.role == "user")
    published = (*evidence.literature, *citation_facts(evidence.citations))
    facts = (*evidence.fact_sheet, *published, *user_facts("\n".join(reversed(asked))))
    findings = {finding.id: finding for finding in evidence.findings}
    readings = {reading_id(finding.id): finding for finding in evidence.findings if finding.reading_keys}
    sources = _Sources(
        facts={fact.claim: fact for fact in facts},
        findings=findings | readings,
        citations=len(evidence.citations),
    )
    read = _with_readings(evidence, tuple(readings.values()))
    pieces = _checked(joined(_blocks(read, sources)), sources)
    return pieces or ([] if evidence.data_failed else [NOTHING_CERTAIN])


def _with_readings(evidence: Evidence, findings: Sequence[FindingSummary]) -> Evidence:
    """The evidence whose drafts cite the plain reading where the finding itself may not be cited."""
    names: dict[str, str] = {}
    for finding in findings:
        read = f"{reading_id(finding.id)}."
        keys = (fact.claim.removeprefix(read) for fact in evidence.fact_sheet if fact.claim.startswith(read))
        names |= {f"{finding.id}.{key}": read + key for key in keys}
        names |= {f"{finding.id}.{key}": f"{read}value" for key in finding.reading_keys}

    def read_out(answer: AgentAnswer) -> AgentAnswer:
        return replace(answer, draft=renamed(answer.draft, names))

    return replace(
        evidence,
        main=read_out(evidence.main),
        supporting=tuple(map(read_out, evidence.supporting)),
        reflection=tuple(map(read_out, evidence.reflection)),
    )


def _checked(text: str, sources: _Sources) -> list[str]:
    """The sentences that may be said; what stood between them may have kept them apart, so until nothing changes."""
    sentences = split_sentences(text)
    kept = [sentence for sentence in sentences if sources.may_say(sentence)]
    return sentences if kept == sentences else _checked("".join(kept).strip(), sources)


def _blocks(evidence: Evidence, sources: _Sources) -> list[str]:
    main = evidence.main
    unreached = [NOT_LOOKED_UP] if any(map(_is_unreached_knowledge, (main, *evidence.supporting))) else []
    if evidence.data_failed:
        return [_without_numbers(main, sources), *unreached]
    if main.status is not AgentStatus.ANSWERED:
        return _without_main(evidence, sources)
    if main.agent is Agent.INVESTIGATOR:
        return [main.draft, *_told(replace(evidence, main=replace(main, draft="")), sources), *unreached]
    draft, question = _closing_question(main.draft) if main.agent is Agent.HEALTH_COACH else (main.draft, "")
    closing = question if question and sources.may_say(question) else ""
    told = _told(replace(evidence, main=replace(main, draft=draft)), sources)
    rejected = [
        finding
        for finding in evidence.findings
        if finding.verdict is Verdict.REJECTED
        and not finding.reading_keys
        and finding not in sources.cited_in("\n".join(told))
    ]
    if told:
        others = _left_out(rejected, main)
        return [
            _limits(evidence, told),
            *told,
            *_assessments(told, sources),
            *others,
            *unreached,
            evidence.remark,
            closing,
        ]
    withheld = dict.fromkeys(_not_reported(finding, main.draft) for finding in rejected[:_MOST_REJECTED])
    return [*withheld, *unreached, closing] if withheld or unreached or closing else [NOTHING_CERTAIN]


def _without_main(evidence: Evidence, sources: _Sources) -> list[str]:
    """What is said where the main agent has no answer: why, and what those who support it have found."""
    main, told = evidence.main, _told(evidence, sources)
    if _is_unreached_knowledge(main):
        return [ONLY_YOUR_DATA, *told] if told else [NOT_LOOKED_UP]
    if main.agent is Agent.HEALTH_COACH and main.status is AgentStatus.DECLINED and told:
        return told
    if main.status is AgentStatus.DECLINED and evidence.instead:
        return [evidence.instead]
    said = _kept(main, sources) or (DECLINED if main.status is AgentStatus.DECLINED else FAILED)
    return [NO_INTERPRETATION if main.status is AgentStatus.FAILED else said, *told] if told else [said]


def _is_unreached_knowledge(answer: AgentAnswer) -> bool:
    return answer.agent is Agent.DOMAIN_EXPERT and answer.status is AgentStatus.FAILED


def _left_out(rejected: Sequence[FindingSummary], main: AgentAnswer) -> list[str]:
    """What is said of rejected findings beside others that are told.

    Where the computation is the answer, it was asked whether there is that relationship or change. Anything else is
    one of many figures, or was looked at for the sake of advice. Of the person's own numbers that were to stand beside
    what is known in general, and of those that a coach looked at, nothing is said: nobody asked for them.
    """
    if main.agent is Agent.HEALTH_COACH:
        return []
    if main.agent is Agent.DOMAIN_EXPERT:
        rejected = [finding for finding in rejected if finding.kind != "scalar"]
    asked = [finding for finding in rejected if finding.kind != "scalar" and main.agent is Agent.DATA_SCIENCE]
    texts = list(dict.fromkeys(_not_reported(finding, main.draft) for finding in asked[:_MOST_REJECTED]))
    return [*texts, OTHERS_LEFT_OUT] if len(asked) < len(rejected) or len(asked) > _MOST_REJECTED else texts


def _told(evidence: Evidence, sources: _Sources) -> list[str]:
    """What may be told of the drafts, the main one first, validated before conditional; preliminary parts say so."""
    blocks: list[str] = []
    said: set[str] = set()
    for answer in (evidence.main, *evidence.supporting, *evidence.reflection):
        if answer.status is not AgentStatus.ANSWERED or _is_told_by_the_expert(answer, evidence):
            continue
        parts = (replace(answer, draft=part) for part in paragraphs(answer.draft))
        own = [block for part in parts if (block := _kept(part, sources))]
        fresh = [block for block in own if not references(block) or not _said_before(references(block), said)]
        said |= {claim for block in fresh for claim in references(block)}
        told = [_with_changes(block, sources) for block in fresh]
        blocks += told if answer.agent is Agent.DATA_SCIENCE else _strongest_first(told, sources)
    return hedged(blocks, sources.cited_in)


def _is_told_by_the_expert(answer: AgentAnswer, evidence: Evidence) -> bool:
    """Whether it is the person's own numbers, computed for somebody who has set them where they belong."""
    main = evidence.main
    is_answered = main.agent is not Agent.DATA_SCIENCE and main.status is AgentStatus.ANSWERED
    return evidence.own_in_support and is_answered and answer.agent is Agent.DATA_SCIENCE


def _said_before(cited: Sequence[str], said: set[str]) -> bool:
    """Whether all it cites was said, or that of each finding which it is about."""
    effects = {claim for claim in cited if claim.endswith((".effect", ".value"))}
    return set(cited) <= said or (bool(effects) and effects <= said)


def _kept(answer: AgentAnswer, sources: _Sources) -> str:
    """The sentences of a draft that may be said, a lead and a head of a table with what is left of what they head.

    Where an analysis has a finding that may not be told, its other sentences may tell of it. Those that cite nothing
    are kept only in a paragraph that cites something, and nothing but what may be told.
    """
    sentences = split_sentences(answer.draft)
    cited = references(answer.draft)
    holds = bool(cited) and all(claim in sources.facts for claim in cited)
    must_cite = sources.any_untold and answer.agent is Agent.DATA_SCIENCE and not holds
    heads = head_lines(sentences)
    kept = [
        sources.may_say(sentence)
        and (bool(references(sentence)) or not must_cite or at in heads or _leads(sentence, following))
        for at, (sentence, following) in enumerate(zip(sentences, [*sentences[1:], ""], strict=False))
    ]
    return "".join(without_bare_leads(sentences, kept)).strip()


def _leads(sentence: str, following: str) -> bool:
    return sentence.rstrip().endswith(":") and is_item(following)


def _with_changes(block: str, sources: _Sources) -> str:
    """The block with the relative change behind each sentence that sets two averages, or their difference, apart."""
    told = []
    for sentence in split_sentences(block):
        body = sentence.rstrip()
        change = _change(body, sources) if ends_sentence(body) else ""
        told.append(joined([body, change], space=" ") + sentence[len(body) :])
    return "".join(told)


def _change(sentence: str, sources: _Sources) -> str:
    cited = references(sentence)
    for finding in sources.cited_in(sentence):
        claims = f"{finding.id}.mean_recent", f"{finding.id}.mean_prior"
        is_told = f"{finding.id}.effect" in cited or set(claims) <= set(cited)
        if finding.kind != "trend" or not is_told:
            continue
        recent, prior = (sources.facts.get(claim) for claim in claims)
        if recent and prior and recent.value != prior.value and prior.value > 0 and prior.unit not in _NO_PERCENTAGES:
            return f"That is a change of {{{{percent_change({', '.join(claims)})}}}}."
    return ""


def _without_numbers(answer: AgentAnswer, sources: _Sources) -> str:
    """What an answer says beside the analysis that broke: of numbers, only those that it cites a source for."""
    cites = bool(answer.citations)
    sentences = [s for s in split_sentences(answer.draft) if not references(s) and (cites or not re.search(r"\d", s))]
    return _kept(replace(answer, draft="".join(sentences)), sources) if answer.status is AgentStatus.ANSWERED else ""


def _strongest_first(blocks: Sequence[str], sources: _Sources) -> list[str]:
    """Stable; a block that cites nothing stays with the one before it."""
    ranks: list[int] = []
    for block in blocks:
        cited = sources.cited_in(block)
        preliminary = any(finding.verdict is not Verdict.VALIDATED for finding in cited)
        ranks.append(int(preliminary) if cited or not ranks else ranks[-1])
    return [block for _, block in sorted(zip(ranks, blocks, strict=True), key=lambda ranked: ranked[0])]


def _assessments(blocks: Sequence[str], sources: _Sources) -> list[str]:
    """Mechanism, source and next step of the findings that are told, unless the draft has said them.

    A description has neither: it says what is, not why. That none is known need not be said.
    """
    told = "\n".join(blocks)
    parts = []
    for finding in sources.cited_in(told):
        if finding.kind == "scalar":
            continue
        known = "" if _NO_MECHANISM.search(finding.mechanism) else finding.mechanism
        mechanism, strategy = plain_sentence(known), plain_sentence(finding.strategy)
        advice = [f"One thing to try: {continued(strategy)}"] if strategy else []
        texts = (mechanism, _published(finding), *advice)
        said = [text for text in texts if text and text not in told and sources.may_say(text)]
        if said:
            parts.append(joined(said, space=" "))
    return list(dict.fromkeys(parts))


def _published(finding: FindingSummary) -> str:
    """Who has found the same; empty where nobody is named.

    A published number is left to minds that know what it is the effect of: the fact itself does not say.
    """
    name = authors(finding.citations[0]) if finding.citations else ""
    return f"Published research points the same way ({name})." if name else ""


def _not_reported(finding: FindingSummary, draft: str = "") -> str:
    """Why there is no number, without one: the validator's reason counts days, and those are no facts of the answer.

    That two things move in lockstep answers a yes or no, so the one that the draft gives is kept.
    """
    feature, target = people_words(finding.feature), people_words(finding.target)
    if finding.kind == "scalar":
        if _NONE.search(finding.reason):
            return f"Your records hold no {feature} for what you ask about."
        if _TOO_FEW.search(finding.reason):
            return f"Too few of the days you ask about have a value for {feature}. {_LONGER}"
        return f"I can't give you a sure figure for {feature}: it did not hold up when I checked it against your data."
    what = f"relationship between {feature} and {target}"
    if finding.kind == "trend":
        what = f"difference in {feature}" if finding.compares else f"change in {feature}"
    if _TOO_FEW.search(finding.reason):
        have = "have a value" if finding.kind == "trend" else "have both"
        return f"I can't tell whether there is a {what}: too few days {have}. {_LONGER}"
    if _SAME.search(finding.reason):
        both = f"{feature} and {target}".capitalize()
        plainly = _yes_or_no(finding, draft)
        return f"{plainly}{both} move almost in lockstep: they are most likely one thing measured in two ways."
    reason = plain_sentence(finding.reason)
    return joined([f"I don't see a {what} that would hold in general.", reason], space=" ")


def _yes_or_no(finding: FindingSummary, draft: str) -> str:
    """The yes or no with which a draft begins to tell of the finding; empty where no yes or no was asked for."""
    for part in paragraphs(draft):
        if any(claim.rpartition(".")[0] == finding.id for claim in references(part)):
            plainly = _PLAINLY.match(part.lstrip())
            return f"{plainly[0]} " if plainly else ""
    return ""


def _limits(evidence: Evidence, told: Sequence[str]) -> str:
    """What the question asked for beyond a computation, when only a computation could be made.

    An answer that says what is usual among others has interpreted.
    """
    compares = any(claim.endswith(_OF_OTHERS) for claim in references("\n".join(told)))
    if evidence.missing is None or compares:
        return ""
    return {Agent.HEALTH_COACH: NO_ADVICE, Agent.DOMAIN_EXPERT: NO_INTERPRETATION}.get(evidence.missing, "")


def _closing_question(draft: str) -> tuple[str, str]:
    """A coach's draft without its last question, and that question, which is to come last."""
    sentences = split_sentences(draft)
    for position, sentence in reversed(list(enumerate(sentences))):
        if sentence.rstrip().endswith("?"):
            return "".join(sentences[:position] + sentences[position + 1 :]), sentence.strip()
    return draft, ""
