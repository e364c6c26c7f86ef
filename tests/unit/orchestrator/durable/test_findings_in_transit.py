"""A finding reaches the validator as its agent stated it, with all that says what it speaks of."""

from amy.api.query.v1 import query_pb2 as query
from services.orchestrator.adapters.peers.connected import PeerAddresses, Peers, PeerTimeouts
from services.orchestrator.domain.plan import Agent
from services.orchestrator.ports import AgentTask, Completed
from tests.unit.orchestrator.durable import turn_peers

QUESTION = query.Question(
    tell=query.Tell(
        number=query.Number(
            count=query.Count(
                rows=query.Rows(
                    all=query.All(
                        table=query.TABLE_DAYS,
                        window=query.Window(
                            start=query.DayOrNumber(date="2026-10-01"), end=query.DayOrNumber(date="2026-10-31")
                        ),
                    )
                )
            )
        )
    )
)


async def test_the_question_of_a_finding_is_handed_on_whole() -> None:
    played = turn_peers.Peers(question=QUESTION)
    async with turn_peers.serving(played):
        addresses = PeerAddresses(
            data_science=played.address,
            validator=played.address,
            memory=played.address,
            health_data=played.address,
        )
        peers = Peers(addresses, timeouts=PeerTimeouts(agent_s=5, validator_s=5, lookup_s=5), mesh_token="")
        task = AgentTask(user_id="ada", question="q", finding_prefix="ds", history=(), memory_markdown="")
        updates = [update async for update in peers.specialists[Agent.DATA_SCIENCE].run(task)]
        findings = [finding for update in updates if isinstance(update, Completed) for finding in update.findings]
        _ = [report async for report in peers.validator.validate("ada", findings, [], [])]
        await peers.close()
    stated = turn_peers.finding("ds")
    stated.question.CopyFrom(QUESTION)
    assert list(played.validated[0].findings) == [stated]
