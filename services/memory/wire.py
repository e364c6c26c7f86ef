"""Protos to domain values and back; pure and total."""

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from amy.api.common.v1 import common_pb2 as common
from amy.api.memory.v1 import memory_pb2 as pb
from amy.runtime.timestamps import instant
from services.memory.domain.listing import Page, Selection
from services.memory.domain.memory import (
    PUBLIC_CATEGORIES,
    Category,
    Extracted,
    FindingKind,
    FindingMeta,
    Kind,
    Memory,
    Tested,
    Verdict,
    Written,
)
from services.memory.domain.summary import Summary
from services.memory.domain.turn import ExtractedFact, TestedClaim

_CATEGORIES: Final = MappingProxyType(
    {
        Category.GOAL: pb.CATEGORY_GOAL,
        Category.INSIGHT: pb.CATEGORY_INSIGHT,
        Category.PREFERENCE: pb.CATEGORY_PREFERENCE,
        Category.HISTORY: pb.CATEGORY_HISTORY,
        Category.TESTED_HYPOTHESIS: pb.CATEGORY_TESTED_HYPOTHESIS,
    }
)
_KINDS: Final = MappingProxyType(
    {
        Kind.GOAL: pb.KIND_GOAL,
        Kind.BARRIER: pb.KIND_BARRIER,
        Kind.PREFERENCE: pb.KIND_PREFERENCE,
        Kind.INSIGHT: pb.KIND_INSIGHT,
        Kind.HYPOTHESIS: pb.KIND_HYPOTHESIS,
        Kind.DECISION: pb.KIND_DECISION,
        Kind.VALUE: pb.KIND_VALUE,
    }
)
_VERDICTS: Final = MappingProxyType(
    {
        Verdict.VALIDATED: common.VERDICT_VALIDATED,
        Verdict.CONDITIONAL: common.VERDICT_CONDITIONAL,
        Verdict.REJECTED: common.VERDICT_REJECTED,
    }
)
_FINDING_KINDS: Final = MappingProxyType(
    {
        FindingKind.ASSOCIATION: common.FINDING_KIND_ASSOCIATION,
        FindingKind.TREND: common.FINDING_KIND_TREND,
        FindingKind.SCALAR: common.FINDING_KIND_SCALAR,
    }
)
_CATEGORY_FROM_PROTO = {number: category for category, number in _CATEGORIES.items()}
_KIND_FROM_PROTO = {number: kind for kind, number in _KINDS.items()}
_VERDICT_FROM_PROTO = {number: verdict for verdict, number in _VERDICTS.items()}
_FINDING_KIND_FROM_PROTO = {number: kind for kind, number in _FINDING_KINDS.items()}


def category_from_proto(number: "pb.Category.ValueType") -> Category | None:
    """None for unspecified and for categories of a newer contract."""
    return _CATEGORY_FROM_PROTO.get(number)


def confidence_from_proto(request: pb.CreateMemoryRequest) -> float | None:
    return request.confidence if request.HasField("confidence") else None


def selection_from_proto(request: pb.ListMemoriesRequest) -> Selection:
    """A named category is shown even if it is bookkeeping; without one, bookkeeping only where it is included."""
    category = category_from_proto(request.category)
    if category is not None:
        categories = frozenset({category})
    else:
        categories = frozenset(Category) if request.include_tested_hypotheses else PUBLIC_CATEGORIES
    return Selection(
        categories=categories,
        after=instant(request.after, field="after") if request.HasField("after") else None,
        before=instant(request.before, field="before") if request.HasField("before") else None,
    )


def deletion_from_proto(request: pb.DeleteMemoriesRequest) -> Sequence[str] | None:
    """The ids of what is to go; None: everything."""
    return None if request.all else tuple(request.memory_ids)


def facts_from_proto(extracted: Iterable[pb.ExtractedMemory]) -> tuple[ExtractedFact, ...]:
    """Facts of a kind this service does not know are left out: extraction is best-effort."""
    return tuple(
        ExtractedFact(
            kind=_KIND_FROM_PROTO[fact.kind],
            text=fact.text,
            confidence=fact.confidence,
            subject=fact.subject,
            goal=fact.goal.SerializeToString(deterministic=True) if fact.HasField("goal") else None,
        )
        for fact in extracted
        if fact.kind in _KIND_FROM_PROTO
    )


def claims_from_proto(tested: Iterable[pb.TestedHypothesis]) -> tuple[TestedClaim, ...]:
    """Hypotheses without a verdict were not tested, and are left out."""
    return tuple(
        TestedClaim(claim=hypothesis.claim, meta=meta_from_proto(hypothesis.meta))
        for hypothesis in tested
        if hypothesis.meta.verdict in _VERDICT_FROM_PROTO
    )


def meta_from_proto(meta: pb.FindingMeta) -> FindingMeta:
    """An effect that is no finite number is none, and so is a chance outside 0..1 and a kind of a newer contract."""
    return FindingMeta(
        finding_id=meta.finding_id,
        feature=meta.feature,
        target=meta.target,
        verdict=_VERDICT_FROM_PROTO[meta.verdict],
        effect=meta.effect if meta.HasField("effect") and math.isfinite(meta.effect) else None,
        kind=_FINDING_KIND_FROM_PROTO.get(meta.kind),
        lag_days=meta.lag_days,
        p_value=meta.p_value if meta.HasField("p_value") and 0 <= meta.p_value <= 1 else None,
        place=max(0, meta.place),
        level=meta.level if meta.HasField("level") and 0 <= meta.level <= 1 else None,
    )


def meta_to_proto(meta: FindingMeta) -> pb.FindingMeta:
    return pb.FindingMeta(
        finding_id=meta.finding_id,
        feature=meta.feature,
        target=meta.target,
        verdict=_VERDICTS[meta.verdict],
        effect=meta.effect,
        kind=_FINDING_KINDS[meta.kind] if meta.kind else common.FINDING_KIND_UNSPECIFIED,
        lag_days=meta.lag_days,
        p_value=meta.p_value,
        place=meta.place,
        level=meta.level,
    )


def memory_to_proto(entry: Memory) -> pb.Memory:
    message = pb.Memory(
        id=entry.id,
        text=entry.text,
        category=_CATEGORIES[entry.category],
        confidence=entry.confidence,
        subject=entry.subject,
        goal=None if entry.goal is None else common.Goal.FromString(entry.goal),
    )
    message.created_at.FromDatetime(entry.created_at)
    match entry.origin:
        case Written():
            pass
        case Extracted(turn_id=turn_id, kind=kind):
            message.source_turn_id = turn_id
            message.kind = _KINDS[kind]
        case Tested(turn_id=turn_id, meta=meta):
            message.source_turn_id = turn_id
            message.meta.CopyFrom(meta_to_proto(meta))
    return message


def created_to_proto(entry: Memory) -> pb.CreateMemoryResponse:
    return pb.CreateMemoryResponse(memory=memory_to_proto(entry))


def page_to_proto(page: Page) -> pb.ListMemoriesResponse:
    return pb.ListMemoriesResponse(memories=map(memory_to_proto, page.entries), next_page_token=page.next_cursor)


def tested_page_to_proto(page: Page) -> pb.ListTestedHypothesesResponse:
    hypotheses = map(memory_to_proto, page.entries)
    return pb.ListTestedHypothesesResponse(hypotheses=hypotheses, next_page_token=page.next_cursor)


def summary_to_proto(summary: Summary) -> pb.SummarizeResponse:
    return pb.SummarizeResponse(markdown=summary.markdown, memories=map(memory_to_proto, summary.entries))


def recorded_to_proto(added: Mapping[Category, int]) -> pb.RecordTurnResponse:
    """Categories in their own order, those with nothing added left out."""
    counts = [pb.CategoryCount(category=_CATEGORIES[key], count=added[key]) for key in Category if key in added]
    return pb.RecordTurnResponse(added=counts)
