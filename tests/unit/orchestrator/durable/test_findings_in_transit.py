"""A finding reaches the validator as its agent stated it, with all that says what it speaks of."""

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.query.v1 import query_pb2 as query
from amy.api.validator.v1 import validator_pb2 as validator
from amy.runtime.mesh import OPEN
from services.orchestrator.adapters.peers.connected import PeerAddresses, Peers, PeerTimeouts
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.steps import Finding, Validation
from services.orchestrator.ports.peers import AgentTask, Completed
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


def connected(played: turn_peers.Peers) -> Peers:
    addresses = PeerAddresses(
        data_science=played.address,
        validator=played.address,
        memory=played.address,
        health_data=played.address,
    )
    return Peers(addresses, timeouts=PeerTimeouts(agent_s=5, validator_s=5, lookup_s=5), mesh=OPEN)


@pytest.mark.parametrize(("days", "is_one"), [(1, True), (30, False)])
async def test_a_comparison_of_a_single_day_is_known_as_one(days: int, *, is_one: bool) -> None:
    compared = turn_peers.finding("ds")
    compared.numbers.extend(
        common.NamedNumber(key=key, scalar=count) for key, count in (("n_recent", days), ("n_prior", 30))
    )
    played = turn_peers.Peers()
    async with turn_peers.serving(played):
        peers = connected(played)
        found = Finding(id=compared.id, payload=compared.SerializeToString())
        *_, validation = [report async for report in peers.validator.validate("ada", [found], [], [])]
        await peers.close()
    assert isinstance(validation, Validation)
    assert [each.of_one_day for each in validation.findings] == [is_one]


async def test_how_sure_a_finding_is_comes_with_it() -> None:
    found = turn_peers.finding("ds")
    sealed = Finding(id=found.id, payload=found.SerializeToString())
    for certainty, texts in (
        (validator.Certainty(range="Most likely.", basis="On days."), ("Most likely.", "On days.")),
        (None, ("", "")),
    ):
        played = turn_peers.Peers(certainty=certainty)
        async with turn_peers.serving(played):
            peers = connected(played)
            *_, validation = [report async for report in peers.validator.validate("ada", [sealed], [], [])]
            await peers.close()
        assert isinstance(validation, Validation)
        assert [(each.range, each.basis) for each in validation.findings] == [texts]


async def test_the_question_of_a_finding_is_handed_on_whole() -> None:
    played = turn_peers.Peers(question=QUESTION)
    async with turn_peers.serving(played):
        peers = connected(played)
        task = AgentTask(user_id="ada", question="q", finding_prefix="ds", history=(), memory_markdown="")
        updates = [update async for update in peers.specialists[Agent.DATA_SCIENCE].run(task)]
        findings = [finding for update in updates if isinstance(update, Completed) for finding in update.findings]
        _ = [report async for report in peers.validator.validate("ada", findings, [], [])]
        await peers.close()
    stated = turn_peers.finding("ds")
    stated.question.CopyFrom(QUESTION)
    assert list(played.validated[0].findings) == [stated]
