"""Protos to domain values and back; pure and total."""

import math
from collections.abc import Iterator
from typing import Final, assert_never

from amy.api.common.v1 import common_pb2 as common
from amy.api.domain_expert.v1 import domain_expert_pb2 as pb
from amy.api.query.v1 import query_pb2 as query
from amy.runtime.usage import usage_to_proto
from services.domain_expert.domain.case import Case, OwnNumber, Person, Sex
from services.domain_expert.domain.checking import Cited
from services.domain_expert.domain.documents.document import Document, MediaType
from services.domain_expert.domain.documents.found import OwnDocument
from services.domain_expert.domain.documents.listing import Page
from services.domain_expert.domain.events import Completed, Event, Status, Thought, ToolCall, ToolResult

_SEXES: Final = {pb.SEX_FEMALE: Sex.FEMALE, pb.SEX_MALE: Sex.MALE}
_STATUSES: Final = {
    Status.ANSWERED: pb.STATUS_ANSWERED,
    Status.DECLINED: pb.STATUS_DECLINED,
    Status.FAILED: pb.STATUS_FAILED,
}
_MEDIA_TYPES: Final = {
    MediaType.PLAIN: pb.MEDIA_TYPE_PLAIN,
    MediaType.MARKDOWN: pb.MEDIA_TYPE_MARKDOWN,
}
_MEDIA_TYPE_FROM_PROTO: Final = {number: media_type for media_type, number in _MEDIA_TYPES.items()}
_OLDEST: Final = 130
_CALLED: Final = {
    "systolic_blood_pressure": "systolic blood pressure",
    "diastolic_blood_pressure": "diastolic blood pressure",
    "body_fat_percent": "body fat",
}
"""What a daily metric is called where it is judged by another name than its own."""


def case_from_proto(request: pb.ConsultRequest) -> Case:
    """Of what was said before the person's own messages; of the findings those that are one number of a quantity."""
    said = (message.content for message in request.history if message.role == common.ROLE_USER)
    return Case(
        user_id=request.user_id,
        question=request.question,
        earlier=tuple(said),
        own_numbers=tuple(number for finding in request.findings for number in _numbers(finding)),
        person=_person(request.person),
    )


def _person(proto: pb.Person) -> Person:
    """An age that nobody has counts as unknown."""
    age = proto.age_years if proto.HasField("age_years") and 0 <= proto.age_years <= _OLDEST else None
    return Person(sex=_SEXES.get(proto.sex), age_years=age)


def _numbers(finding: common.Finding) -> Iterator[OwnNumber]:
    """The number a finding tells, if it is one statistic of one quantity or a limit of the laboratory, and finite."""
    if finding.question.WhichOneof("question") != "tell":
        return
    value = next((each for each in finding.numbers if each.key == "effect" and each.HasField("scalar")), None)
    asked = finding.question.tell.number
    if value is None or not math.isfinite(value.scalar):
        return
    match asked.WhichOneof("number"):
        case "reduce" if asked.reduce.column.WhichOneof("column") == "field":
            of = asked.reduce.column.field.name
            statistic = query.Statistic.Name(asked.reduce.statistic).removeprefix("STATISTIC_").lower()
            window = _window(asked.reduce.rows)
        case "reference_bound":
            of = asked.reference_bound.biomarker
            statistic = "reference_low" if asked.reference_bound.side == query.SIDE_LOW else "reference_high"
            window = ""
        case _:
            return
    claim = f"{finding.id}.{value.key}"
    day = f"{finding.id}.day" if any(each.key == "day" for each in finding.numbers) else ""
    yield OwnNumber(
        claim=claim,
        of=_CALLED.get(of, of),
        statistic=statistic,
        value=value.scalar,
        unit=value.unit,
        window=window,
        day=day,
    )


def _window(rows: query.Rows) -> str:
    """The days as a person would say them; empty where they are chosen in another way."""
    return rows.all.window.label if rows.WhichOneof("rows") == "all" else ""


def event_to_proto(event: Event) -> pb.ConsultResponse:
    match event:
        case Thought(delta=delta):
            return pb.ConsultResponse(thought=common.Thought(delta=delta))
        case ToolCall():
            return pb.ConsultResponse(tool_call=common.ToolCall(id=event.id, tool=event.tool, input=event.words))
        case ToolResult():
            return pb.ConsultResponse(
                tool_result=common.ToolResult(
                    call_id=event.call_id,
                    success=not event.error,
                    output=event.words,
                    error=event.error,
                    duration_ms=event.duration_ms,
                )
            )
        case Completed():
            return pb.ConsultResponse(
                completed=pb.ConsultCompleted(
                    status=_STATUSES[event.status],
                    draft=event.draft,
                    citations=map(_citation, event.citations),
                    usage=usage_to_proto(event.spent),
                    needs=event.needs,
                )
            )
        case _:
            assert_never(event)


def _citation(cited: Cited) -> pb.Citation:
    source = cited.source
    publisher = f"{source.publisher}, {source.year}" if source.year else source.publisher
    return pb.Citation(
        title=source.title,
        publisher=publisher,
        url=source.url,
        doi=source.doi,
        text=cited.text,
        document_id=source.document_id if isinstance(source, OwnDocument) else "",
    )


def media_type_from_proto(number: "pb.MediaType.ValueType") -> MediaType | None:
    """None for unspecified and for those of a newer contract."""
    return _MEDIA_TYPE_FROM_PROTO.get(number)


def document_to_proto(document: Document) -> pb.Document:
    message = pb.Document(
        id=document.id,
        title=document.title,
        media_type=_MEDIA_TYPES[document.media_type],
        size_bytes=document.size_bytes,
    )
    message.created_at.FromDatetime(document.created_at)
    return message


def created_to_proto(document: Document) -> pb.CreateDocumentResponse:
    return pb.CreateDocumentResponse(document=document_to_proto(document))


def whole_to_proto(document: Document, text: str) -> pb.GetDocumentResponse:
    return pb.GetDocumentResponse(document=document_to_proto(document), text=text)


def page_to_proto(page: Page) -> pb.ListDocumentsResponse:
    return pb.ListDocumentsResponse(documents=map(document_to_proto, page.documents), next_page_token=page.next_cursor)
