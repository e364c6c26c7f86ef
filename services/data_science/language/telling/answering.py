"""The answer to what was asked: sentences, findings and typed values, one part after the other."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, assert_never

from services.data_science.domain.algebra import (
    ChangePoint,
    Contrast,
    Decide,
    Number,
    Profile,
    Question,
    Reduce,
    Relate,
    Tell,
    TellRecords,
    Trend,
    Unusual,
)
from services.data_science.domain.analysis import DEFAULT_PREFIX, Summary, Value
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.draft import Draft
from services.data_science.domain.finding import Finding, written
from services.data_science.language.saying.amounts import PACES, amount_text
from services.data_science.language.saying.voice import spaced
from services.data_science.language.telling.cited import Cited, Told, capital
from services.data_science.language.telling.comparing import contrast, follow, locate, relate
from services.data_science.language.telling.computed import ComputedQuestion
from services.data_science.language.telling.deciding import decide
from services.data_science.language.telling.listing import profile, tell_records, unusual
from services.data_science.language.telling.numbers import tell_number
from services.data_science.language.telling.phrases import sentence

_FEWEST_OF_A_TABLE: Final = 3
_PAIR: Final = 2
_ENDS: Final = re.compile(r"\n|[.!?] ")
_BRACKETED: Final = re.compile(r" \([^()]*\b\d{4}\)")
_BEFORE_DAYS: Final = frozenset({"in", "on", "over", "the", "last", "since", "from", "first", "second", "between"})
_DAYS: Final = frozenset({"this", "yesterday", "today"})
_SMALL: Final = frozenset({"Your", "The", "There", "Over", "In", "It"})


def answer_of(parts: Sequence[ComputedQuestion], catalogue: Catalogue, *, prefix: str = DEFAULT_PREFIX) -> Summary:
    """Part by part a paragraph, a finding and the values; what was assumed is said once.

    A finding is kept of every part, also where there was nothing to compute from. Pictures are not part of it.
    """
    findings: list[Finding] = []
    paragraphs: list[str] = []
    values: list[Value] = []
    said: set[str] = set()
    for part in parts:
        cited = _cited(part, catalogue, prefix, len(findings))
        told = tell(cited)
        findings.append(cited.finding)
        text = _paced(told.text) if part.asked_in in PACES else told.text
        notes = [note for note in part.notes if note not in said]
        said.update(notes)
        paragraphs.append(_with(text, " ".join(map(sentence, notes))))
        values += told.values
    if len(parts) >= _FEWEST_OF_A_TABLE and all(_is_row(part) for part in parts):
        paragraphs = [_table([_cited(part, catalogue, prefix, place) for place, part in enumerate(parts)])]
    elif all(isinstance(part.question, Tell | TellRecords) for part in parts):
        paragraphs = _in_one_sentence(paragraphs, is_same=len({_measured(part.question) for part in parts}) == 1)
    draft = Draft.of(spaced("\n\n".join(paragraphs)))
    return Summary(
        draft=draft.spelled,
        answer=written(draft, tuple(findings), text_of=amount_text),
        values=tuple(values),
        findings=tuple(findings),
    )


def _is_row(part: ComputedQuestion) -> bool:
    """Whether a line of a table says it all."""
    return isinstance(part.question, Tell) and "effect" in part.numbers and not part.notes


def _measured(question: Question) -> object:
    """What a number is of, whenever it was; each question is its own where it is no such number."""
    number = question.number if isinstance(question, Tell) else None
    return (number.column, number.statistic) if isinstance(number, Reduce) else question


def _in_one_sentence(told: list[str], *, is_same: bool) -> list[str]:
    """Two numbers in one sentence, where each is told in one; what is said of both is said once.

    Args:
        told: a sentence for each.
        is_same: whether they are the same number of different days.
    """
    if len(told) != _PAIR or any(_ENDS.search(each) for each in told):
        return told
    first, second = told
    for said in _BRACKETED.findall(first):
        second = second.replace(said, "", 1)
    shared = list(takewhile(lambda pair: pair[0] == pair[1], zip(first.split(), second.split(), strict=False)))
    while shared and shared[-1][0] in _BEFORE_DAYS:
        shared.pop()
    own, was, rest = " ".join(second.split()[len(shared) :]).partition(" was ")
    if is_same and own and was and len(shared) > 1 and own.split()[0] in _BEFORE_DAYS | _DAYS:
        return [f"{first.removesuffix('.')}; {own} it was {rest}"]
    start, _, rest = second.partition(" ")
    start = start.lower() if start in _SMALL else start
    return [f"{first.removesuffix('.')}; {start} {rest}"]


def _table(several: Sequence[Cited]) -> str:
    """Three numbers or more beside each other, in the order in which they were asked for."""
    rows = [f"| {capital(each.voice.number(_number(each)))} | {each.ref('effect')} |" for each in several]
    return "\n".join(("| What | How much |", "| --- | --- |", *rows))


def _number(cited: Cited) -> Number:
    question = cited.question
    if not isinstance(question, Tell):
        raise TypeError(question)
    return question.number


def _cited(part: ComputedQuestion, catalogue: Catalogue, prefix: str, before: int) -> Cited:
    return Cited(computed=part, catalogue=catalogue, finding_id=f"{prefix}-{before + 1:03d}")


def _paced(text: str) -> str:
    """A speed that is told as a pace is called one."""
    return re.sub(r"\b([Ss])peed\b", lambda found: "Pace" if found[1] == "S" else "pace", text)


def _with(text: str, further: str) -> str:
    """A further sentence, behind a list or table as a paragraph of its own."""
    if not further:
        return text
    return f"{text}{chr(10) * 2 if chr(10) in text else ' '}{further}"


def tell(cited: Cited) -> Told:
    question = cited.question
    match question:
        case Tell():
            told = tell_number(question, cited)
        case TellRecords():
            told = tell_records(question, cited)
        case Decide():
            told = decide(question, cited)
        case Profile():
            told = profile(question, cited)
        case Relate():
            told = relate(question, cited)
        case Contrast():
            told = contrast(question, cited)
        case Trend():
            told = follow(question, cited)
        case ChangePoint():
            told = locate(question, cited)
        case Unusual():
            told = unusual(question, cited)
        case _:
            assert_never(question)
    return told
