"""The service as it is deployed: a real gRPC server, what is shipped, and no tool that asks elsewhere."""

import asyncio
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.domain_expert.v1 import domain_expert_pb2 as pb
from amy.api.domain_expert.v1 import domain_expert_pb2_grpc
from amy.api.query.v1 import query_pb2 as query
from amy.runtime.channel import connect
from amy.runtime.errors import InvalidFieldError
from services.domain_expert.__main__ import SERVICE
from services.domain_expert.adapters.web import WebSettings
from services.domain_expert.adapters.web.calls import Limits
from services.domain_expert.settings import Settings

EXPERT = pb.DESCRIPTOR.services_by_name["DomainExpertService"]
ADA = pb.Person(sex=pb.SEX_FEMALE, age_years=36)
MEAN = query.Number(
    reduce=query.Reduce(
        rows=query.Rows(all=query.All(table=query.TABLE_DAYS, window=query.Window(label="the last 30 days"))),
        column=query.Column(field=query.Field(name="resting_heart_rate")),
        statistic=query.STATISTIC_MEAN,
    )
)
PULSE = common.Finding(
    id="ds-001",
    numbers=[common.NamedNumber(key="effect", scalar=61.25, unit="bpm")],
    question=query.Question(tell=query.Tell(number=MEAN)),
)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[str]:
    """The address of the service while it runs, set up with nothing but its database."""
    stop = asyncio.Event()
    env = {"AMY_DOMAIN_EXPERT_DRAIN_S": "1", "AMY_DOMAIN_EXPERT_DATABASE_URL": f"sqlite:///{folder / 'own.db'}"}
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(SERVICE.run(env, found.set_result, stop))
    try:
        task.add_done_callback(lambda _: found.done() or found.cancel())
        yield await asyncio.wait_for(found, 60)
    finally:
        stop.set()
        await asyncio.wait_for(task, 60)


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    async with running(tmp_path) as bound:
        yield bound


async def consult(address: str, request: pb.ConsultRequest) -> list[pb.ConsultResponse]:
    async with connect(address, service=EXPERT, idempotent=["Consult"]) as channel:
        stub = domain_expert_pb2_grpc.DomainExpertServiceStub(channel)
        return [response async for response in stub.Consult(request, timeout=60)]


async def test_a_service_that_stops_closes_its_knowledge(tmp_path: Path) -> None:
    def reading() -> int:
        return sum(thread.name.startswith("knowledge") for thread in threading.enumerate())

    before = reading()
    async with running(tmp_path) as address:
        await consult(address, pb.ConsultRequest(user_id="ada", question="What is a normal HRV?"))
        assert reading() == before + 1
    assert reading() == before


async def test_a_number_of_the_persons_own_is_compared_cited_and_told_as_a_reference(address: str) -> None:
    request = pb.ConsultRequest(
        user_id="ada", question="Is my resting heart rate normal?", findings=[PULSE], person=ADA
    )
    responses = await consult(address, request)
    kinds = [response.WhichOneof("event") for response in responses]
    assert kinds == ["tool_call", "tool_result", "tool_call", "tool_result", "completed"]
    assert [response.tool_call.tool for response in responses[:4:2]] == ["knowledge_search", "range_compare"]
    assert all(response.tool_result.success for response in responses[1:4:2])
    end = responses[-1].completed
    assert end.status == pb.STATUS_ANSWERED
    assert "{{ds-001.effect}}" in end.draft
    assert "61" not in end.draft
    assert end.citations
    for number, citation in enumerate(end.citations, 1):
        assert f"[{number}]" in end.draft
        assert citation.title
        assert citation.publisher
        assert citation.url.startswith(("https://", "http://"))
        assert citation.text
    assert f"[{len(end.citations) + 1}]" not in end.draft


async def test_what_nothing_here_answers_is_declined_and_not_an_error(address: str) -> None:
    responses = await consult(address, pb.ConsultRequest(user_id="ada", question="Who won the world cup in 2018?"))
    end = responses[-1].completed
    assert (end.status, end.draft) == (pb.STATUS_DECLINED, "None of my sources answers that, so I leave it open.")
    assert not end.citations


async def test_a_tool_that_is_not_set_up_is_told_as_a_failed_result(address: str) -> None:
    question = "What is the best treatment for back pain?"
    responses = await consult(address, pb.ConsultRequest(user_id="ada", question=question))
    assert [response.tool_call.tool for response in responses[:4:2]] == ["knowledge_search", "ncbi_search"]
    failed = responses[3].tool_result
    assert (failed.success, failed.error, failed.output) == (False, "That tool is not set up here.", "nothing")
    assert responses[-1].completed.status == pb.STATUS_DECLINED
    assert len(responses) == 5


@pytest.mark.parametrize("question", ["", "   ", "x" * 4001])
async def test_no_question_or_too_long_a_one_is_an_invalid_field(address: str, question: str) -> None:
    with pytest.raises(InvalidFieldError) as refused:
        await consult(address, pb.ConsultRequest(user_id="ada", question=question))
    assert refused.value.metadata == {"field": "question"}


async def test_the_same_question_is_answered_the_same_way_by_many_at_once(address: str) -> None:
    request = pb.ConsultRequest(user_id="ada", question="What is a good HRV?", person=ADA)
    answers = await asyncio.gather(*(consult(address, request) for _ in range(8)))
    drafts = {responses[-1].completed.draft for responses in answers}
    assert len(drafts) == 1
    assert drafts != {""}


def web_of(env: Mapping[str, str]) -> WebSettings:
    given = {"DATABASE_URL": "sqlite:///own.db", **env}
    return Settings.from_env({f"AMY_DOMAIN_EXPERT_{name}": value for name, value in given.items()}).web()


def test_nobody_elsewhere_is_asked_unless_the_settings_say_so() -> None:
    assert web_of({}) == WebSettings(limits=Limits(total_s=10.0))


def test_whom_the_web_tools_may_ask_comes_from_the_environment() -> None:
    env = {
        "PUBMED_URL": "https://eutils.example/entrez",
        "PUBMED_KEY": "k-1",
        "PUBMED_CONTACT": "ops@amy.example",
        "DATA_COMMONS_URL": "https://dc.example/v2/observation",
        "DATA_COMMONS_KEY": "k-2",
        "WEB_SEARCH_URL": "https://search.example/q",
        "WEB_SEARCH_KEY": "k-3",
        "WEB_FETCH_HOSTS": "www.nhs.example, medline.example",
        "WEB_TIMEOUT_S": "2.5",
    }
    web = web_of(env)
    assert web.pubmed
    assert web.pubmed.key
    assert (web.pubmed.url, web.pubmed.key.get_secret_value()) == ("https://eutils.example/entrez", "k-1")
    assert web.pubmed.contact == "ops@amy.example"
    assert web.data_commons
    assert web.data_commons.key.get_secret_value() == "k-2"
    assert web.search
    assert (web.search.url, web.search.key_header) == ("https://search.example/q", "X-Subscription-Token")
    assert web.fetch_hosts == {"www.nhs.example", "medline.example"}
    assert web.limits.total_s == 2.5
    assert not web.loopback_for_tests
    assert not any(key in repr(web) for key in ("k-1", "k-2", "k-3"))


def test_an_address_without_key_or_contact_is_asked_without() -> None:
    web = web_of({"PUBMED_URL": "https://eutils.example/entrez"})
    assert web.pubmed
    assert (web.pubmed.key, web.pubmed.contact) == (None, None)
    assert (web.data_commons, web.search, web.fetch_hosts) == (None, None, frozenset())


@pytest.mark.parametrize("seconds", ["0", "-1", "soon"])
def test_a_time_limit_that_is_none_stops_the_start(seconds: str) -> None:
    with pytest.raises(ValueError, match="web_timeout_s"):
        web_of({"WEB_TIMEOUT_S": seconds})
