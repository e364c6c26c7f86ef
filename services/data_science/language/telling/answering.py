"""The answer to what was asked: sentences, findings and typed values, one part after the other."""

import re
from collections.abc import Sequence
from typing import Final, assert_never

from services.data_science.domain.algebra import (
    ChangePoint,
    Contrast,
    Decide,
    Number,
    Profile,
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
