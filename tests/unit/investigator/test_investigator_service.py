"""The service as it is deployed: a real gRPC server beside a real health_data over SQLite."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.api.investigator.v1 import investigator_pb2 as pb
from amy.api.investigator.v1 import investigator_pb2_grpc
from amy.runtime.channel import connect
from amy.runtime.errors import InvalidFieldError, UpstreamUnavailableError
from amy.runtime.server import Service
from services.health_data.__main__ import SERVICE as HEALTH_DATA
from services.health_data.domain.sample_person import sample_person
from services.investigator.__main__ import SERVICE as INVESTIGATOR

CHUNK = 64 * 1024
Stub: TypeAlias = "investigator_pb2_grpc.InvestigatorServiceAsyncStub"


@asynccontextmanager
async def running(service: Service, env: dict[str, str]) -> AsyncIterator[str]:
    """The address of the service while it runs."""
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(service.run(env, address.set_result, stop))
    try:
        yield await asyncio.wait_for(address, 60)
    finally:
        stop.set()
        await asyncio.wait_for(task, 60)


@pytest.fixture
async def stub(tmp_path: Path) -> AsyncIterator[Stub]:
    """Ada is the sample person, Tom has four days, nobody else has anything."""
    person = sample_person()
    few = "".join(f"2026-01-0{day},{9000 + day}\n" for day in range(1, 5))
    async with running(HEALTH_DATA, {"AMY_HEALTH_DATA_DATABASE_URL": f"sqlite:///{tmp_path / 'h.db'}"}) as data:
        await put_in(data, "ada", person.daily_csv, person.activities_csv, person.biomarkers_csv)
        await put_in(data, "tom", f"date,steps\n{few}")
        async with running(INVESTIGATOR, {"AMY_INVESTIGATOR_HEALTH_DATA_ADDRESS": data}) as address:
            described = pb.DESCRIPTOR.services_by_name["InvestigatorService"]
            async with connect(address, service=described, idempotent=["Investigate", "Brief"]) as channel:
                yield investigator_pb2_grpc.InvestigatorServiceStub(channel)


async def put_in(address: str, user_id: str, *files: str) -> None:
    described = health.DESCRIPTOR.services_by_name["HealthDataService"]
    async with connect(address, service=described, idempotent=[]) as channel:
        for file in files:
            content = file.encode()
            parts = [health.ImportRequest(header=health.ImportHeader(user_id=user_id, filename="file.csv"))]
            parts += [
                health.ImportRequest(chunk=content[start : start + CHUNK]) for start in range(0, len(content), CHUNK)
            ]
            await health_data_pb2_grpc.HealthDataServiceStub(channel).Import(iter(parts), timeout=60)


async def investigated(stub: Stub, request: pb.InvestigateRequest) -> pb.InvestigateCompleted:
    """What it ends with; before that there are thoughts alone."""
    *before, last = [response async for response in stub.Investigate(request, timeout=60)]
    assert {response.WhichOneof("event") for response in before} <= {"thought"}
    assert last.WhichOneof("event") == "completed"
    return last.completed


async def briefed(stub: Stub, request: pb.BriefRequest) -> pb.BriefCompleted:
    (response,) = [response async for response in stub.Brief(request, timeout=60)]
    return response.completed


async def test_the_sample_person_is_looked_at_and_briefed(
    stub: Stub,
) -> None:
    ada = await investigated(stub, pb.InvestigateRequest(user_id="ada", question="How am I doing?"))
    assert ada.status == pb.STATUS_ANSWERED
    assert (ada.digest.window.start_date, ada.digest.window.end_date) == ("2025-12-02", "2025-12-31")
    assert [each.metric for each in ada.digest.series][:2] == ["sleep_minutes", "resting_heart_rate"]
    kinds = [each.kind for each in ada.hypotheses]
    assert kinds.count(pb.HYPOTHESIS_KIND_CHANGE) == 6
    assert kinds.count(pb.HYPOTHESIS_KIND_LAB) == 1
    assert len(kinds) <= 24
    together = next(each for each in ada.hypotheses if each.kind == pb.HYPOTHESIS_KIND_TOGETHER)
    lab = next(each for each in ada.hypotheses if each.kind == pb.HYPOTHESIS_KIND_LAB)
    assert lab.title.startswith("Vitamin D")

    completed = await briefed(
        stub,
        pb.BriefRequest(
            user_id="ada",
            question="How am I doing?",
            investigated=ada,
            findings=[
                common.CheckedFinding(
                    finding=common.Finding(id="ds-007", question=together.question), verdict=common.VERDICT_VALIDATED
                ),
                common.CheckedFinding(
                    finding=common.Finding(id="ds-008", question=lab.question),
                    verdict=common.VERDICT_REJECTED,
                    has_reading=True,
                ),
            ],
            fact_sheet=[
                common.FactEntry(claim="ds-007.effect", value=-0.49),
                common.FactEntry(claim="reading-ds-008.left", value=27, unit="ng/mL"),
                common.FactEntry(claim="reading-ds-008.right", value=30, unit="ng/mL"),
            ],
        ),
    )
    assert completed.status == pb.STATUS_ANSWERED
    assert (
        "longer sleep duration, resting heart rate tends to be lower (correlation {{ds-007.effect}})" in completed.draft
    )
    assert "Your newest Vitamin D was {{reading-ds-008.left}}, below" in completed.draft


async def test_what_was_tested_before_is_not_proposed_again(
    stub: Stub,
) -> None:
    tested = common.FINDING_KIND_ASSOCIATION
    again = await investigated(
        stub,
        pb.InvestigateRequest(
            user_id="ada",
            question="How am I doing?",
            tested=[pb.EarlierTest(kind=tested, feature="sleep_minutes", target="resting_heart_rate")],
        ),
    )
    titles = [each.title for each in again.hypotheses]
    assert "sleep duration and resting heart rate" not in titles
    assert "active zone time and heart rate variability, the next day" in titles


async def test_the_same_records_give_the_same_bytes(stub: Stub) -> None:
    request = pb.InvestigateRequest(user_id="ada", question="Why am I so tired?")
    first, second = [await investigated(stub, request) for _ in range(2)]
    assert first.SerializeToString(deterministic=True) == second.SerializeToString(deterministic=True)
    assert first.digest.focus == "tiredness"


async def test_of_a_few_days_it_says_what_it_could_see(
    stub: Stub,
) -> None:
    tom = await investigated(stub, pb.InvestigateRequest(user_id="tom", question="How am I doing?"))
    assert tom.status == pb.STATUS_ANSWERED
    (level,) = tom.hypotheses
    assert (level.kind, level.title) == (pb.HYPOTHESIS_KIND_LEVEL, "step count over all data")
    assert [(each.metric, each.days) for each in tom.digest.series if each.days] == [("steps", 4)]
    read = common.CheckedFinding(
        finding=common.Finding(id="ds-001", question=level.question), verdict=common.VERDICT_REJECTED, has_reading=True
    )
    completed = await briefed(
        stub,
        pb.BriefRequest(
            user_id="tom",
            question="How am I doing?",
            investigated=tom,
            findings=[read],
            fact_sheet=[common.FactEntry(claim="reading-ds-001.value", value=9000, unit="count")],
        ),
    )
    assert completed.status == pb.STATUS_ANSWERED
    assert "- Step count: {{reading-ds-001.value}}" in completed.draft


async def test_of_nothing_on_record_it_says_so(stub: Stub) -> None:
    eve = await investigated(stub, pb.InvestigateRequest(user_id="eve", question="How am I doing?"))
    assert (eve.status, eve.HasField("digest"), len(eve.hypotheses)) == (pb.STATUS_DECLINED, True, 0)
    completed = await briefed(stub, pb.BriefRequest(user_id="eve", question="How am I doing?", investigated=eve))
    assert completed.draft.startswith("There is nothing on record yet")


@pytest.mark.parametrize("question", ["", "  ", "x" * 4001])
async def test_an_empty_or_overlong_question_is_refused(stub: Stub, question: str) -> None:
    with pytest.raises(InvalidFieldError):
        await investigated(stub, pb.InvestigateRequest(user_id="ada", question=question))


async def test_a_briefing_of_no_digest_is_refused(stub: Stub) -> None:
    with pytest.raises(InvalidFieldError):
        await briefed(stub, pb.BriefRequest(user_id="ada", question="How am I doing?"))


async def test_records_that_cannot_be_read_are_an_error_and_no_answer() -> None:
    env = {"AMY_INVESTIGATOR_HEALTH_DATA_ADDRESS": "127.0.0.1:1", "AMY_INVESTIGATOR_READ_TIMEOUT_S": "1"}
    described = pb.DESCRIPTOR.services_by_name["InvestigatorService"]
    async with running(INVESTIGATOR, env) as address, connect(address, service=described, idempotent=[]) as channel:
        request = pb.InvestigateRequest(user_id="ada", question="How am I doing?")
        with pytest.raises(UpstreamUnavailableError):
            async for _ in investigator_pb2_grpc.InvestigatorServiceStub(channel).Investigate(request, timeout=60):
                pass


async def test_laboratory_values_that_are_left_out_are_neither_seen_nor_proposed(stub: Stub) -> None:
    request = pb.InvestigateRequest(user_id="ada", question="How am I doing?", without_biomarkers=True)
    ada = await investigated(stub, request)
    assert ada.status == pb.STATUS_ANSWERED
    assert pb.HYPOTHESIS_KIND_LAB not in [each.kind for each in ada.hypotheses]
    assert "Vitamin D" not in str(ada)
