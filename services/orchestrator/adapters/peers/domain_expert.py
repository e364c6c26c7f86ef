"""The domain expert, over gRPC."""

from collections.abc import AsyncIterator, Mapping
from typing import Final

import grpc

from amy.api.common.v1 import common_pb2 as common
from amy.api.domain_expert.v1 import domain_expert_pb2 as pb
from amy.api.domain_expert.v1 import domain_expert_pb2_grpc
from services.orchestrator import wire
from services.orchestrator.adapters.peers.narrating import updates
from services.orchestrator.domain.evidence import AgentStatus, Citation
from services.orchestrator.domain.person import Person, Sex
from services.orchestrator.ports.peers import AgentTask, AgentUpdate, Completed

SERVICE: Final = pb.DESCRIPTOR.services_by_name["DomainExpertService"]

_STATUSES: Final[Mapping["pb.Status.ValueType", AgentStatus]] = {
    pb.STATUS_ANSWERED: AgentStatus.ANSWERED,
    pb.STATUS_DECLINED: AgentStatus.DECLINED,
    pb.STATUS_FAILED: AgentStatus.FAILED,
}
_COMPARED: Final = "It set your own number beside what is known."
_SEXES: Final[Mapping[Sex, "pb.Sex.ValueType"]] = {Sex.FEMALE: pb.SEX_FEMALE, Sex.MALE: pb.SEX_MALE}


class DomainExpert:
    """A `Specialist`. It is told what others found of the person's data, and whom it is about."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = domain_expert_pb2_grpc.DomainExpertServiceStub(channel)
        self._timeout_s = timeout_s

    async def run(self, task: AgentTask) -> AsyncIterator[AgentUpdate]:
        request = pb.ConsultRequest(
            user_id=task.user_id,
            question=task.question,
            history=wire.history_to_proto(task.history),
            memory_summary=task.memory_markdown,
            findings=[common.Finding.FromString(finding.payload) for finding in task.findings],
            person=_person(task.person),
        )
        responses = self._stub.Consult(request, timeout=self._timeout_s)
        async for update in updates(responses, lambda response: _completed(response.completed)):
            yield update


def _person(person: Person) -> pb.Person:
    sex = _SEXES[person.sex] if person.sex else pb.SEX_UNSPECIFIED
    return pb.Person(sex=sex, age_years=person.age_years)


def _for_people(draft: str) -> str:
    """The paragraphs that hold no number of the person's, which nobody has checked yet."""
    told = [paragraph for paragraph in draft.split("\n\n") if "{{" not in paragraph]
    return "\n\n".join(told) or _COMPARED


def _completed(proto: pb.ConsultCompleted) -> Completed:
    """A status that is not known counts as failed."""
    return Completed(
        status=_STATUSES.get(proto.status, AgentStatus.FAILED),
        answer=_for_people(proto.draft),
        draft=proto.draft,
        findings=(),
        citations=tuple(
            Citation(
                title=one.title,
                publisher=one.publisher,
                url=one.url,
                doi=one.doi,
                text=one.text,
                document_id=one.document_id,
            )
            for one in proto.citations
        ),
        needs=tuple(proto.needs),
    )
