"""What the user is told of the numbers: an answer, its findings, its typed values and its pictures."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import assert_never

from services.data_science.adapters.rules.pictures import picture
from services.data_science.adapters.rules.telling.cited import Notebook, Result, Told
from services.data_science.adapters.rules.telling.describing import describe
from services.data_science.adapters.rules.telling.following import associate, compare, follow, locate
from services.data_science.adapters.rules.telling.rows import rank
from services.data_science.adapters.rules.telling.several import break_down, combine, name_kinds
from services.data_science.domain.analysis import Computed, Part, Picture, Summary, Value
from services.data_science.domain.draft import Draft
from services.data_science.domain.finding import Finding, scalars_of, written
from services.data_science.domain.query import (
    Associate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    Describe,
    Kinds,
    Ranking,
    Trend,
)
from services.data_science.domain.run import JsonValue


def summary(computed: tuple[Computed, ...], *, prefix: str) -> Summary:
    """Part by part: a paragraph, findings numbered through, values and pictures; a caveat is said once."""
    findings: list[Finding] = []
    paragraphs: list[str] = []
    values: list[Value] = []
    pictures: list[Picture] = []
    for each in computed:
        result = _mapping(each.result)
        told = _tell(each.part, result, _ids(prefix, after=len(findings)))
        findings += told.findings
        other = _otherwise(each, told, _ids(prefix, after=len(findings)))
        findings += other.findings
        caveat = each.part.caveat if each.part.caveat not in "".join(paragraphs) else ""
        paragraphs.append(_paragraph(told.text, other.text, caveat))
        values += told.values
        pictures += _pictures(each.part, result, told)
    draft = Draft.of("\n\n".join(paragraphs))
    return Summary(
        draft=draft.spelled,
        answer=written(draft, tuple(findings)),
        values=tuple(values),
        findings=tuple(findings),
        pictures=tuple(pictures),
    )


def _ids(prefix: str, *, after: int) -> Iterator[str]:
    return (f"{prefix}-{position:03d}" for position in count(after + 1))


def _paragraph(text: str, other: str, caveat: str) -> str:
    """The text, the other reading and the caveat; of a list the caveat stands before it, as part of its paragraph."""
    if "\n- " in text:
        return "\n\n".join(filter(None, (f"{caveat} {text}".strip(), other)))
    return " ".join(filter(None, (text, other, caveat)))


def _mapping(result: JsonValue) -> Result:
    return result if isinstance(result, Mapping) else {}


def _tell(part: Part, result: Result, ids: Iterator[str]) -> Told:
    notebook = Notebook(part, ids)
    match part.query:
        case Describe() as query:
            told = describe(query, result, notebook)
        case Compare() as query:
            told = compare(query, result, notebook)
        case Associate() as query:
            told = associate(query, result, notebook)
        case Trend() as query:
            told = follow(query, result, notebook)
        case ChangePoint() as query:
            told = locate(query, result, notebook)
        case Breakdown() as query:
            told = break_down(query, result, notebook)
        case Ranking() as query:
            told = rank(query, result, notebook)
        case Kinds() as query:
            told = name_kinds(query, result, notebook)
        case Combine() as query:
            told = combine(query, result, notebook)
        case _:
            assert_never(part.query)
    return told


def _otherwise(computed: Computed, told: Told, ids: Iterator[str]) -> Told:
    """What the less likely reading comes to, unless that is the same or nothing."""
    other = computed.part.other
    if other is None or not isinstance(computed.other, Mapping):
        return Told(text="")
    read = _tell(other, computed.other, ids)
    if not read.answer or _answer(read) == _answer(told):
        return Told(text="")
    likelier = "; I take the first reading to be the likelier" if told.answer else ""
    return Told(text=f"Read as {other.read_as}, it would be {read.answer}{likelier}.", findings=read.findings)


def _answer(told: Told) -> str:
    """As it is written, so that what differs by rounding alone is the same."""
    return written(Draft.of(told.answer), told.findings)


def _pictures(part: Part, result: Result, told: Told) -> Iterator[Picture]:
    """What of the result can be drawn, with the findings it rests on: of a description not the rows listed beside."""
    if not told.values:
        return
    findings = told.findings[:1] if isinstance(part.query, Describe) else told.findings
    scalars = scalars_of(findings[0].numbers) if len(findings) == 1 else {}
    drawn = picture(
        part.query,
        result,
        {key: scalar.value for key, scalar in scalars.items()},
        title=part.read_as,
        unit=part.unit,
        finding_ids=tuple(finding.id for finding in findings),
    )
    if drawn:
        yield drawn
