"""The answer, composed from what the agents said and what the validator made of it.

Everything said here passes the number check before it is said: a sentence that would be held back is left out.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from services.orchestrator.adapters.rules.coached import (
    asking_nothing,
    closing_question,
    known_first,
    short,
    to_the_point,
)
from services.orchestrator.adapters.rules.disagreeing import Stand, odds, stands_in, stricter
from services.orchestrator.adapters.rules.hedging import hedged
from services.orchestrator.adapters.rules.how_sure import asks_how_sure, with_ranges, without_yes_or_no
from services.orchestrator.adapters.rules.left_open import left_open
from services.orchestrator.adapters.rules.left_to_others import Left, left_to_others
from services.orchestrator.adapters.rules.not_reported import PLAINLY, not_reported
from services.orchestrator.adapters.rules.once import Once, plain, said_before
from services.orchestrator.adapters.rules.one_voice import is_of_one_voice
from services.orchestrator.adapters.rules.paragraphs import head_lines, is_item, paragraphs, without_bare_leads
from services.orchestrator.adapters.rules.parting import parts_of
from services.orchestrator.adapters.rules.phrases import authors, continued, joined, plain_sentence
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
from services.orchestrator.domain.numbers.answer_writer import without_markers
from services.orchestrator.domain.numbers.writing.sentences import ends_sentence, split_sentences
from services.orchestrator.domain.plan import Agent

DECLINED: Final = "I can't answer that from what I have."
NOTHING_CERTAIN: Final = "I found nothing there that I would stand behind. Try asking about one thing that is recorded."
OTHERS_LEFT_OUT: Final = "The rest of what I looked at did not hold up when I checked it, so I leave it out."
NO_ADVICE: Final = "I can't give advice on this yet, but here is what your own data says."
NO_INTERPRETATION: Final = "I can't tell you what is typical or why it happens, but here is what your own data says."
NOT_LOOKED_UP: Final = "I couldn't look up what is generally known this time. Please ask again in a moment."
ONLY_YOUR_DATA: Final = "I couldn't look up what is generally known this time, but here is what your own data says."
NOT_COACHED: Final = "I can't coach you just now. Please ask again in a moment."
COACHED_BY_OTHERS: Final = "I can't coach you just now, but here is what I could find out."
NOT_LOOKED_AT: Final = "I couldn't go through your records as a whole this time. Please ask again in a moment."
LOOKED_AT_IN_PART: Final = "I couldn't go through your records as a whole this time, but here is what I could find out."
_FAILED: Final[Mapping[Agent, tuple[str, str]]] = {
    Agent.DOMAIN_EXPERT: (NOT_LOOKED_UP, ONLY_YOUR_DATA),
    Agent.HEALTH_COACH: (NOT_COACHED, COACHED_BY_OTHERS),
    Agent.INVESTIGATOR: (NOT_LOOKED_AT, LOOKED_AT_IN_PART),
}
"""What is said of a main agent that failed, where nobody else has found anything and before what others have. Without
data science, every answer starts with a warning."""
_GENERAL: Final = (Agent.DOMAIN_EXPERT, Agent.HEALTH_COACH)
"""They say what is known or helps in general, where a part of what is asked may be left to others."""
_YES_OR_NO: Final = re.compile(r"^(?:Yes|No|Not quite|A little)[,:] (?P<first>\w)")
_NO_MECHANISM: Final = re.compile(r"^\W*no (?:established |known )?mechanism", re.IGNORECASE)
_NO_PERCENTAGES: Final = frozenset({CLOCK, "degC", "%"})
"""Units in which a relative change misleads: zero is no nothing, or percent of percent would be read as points."""
_OF_OTHERS: Final = (".population_mean", ".population_difference")
_MOST_REJECTED: Final = 5


@dataclass(frozen=True, kw_only=True)
class _Sources:
    """What may be said: the facts by claim, and the findings by the id that references use."""

    facts: dict[str, Fact]
    findings: dict[str, FindingSummary]
    citations: int
    before: frozenset[str]
    question: str

    def may_say(self, sentence: str) -> bool:
        """On its own: what another sentence derives vouches for nothing here, for that one may be left out."""
        text = sentence.rstrip()
        if text not in self._judged:
            self._judged[text] = isinstance(self._writer.check_alone(text), Clean) and is_of_one_voice(text)
        return self._judged[text]

    @cached_property
    def _judged(self) -> dict[str, bool]:
        """What was asked of `may_say` before, as it was answered."""
        return {}

    @cached_property
    def _writer(self) -> AnswerWriter:
        return AnswerWriter(tuple(self.facts.values()), citations=self.citations)

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
        before=said_before(conversation),
        question=conversation.question,
    )
    read = _with_readings(evidence, tuple(readings.values()))
    left = left_to_others(conversation.question) if evidence.main.agent in _GENERAL else None

    def told(sources: _Sources) -> list[str]:
        blocks = _with_what_is_open(conversation, _blocks(read, sources), evidence)
        if asks_how_sure(conversation.question):
            blocks = [without_yes_or_no(block) for block in blocks]
        return _checked(joined(_behind(left, blocks, evidence.main.status) if left else blocks), sources)

    pieces = told(sources)
    if sources.before and "".join(pieces) in ("", NOTHING_CERTAIN):
        pieces = told(replace(sources, before=frozenset()))
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
    draft, question = closing_question(main.draft) if main.agent is Agent.HEALTH_COACH else (main.draft, "")
    closing = question if question and sources.may_say(question) else ""
    if evidence.data_failed:
        cited = [answer for answer in evidence.supporting if answer.citations]
        said = [_without_numbers(answer, sources) for answer in (replace(main, draft=draft), *cited)]
        return [*said, *unreached, closing]
    if main.status is not AgentStatus.ANSWERED:
        return _without_main(evidence, sources)
    if main.agent is Agent.INVESTIGATOR:
        return [
            main.draft,
            *_told(replace(evidence, main=replace(main, draft="")), sources),
            *unreached,
            evidence.remark,
        ]
    told = _told(replace(evidence, main=replace(main, draft=draft)), sources)
    rejected = [
        finding
        for finding in evidence.findings
        if finding.verdict is Verdict.REJECTED
        and not finding.reading_keys
        and finding not in sources.cited_in("\n".join(told))
    ]
    if told:
        told = [text for block in told if (text := asking_nothing(block))] if closing else told
        told = short(told) if main.agent is Agent.HEALTH_COACH else told
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
    withheld = dict.fromkeys(not_reported(finding, main.draft) for finding in rejected[:_MOST_REJECTED])
    return [*withheld, *unreached, closing] if withheld or unreached or closing else [NOTHING_CERTAIN]


def _with_what_is_open(conversation: Conversation, blocks: Sequence[str], evidence: Evidence) -> list[str]:
    """The blocks with what of the question they leave open: before the question that a coach ends with, else last."""
    told = [block for block in blocks if block]
    main = evidence.main
    is_answer = main.status is AgentStatus.ANSWERED or (main.agent is Agent.DOMAIN_EXPERT and bool(evidence.supporting))
    if not told or not is_answer or evidence.data_failed or evidence.main.agent is Agent.INVESTIGATOR:
        return list(blocks)
    is_of_the_coach = evidence.main.agent is Agent.HEALTH_COACH and len(told) > 1 and told[-1].endswith("?")
    at = len(told) - int(is_of_the_coach)
    return [*told[:at], *left_open(conversation.question, told), *told[at:]]


def _behind(left: Left, blocks: Sequence[str], status: AgentStatus) -> list[str]:
    """What is known in general, behind what is left to others; no yes or no of it could be meant for the person."""
    if status is AgentStatus.DECLINED:
        return [left.value]
    told = [block for block in blocks if block]
    opened = [_YES_OR_NO.sub(lambda found: found["first"].upper(), block, count=1) for block in told[:1]]
    return [left.value, *opened, *told[1:]]


def _without_main(evidence: Evidence, sources: _Sources) -> list[str]:
    """What is said where the main agent has no answer: why, and what those who support it have found."""
    main, told = evidence.main, _told(evidence, sources)
    told += _assessments(told, sources)
    if main.status is AgentStatus.FAILED:
        alone, before_others = _FAILED[main.agent]
        return [_kept(main, sources) or (before_others if told else alone), *told]
    if main.agent is Agent.HEALTH_COACH and told:
        return told
    if evidence.instead:
        return [evidence.instead]
    if told and main.agent is Agent.DOMAIN_EXPERT and _is_told_by_others(evidence):
        return told
    said = _kept(main, sources) or DECLINED
    return [said, *told] if evidence.own_in_support else [*told, said]


def _is_told_by_others(evidence: Evidence) -> bool:
    """Whether the numbers that are told were asked for: what is open beside them is then said part by part."""
    is_asked = bool(parts_of(evidence.main.question)) and not evidence.own_in_support
    return evidence.all_computed or is_asked


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
    texts = list(dict.fromkeys(not_reported(finding, main.draft) for finding in asked[:_MOST_REJECTED]))
    return [*texts, OTHERS_LEFT_OUT] if len(asked) < len(rejected) or len(asked) > _MOST_REJECTED else texts


def _told(evidence: Evidence, sources: _Sources) -> list[str]:
    """What may be told of the drafts, the main one first, validated before conditional; preliminary parts say so.

    What the answer before has said is left out, unless it is all that the main agent has to say to what is asked.
    """
    main = evidence.main
    blocks: list[str] = []
    said: set[str] = set()
    once = Once(sources.facts, sources.before)
    stands: list[tuple[str, Stand]] = []
    for answer in _in_order(evidence):
        parts = (replace(answer, draft=part) for part in paragraphs(answer.draft))
        own = [block for part in parts if (block := _kept(part, sources))]
        fresh = [block for block in own if not _only_says_again(block, said)]
        said |= {claim for block in fresh for claim in references(block)}
        new = [block for each in fresh if (block := once.fresh(each))]
        if not new and answer is main and main.agent is not Agent.HEALTH_COACH:
            new = [block for each in fresh if (block := once.again(each))]
        told = [_with_changes(block, sources) for block in new]
        stands += stands_in("\n\n".join(told), asked=answer.question).items()
        blocks += told if answer.agent is Agent.DATA_SCIENCE else _strongest_first(told, sources)
    is_asked = asks_how_sure(sources.question)
    ranged = with_ranges(blocks, sources.cited_in, is_asked=is_asked) if main.agent is Agent.DATA_SCIENCE else blocks
    return hedged(stricter(ranged, odds(stands)), sources.cited_in)


def _in_order(evidence: Evidence) -> list[AgentAnswer]:
    """The answers to tell from, the main one first, but behind a yes or no, which stands next to its question.

    What is known comes before what a coach makes of it: whoever asks something is answered before they are asked.

    The person's own numbers that were computed for somebody who has set them where they belong are not told again.
    """
    main = evidence.main
    is_set = evidence.own_in_support and main.agent is not Agent.DATA_SCIENCE and main.status is AgentStatus.ANSWERED
    beside = [each for each in evidence.supporting if not (is_set and each.agent is Agent.DATA_SCIENCE)]
    is_coached = main.agent is Agent.HEALTH_COACH and main.status is AgentStatus.ANSWERED
    besides = map(to_the_point, evidence.reflection) if is_coached else evidence.reflection
    answers = [each for each in (main, *beside, *besides) if each.status is AgentStatus.ANSWERED]
    if main.agent is Agent.DOMAIN_EXPERT:
        answers.sort(key=lambda each: PLAINLY.match(each.draft) is None)
    return known_first(answers) if is_coached else answers


def _only_says_again(block: str, said: set[str]) -> bool:
    """Whether it rests on no source, and all it cites was said, or that of each finding which it is about."""
    cited = references(block)
    effects = {claim for claim in cited if claim.endswith((".effect", ".value"))}
    is_said = set(cited) <= said or (bool(effects) and effects <= said)
    return bool(cited) and is_said and without_markers(block) == block


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
    """The block with the relative change once, behind a sentence that sets two averages, or their difference, apart."""
    told: list[str] = []
    for sentence in split_sentences(block):
        body = sentence.rstrip()
        change = _change(body, sources) if ends_sentence(body) else ""
        change = "" if change in "".join(told) else change
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
    """What an answer says beside the analysis that broke: of numbers, only those that it cites a source for.

    An investigator has nothing to say then: it only looked.
    """
    if answer.agent is Agent.INVESTIGATOR:
        return ""
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
        new = (text for text in texts if text and text not in told and plain(text) not in sources.before)
        said = [text for text in new if sources.may_say(text)]
        if said:
            parts.append(joined(said, space=" "))
    return list(dict.fromkeys(parts))


def _published(finding: FindingSummary) -> str:
    """Who has found the same; empty where nobody is named.

    A published number is left to minds that know what it is the effect of: the fact itself does not say.
    """
    name = authors(finding.citations[0]) if finding.citations else ""
    return f"Published research points the same way ({name})." if name else ""


def _limits(evidence: Evidence, told: Sequence[str]) -> str:
    """What the question asked for beyond a computation, when only a computation could be made.

    An answer that says what is usual among others has interpreted.
    """
    compares = any(claim.endswith(_OF_OTHERS) for claim in references("\n".join(told)))
    if evidence.missing is None or compares:
        return ""
    return {Agent.HEALTH_COACH: NO_ADVICE, Agent.DOMAIN_EXPERT: NO_INTERPRETATION}.get(evidence.missing, "")
