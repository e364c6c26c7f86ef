"""The memory service, over gRPC."""

from collections.abc import Mapping, Sequence
from typing import Final

import grpc

from amy.api.common.v1.common_pb2 import Goal
from amy.api.memory.v1 import memory_pb2 as pb
from amy.api.memory.v1 import memory_pb2_grpc
from amy.runtime.timestamps import instant
from amy.text import inert
from services.orchestrator import wire
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.plan import ExtractedMemory, MemoryKind
from services.orchestrator.domain.steps import EarlierTest, MemoryContext, ProcessedFinding

SERVICE: Final = pb.DESCRIPTOR.services_by_name["MemoryService"]
IDEMPOTENT: Final = ("Summarize", "ListMemories", "DeleteMemories", "RecordTurn", "ListTestedHypotheses")
MAX_TESTED: Final = 500
MAX_NOTE: Final = 500
_PAGE: Final = 100

_KINDS: Final[Mapping[MemoryKind, "pb.Kind.ValueType"]] = {
    MemoryKind.GOAL: pb.KIND_GOAL,
    MemoryKind.BARRIER: pb.KIND_BARRIER,
    MemoryKind.PREFERENCE: pb.KIND_PREFERENCE,
    MemoryKind.INSIGHT: pb.KIND_INSIGHT,
    MemoryKind.HYPOTHESIS: pb.KIND_HYPOTHESIS,
    MemoryKind.DECISION: pb.KIND_DECISION,
    MemoryKind.VALUE: pb.KIND_VALUE,
}
_KINDS_READ: Final = {proto: kind for kind, proto in _KINDS.items()}
_CATEGORY_KINDS: Final[Mapping["pb.Category.ValueType", MemoryKind]] = {
    pb.CATEGORY_GOAL: MemoryKind.GOAL,
    pb.CATEGORY_INSIGHT: MemoryKind.INSIGHT,
    pb.CATEGORY_PREFERENCE: MemoryKind.PREFERENCE,
    pb.CATEGORY_HISTORY: MemoryKind.BARRIER,
}
"""What an entry that a user wrote under a category is to those who read notes."""
_CATEGORIES: Final[Mapping["pb.Category.ValueType", str]] = {
    pb.CATEGORY_INSIGHT: "insight",
    pb.CATEGORY_GOAL: "goal",
    pb.CATEGORY_PREFERENCE: "preference",
    pb.CATEGORY_HISTORY: "history",
}


class RemoteMemory:
    """A `MemoryKeeper`."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = memory_pb2_grpc.MemoryServiceStub(channel)
        self._timeout_s = timeout_s

    async def summarize(self, user_id: str) -> MemoryContext:
        response = await self._stub.Summarize(pb.SummarizeRequest(user_id=user_id), timeout=self._timeout_s)
        notes = (_note(memory) for memory in response.memories)
        return MemoryContext(markdown=response.markdown, notes=tuple(note for note in notes if note is not None))

    async def entries(self, user_id: str) -> Sequence[MemoryNote]:
        entries: list[MemoryNote] = []
        request = pb.ListMemoriesRequest(user_id=user_id, page_size=_PAGE)
        while True:
            page = await self._stub.ListMemories(request, timeout=self._timeout_s)
            entries += (_note_of(memory, _kind(memory) or MemoryKind.DECISION) for memory in page.memories)
            if not page.next_page_token:
                return entries
            request.page_token = page.next_page_token

    async def forget(self, user_id: str, ids: Sequence[str] | None) -> None:
        request = pb.DeleteMemoriesRequest(user_id=user_id, memory_ids=ids or (), all=ids is None)
        await self._stub.DeleteMemories(request, timeout=self._timeout_s)

    async def tested(self, user_id: str) -> Sequence[EarlierTest]:
        request = pb.ListTestedHypothesesRequest(user_id=user_id, page_size=MAX_TESTED)
        response = await self._stub.ListTestedHypotheses(request, timeout=self._timeout_s)
        tests = map(_earlier, response.hypotheses)
        return tuple(test for test in tests if test is not None)

    async def record(
        self,
        user_id: str,
        turn_id: str,
        *,
        extracted: Sequence[ExtractedMemory],
        processed: Sequence[ProcessedFinding],
        outdated_subjects: Sequence[str] = (),
    ) -> Sequence[tuple[str, int]]:
        request = pb.RecordTurnRequest(
            user_id=user_id,
            turn_id=turn_id,
            extracted=[_extracted(memory) for memory in extracted],
            tested=[_tested(finding) for finding in processed],
            outdated_subjects=outdated_subjects,
        )
        response = await self._stub.RecordTurn(request, timeout=self._timeout_s)
        added = {count.category: count.count for count in response.added}
        return [(name, added.get(category, 0)) for category, name in _CATEGORIES.items()]


def _note(memory: pb.Memory) -> MemoryNote | None:
    kind = _kind(memory)
    return None if kind is None else _note_of(memory, kind)


def _note_of(memory: pb.Memory, kind: MemoryKind) -> MemoryNote:
    return MemoryNote(
        kind=kind,
        text=inert(memory.text, limit=MAX_NOTE),
        id=memory.id,
        created_at=instant(memory.created_at, field="created_at"),
        turn_id=memory.source_turn_id,
        subject=memory.subject,
        goal=memory.goal.SerializeToString(deterministic=True) if memory.HasField("goal") else None,
    )


def _extracted(memory: ExtractedMemory) -> pb.ExtractedMemory:
    return pb.ExtractedMemory(
        kind=_KINDS[memory.kind],
        text=memory.text,
        confidence=memory.confidence,
        subject=memory.subject,
        goal=None if memory.goal is None else Goal.FromString(memory.goal),
    )


def _tested(finding: ProcessedFinding) -> pb.TestedHypothesis:
    meta = pb.FindingMeta(
        finding_id=finding.finding_id,
        feature=finding.feature,
        target=finding.target,
        verdict=wire.verdict_to_proto(finding.verdict),
        effect=finding.effect,
        kind=wire.finding_kind_to_proto(finding.kind),
        lag_days=finding.lag_days,
        p_value=finding.p_value,
        place=finding.place,
        level=finding.level,
    )
    return pb.TestedHypothesis(claim=finding.claim, meta=meta)


def _earlier(hypothesis: pb.Memory) -> EarlierTest | None:
    """None for a description, which tests nothing. What has a target is an association, also where no kind was kept."""
    meta = hypothesis.meta
    kind = wire.finding_kind_from_proto(meta.kind) or ("association" if meta.target else None)
    if kind is None or kind == "scalar":
        return None
    return EarlierTest(
        kind=kind,
        feature=meta.feature,
        target=meta.target,
        lag_days=meta.lag_days,
        p_value=meta.p_value if meta.HasField("p_value") else None,
        place=meta.place,
        level=meta.level if meta.HasField("level") else None,
        verdict=wire.verdict_from_proto(meta.verdict) if meta.verdict else None,
        claim=hypothesis.text,
    )


def _kind(memory: pb.Memory) -> MemoryKind | None:
    if memory.HasField("kind"):
        return _KINDS_READ.get(memory.kind)
    return _CATEGORY_KINDS.get(memory.category)
