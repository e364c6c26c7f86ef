"""The service as it is deployed with a model: over the vendor's SDK, to a double that refuses what it refuses."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import groupby
from pathlib import Path

from amy.api.domain_expert.v1 import domain_expert_pb2 as pb
from amy.api.domain_expert.v1 import domain_expert_pb2_grpc
from amy.runtime.channel import connect
from services.domain_expert.__main__ import SERVICE
from services.domain_expert.adapters.model import Offered
from services.domain_expert.adapters.model.mind import IN_PROSE
from services.domain_expert.settings import Settings
from tests.vendor import Line, Script, Vendor, Wanted, calls, says, spend_limit_reached
from tests.vendor.server import API_KEY

EXPERT = pb.DESCRIPTOR.services_by_name["DomainExpertService"]
QUESTION = "How much sleep is normal?"


@asynccontextmanager
async def running(folder: Path, vendor: Vendor) -> AsyncIterator[str]:
    """The address of the service while it runs with such a vendor."""
    stop = asyncio.Event()
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    env = {
        "AMY_DOMAIN_EXPERT_DRAIN_S": "1",
        "AMY_DOMAIN_EXPERT_DATABASE_URL": f"sqlite:///{folder / 'own.db'}",
        "ANTHROPIC_BASE_URL": vendor.base_url,
        "ANTHROPIC_API_KEY": API_KEY,
        "AMY_CONSENT": "true",
        "AMY_MODEL": "claude-opus-5-5",
        "AMY_DOMAIN_EXPERT_TURN_JOURNAL": str(folder / "turns.jsonl"),
    }
    task = asyncio.ensure_future(SERVICE.run(env, found.set_result, stop))
    try:
        task.add_done_callback(lambda _: found.done() or found.cancel())
        yield await asyncio.wait_for(found, 60)
    finally:
        stop.set()
        await asyncio.wait_for(task, 60)


async def consulted(address: str, question: str) -> AsyncIterator[pb.ConsultResponse]:
    async with connect(address, service=EXPERT, idempotent=["Consult"]) as channel:
        stub = domain_expert_pb2_grpc.DomainExpertServiceStub(channel)
        asked = pb.ConsultRequest(user_id="ada", question=question)
        async for response in stub.Consult(asked, timeout=60):
            yield response


async def consult(address: str, question: str) -> list[pb.ConsultResponse]:
    return [response async for response in consulted(address, question)]


async def test_a_consultation_by_the_model_is_told_costed_and_journaled(tmp_path: Path) -> None:
    search = Wanted("knowledge_search", {"query": "How much sleep do adults need?"})
    script = Script(
        Line("react", calls(search, thinking="Sleep first.")),
        Line("react", says("Seven hours.")),
        Line("react", calls(Wanted("answer", {"statements": []}), thinking="Nothing.")),
    )
    async with Vendor(script) as vendor, running(tmp_path, vendor) as address:
        responses = await consult(address, QUESTION)
    script.check()
    kinds = [kind for kind, _ in groupby(response.WhichOneof("event") for response in responses)]
    assert kinds == ["thought", "tool_call", "tool_result", "thought", "completed"]
    thoughts = "".join(response.thought.delta for response in responses)
    assert thoughts == "Sleep first.\nNothing.\n"
    usage = responses[-1].completed.usage
    assert usage.cost_usd > 0
    assert usage.cache_read_tokens > 0
    assert usage.model == "claude-opus-5-5"
    opening, _, after_prose = (request.body for request in vendor.requests)
    assert [tool["name"] for tool in vendor.requests[0].tools] == ["knowledge_search", "range_compare", "answer"]
    [told] = after_prose["messages"][-1]["content"]
    assert (told["type"], told["text"]) == ("text", IN_PROSE)
    assert (after_prose["tools"], after_prose["system"]) == (opening["tools"], opening["system"])
    decided = [json.loads(line)["decision"] for line in (tmp_path / "turns.jsonl").read_text().splitlines()]
    assert decided == ["SearchKnowledge", "NothingKnown"]


async def test_a_thought_arrives_while_the_model_still_speaks(tmp_path: Path) -> None:
    search = Wanted("knowledge_search", {"query": "How much sleep do adults need?"})
    script = Script(
        Line("react", calls(search, thinking="I look at what is advised for adults first, and then at the rest.")),
        Line("react", calls(Wanted("answer", {"statements": []}))),
    )
    async with Vendor(script, per_delta_s=0.05) as vendor, running(tmp_path, vendor) as address:
        first_s, thoughts = 0.0, ""
        async for response in consulted(address, QUESTION):
            if response.HasField("thought"):
                first_s = first_s or time.monotonic()
                thoughts += response.thought.delta
    opening = [sent.at_s for sent in vendor.sent]
    assert opening[0] < first_s < next(s.at_s for s in vendor.sent if s.event["type"] == "message_stop")
    assert thoughts == "I look at what is advised for adults first, and then at the rest.\n"
    script.check()


async def test_where_the_vendor_refuses_the_rules_answer(tmp_path: Path) -> None:
    script = Script(Line("react", spend_limit_reached()))
    async with Vendor(script) as vendor, running(tmp_path, vendor) as address:
        responses = await consult(address, QUESTION)
    script.check()
    assert responses[-1].completed.status == pb.STATUS_ANSWERED


def test_the_model_is_offered_what_the_settings_turn_on() -> None:
    url = "https://a.example/x"
    given = {"DATABASE_URL": "sqlite://", "PUBMED_URL": url, "WEB_SEARCH_URL": url, "WEB_FETCH_HOSTS": "b.example"}
    given |= {"DATA_COMMONS_URL": url, "DATA_COMMONS_VARIABLES": "A, B", "DATA_COMMONS_PLACES": "country/DEU"}
    settings = Settings.from_env({f"AMY_DOMAIN_EXPERT_{name}": value for name, value in given.items()})
    assert settings.offered() == Offered(
        literature=True,
        search=True,
        fetch_hosts=frozenset({"b.example"}),
        variables=frozenset({"A", "B"}),
        places=frozenset({"country/DEU"}),
    )
    bare = Settings.from_env({"AMY_DOMAIN_EXPERT_DATABASE_URL": "sqlite://"})
    assert bare.offered() == Offered()
