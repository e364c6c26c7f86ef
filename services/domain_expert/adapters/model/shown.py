"""What the model is shown of a case and of what was found. Texts and lists are cut, so that no prompt grows with them.

Every text that a tool has found is fenced, with the id by which it is cited.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Final

from amy.llm.prompts import Fenced
from services.domain_expert.domain.case import Case, OwnNumber, Person
from services.domain_expert.domain.citing import Citable
from services.domain_expert.domain.decisions import (
    Compared,
    CompareRange,
    Failed,
    FoundArticles,
    FoundHits,
    FoundPassages,
    FoundStatistics,
    Observed,
    ReadPage,
    Statement,
)
from services.domain_expert.domain.documents.found import FoundDocuments, name_of, title_of, told_of
from services.domain_expert.domain.documents.quoting import quotable
from services.domain_expert.domain.documents.ranking import Excerpt
from services.domain_expert.domain.ranges.comparing import Comparison, Placed
from services.domain_expert.domain.ranges.rows import Row, RowKind
from services.domain_expert.domain.ranges.telling import among_others, meaning, verdict

MOST_MESSAGES: Final = 10
LONGEST_MESSAGE: Final = 2000
LONGEST_QUESTION: Final = 4000
MOST_NUMBERS: Final = 24
MOST_ROWS: Final = 24
LONGEST_FOUND: Final = 2000
LONGEST_PAGE: Final = 8000
LONGEST_SOURCE: Final = 300
NONE: Final = "(none)"
NOTHING_FOUND: Final = "Nothing was found."
LEFT_OUT: Final = (
    "Sentences on treatment or a diagnosis were left out here: they are for whoever wrote them. Where they are what is "
    "asked for, say that the document has something on it which you leave to it."
)
_KINDS: Final = {
    RowKind.DECISION_LIMIT: "guideline limit",
    RowKind.REFERENCE_INTERVAL: "usual interval",
    RowKind.PERCENTILE: "percentile",
    RowKind.TARGET: "target that is advised",
}

_NAMES: Final = {
    FoundPassages: "passages",
    FoundArticles: "articles",
    FoundHits: "pages that a search names",
    ReadPage: "page",
    FoundStatistics: "statistics",
}


def cut(text: str, most: int) -> str:
    """The text, or as much of its beginning as fits."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def listed(lines: Iterable[str]) -> str:
    return "\n".join(lines) or NONE


def earlier(case: Case) -> str:
    """The newest messages before the question, oldest first."""
    return listed(f"- {cut(said, LONGEST_MESSAGE)}" for said in case.earlier[-MOST_MESSAGES:])


def person(known: Person) -> str:
    told = [known.sex.value] if known.sex else []
    told += [f"{known.age_years} years old"] if known.age_years is not None else []
    return ", ".join(told) or "nothing"


def numbers(own: Sequence[OwnNumber]) -> str:
    return listed(
        f"- {cut(each.claim, LONGEST_MESSAGE)}: {each.of}, {each.statistic}"
        f"{f', {each.window}' if each.window else ''} = {each.value:g} {each.unit}".rstrip()
        for each in own[:MOST_NUMBERS]
    )


def results(observed: Sequence[Observed], case: Case) -> str:
    """What came of one call."""
    return "\n\n".join(_result(each, case) for each in observed)


def _result(observed: Observed, case: Case) -> str:
    match observed.result:
        case Failed(reason=reason):
            return reason
        case Compared(comparison=comparison):
            return _comparison(comparison, observed.call, case)
        case FoundDocuments() as documents:
            return _documents(documents)
        case found:
            return _found(_NAMES[type(found)], observed.citable)


def _found(name: str, citable: Sequence[Citable]) -> str:
    most = LONGEST_PAGE if len(citable) == 1 else LONGEST_FOUND
    return str(Fenced(name, "\n\n".join(_cited(each, most) for each in citable))) if citable else NOTHING_FOUND


def _documents(found: FoundDocuments) -> str:
    """The sentences that may be told; those on treatment or a diagnosis are their writer's, and not shown."""
    return str(
        Fenced("the person's own documents, which nobody has reviewed", "\n\n".join(map(_excerpt, found.excerpts)))
    )


def _excerpt(excerpt: Excerpt) -> str:
    sentences = told_of(excerpt)
    kept = [each for each in sentences if quotable(each)]
    left_out = f"\n{LEFT_OUT}" if len(kept) < len(sentences) else ""
    return f"id: {name_of(excerpt)}\ntitle: {title_of(excerpt)}\ntext: {cut(' '.join(kept), LONGEST_FOUND)}{left_out}"


def _cited(citable: Citable, most: int) -> str:
    source = citable.sources[0] if citable.sources else None
    told = f"{source.title}, {source.publisher}, {source.year or 'no year'}" if source else "no source"
    return f"id: {citable.id}\nsource: {cut(told, LONGEST_SOURCE)}\ntext: {cut(citable.text, most)}"


def _comparison(comparison: Comparison, call: object, case: Case) -> str:
    value = _written(call, case) if isinstance(call, CompareRange) else ""
    lines = [*_places(comparison, value), *_said(comparison, value)]
    by_id = {citable.id: citable for citable in comparison.citable}
    # Those that place the value come first, so that they are never cut.
    placing = [row.id for row in (*_placing(comparison), *comparison.percentiles)]
    rows = sorted(comparison.rows, key=lambda row: placing.index(row.id) if row.id in placing else len(placing))
    lines += [_row(row, by_id[row.id]) for row in rows[:MOST_ROWS]]
    return str(Fenced("ranges", "\n".join(lines))) if lines else NOTHING_FOUND


def _written(call: CompareRange, case: Case) -> str:
    """How the number is told: a reference, or as the person wrote it."""
    own = (each for each in case.own_numbers if each.of.casefold() == call.of.casefold())
    claim = next((each.claim for each in own if Decimal(str(each.value)) == call.value), "")
    return f"{{{{{claim}}}}}" if claim else "" if call.value is None else f"{call.value} {call.unit}".rstrip()


def _places(comparison: Comparison, value: str) -> Iterator[str]:
    if not value:
        return
    if comparison.laboratory is not None:
        yield f"{value} is {comparison.laboratory.value} the laboratory's own range, which counts first."
    for placed in (comparison.limit, comparison.interval, comparison.target):
        if placed is not None:
            yield f"{value} is {placed.side.value} the {_KINDS[placed.row.kind]} {placed.row.id}."


def _placing(comparison: Comparison) -> tuple[Row, ...]:
    placed: tuple[Placed | None, ...] = (comparison.limit, comparison.interval, comparison.target)
    return tuple(each.row for each in placed if each is not None)


def _said(comparison: Comparison, value: str) -> Iterator[str]:
    """What was written and reviewed on just this place of a number."""
    said: list[Statement] = [*verdict(comparison, value=value), *meaning(comparison, value=value)]
    said += among_others(comparison, noun=comparison.of.replace("_", " "), value=value)
    for statement in said:
        if statement.rests_on:
            yield f"may be said, resting on {', '.join(statement.rests_on)}: {statement.text}"


def _row(row: Row, citable: Citable) -> str:
    return f"id: {row.id} | {_KINDS[row.kind]} | {row.means} | {cut(citable.text, LONGEST_FOUND)}"
