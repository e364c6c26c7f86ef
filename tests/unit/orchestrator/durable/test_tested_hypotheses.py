"""Hypotheses of earlier turns: kept with their test, read once a turn, and counted among what is tested now."""

from hypothesis import given
from hypothesis import strategies as st

from amy.api.common.v1 import common_pb2 as common
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.api.validator.v1 import validator_pb2 as validator
from amy.runtime.errors import UpstreamUnavailableError
from services.orchestrator.app.checkpoints import OPENING, VALIDATED, Loaded
from services.orchestrator.domain.evidence import Verdict
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.plan import MemoryKind, Vagueness
from services.orchestrator.domain.steps import (
    EarlierTest,
    MemoryContext,
    Opening,
    ProcessedFinding,
    Validation,
    each_once,
)
from tests.unit.orchestrator.durable.turn_peers import Peers
from tests.unit.orchestrator.durable.turn_system import ScriptedMind, orchestrating


def past_test(
    feature: str, p_value: float | None = None, kind: common.FindingKind.ValueType = common.FINDING_KIND_ASSOCIATION
) -> memory.FindingMeta:
    target = "sleep_minutes" if kind != common.FINDING_KIND_TREND else ""
    return memory.FindingMeta(feature=feature, target=target, lag_days=1, kind=kind, p_value=p_value)


def counted(feature: str, p_value: float | None = None) -> validator.TestedHypothesis:
    kind = common.FINDING_KIND_ASSOCIATION
    return validator.TestedHypothesis(feature=feature, target="sleep_minutes", lag_days=1, kind=kind, p_value=p_value)


async def test_what_was_tested_before_reaches_the_validator_each_hypothesis_once(sqlite_url: str) -> None:
    description = memory.FindingMeta(feature="steps", kind=common.FINDING_KIND_SCALAR)
    of_an_older_version = memory.FindingMeta(feature="weight_kg", target="steps")
    unknown = memory.FindingMeta(feature="weight_kg")
    newest_first = [
        past_test("steps", 0.0),
        past_test("steps", 0.9),
        past_test("steps", 0.2, kind=common.FINDING_KIND_TREND),
        past_test("calories_kcal"),
        description,
        of_an_older_version,
        unknown,
        *(past_test(f"feature_{number}") for number in range(600)),
    ]
    async with orchestrating(sqlite_url, peers=Peers(tested=newest_first)) as system:
        await system.ask()
        tested = list(system.peers.validated[-1].tested)
        await system.ask(include_memory=False)
    trend = validator.TestedHypothesis(kind=common.FINDING_KIND_TREND, feature="steps", lag_days=1, p_value=0.2)
    weight = validator.TestedHypothesis(kind=common.FINDING_KIND_ASSOCIATION, feature="weight_kg", target="steps")
    assert tested[:4] == [counted("steps", 0.0), trend, counted("calories_kcal"), weight]
    assert tested[4:] == [counted(f"feature_{number}") for number in range(500 - 7)]
    assert len(system.peers.validated[-1].tested) == 0
    assert system.peers.calls["ListTestedHypotheses"] == 1


async def test_the_place_of_a_test_and_what_came_of_it_go_to_the_validator_and_back_to_memory(sqlite_url: str) -> None:
    before = past_test("steps", 0.002)
    before.MergeFrom(memory.FindingMeta(place=3, level=0.001, verdict=common.VERDICT_CONDITIONAL))
    of_the_turn = validator.TestedHypothesis(feature="weight_kg", place=4, level=0.0005)
    async with orchestrating(sqlite_url, peers=Peers(tested=[before], hypothesis=of_the_turn)) as system:
        turn, _ = await system.ask()
    (told,) = system.peers.validated[-1].tested
    assert (told.place, told.level, told.verdict) == (3, 0.001, common.VERDICT_CONDITIONAL)
    kept = system.peers.recorded[turn.id].tested[0].meta
    assert (kept.place, kept.level) == (4, 0.0005)


async def test_that_a_verdict_is_another_than_before_is_said_below_the_answer_once(sqlite_url: str) -> None:
    changed = "When you last asked, the link held up in every check; this time it rests on other days."
    mind = ScriptedMind(sentences=["Sleep well."])
    async with orchestrating(sqlite_url, peers=Peers(changed=changed), mind=mind) as system:
        turn, _ = await system.ask()
    assert turn.result.answer == f"Sleep well.\n\n{changed}"


async def test_a_turn_goes_on_without_what_was_past_test(sqlite_url: str) -> None:
    async def down() -> None:
        raise UpstreamUnavailableError("away")

    peers = Peers(memory_markdown="## Goals\n- Sleep more.", tested=[past_test("steps")], before_list_tested=down)
    async with orchestrating(sqlite_url, peers=peers) as system:
        turn, _ = await system.ask()
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert len(peers.validated[-1].tested) == 0
    assert [note.text for note in peers.validated[-1].memory] == ["Sleep more."]


async def test_what_was_tested_is_remembered_with_its_test(sqlite_url: str) -> None:
    peers = Peers(lag_days=2, p_value=0.0)
    async with orchestrating(sqlite_url, peers=peers) as system:
        turn, _ = await system.ask()
        peers.p_value = None
        untested, _ = await system.ask()
    meta = peers.recorded[turn.id].tested[0].meta
    assert (meta.kind, meta.lag_days, meta.p_value) == (common.FINDING_KIND_SCALAR, 2, 0.0)
    assert meta.HasField("p_value")
    assert not peers.recorded[untested.id].tested[0].meta.HasField("p_value")


TESTS = st.builds(
    EarlierTest,
    kind=st.sampled_from(["association", "trend"]),
    feature=st.sampled_from(["steps", "weight_kg"]),
    target=st.sampled_from(["", "sleep_minutes"]),
    lag_days=st.integers(0, 1),
    p_value=st.none() | st.floats(0, 1),
    place=st.integers(0, 3),
    level=st.none() | st.floats(0, 1),
    verdict=st.none() | st.sampled_from(Verdict),
    claim=st.sampled_from(["", "How steps go."]),
)


@given(st.lists(TESTS, max_size=12))
def test_of_tests_of_the_same_thing_the_first_counts_and_comes_back_from_its_checkpoint(
    tests: list[EarlierTest],
) -> None:
    subjects = [(test.kind, test.feature, test.target, test.lag_days) for test in tests]
    once = each_once(tests)
    assert list(once) == [test for place, test in enumerate(tests) if subjects[place] not in subjects[:place]]
    notes = (MemoryNote(kind=MemoryKind.GOAL, text="t"),)
    opening = Opening(vagueness=Vagueness.LOW, memory=MemoryContext(markdown="m", notes=notes, tested=once))
    assert OPENING.load(OPENING.dump(Loaded(value=opening))).value == opening


def test_a_findings_test_comes_back_from_its_checkpoint() -> None:
    processed = ProcessedFinding(
        claim="c",
        finding_id="ds-001",
        feature="f",
        target="g",
        verdict=Verdict.REJECTED,
        effect=0.1,
        kind="association",
        lag_days=1,
        p_value=0.02,
        place=2,
        level=0.005,
    )
    validation = Validation(tested=(processed,))
    assert VALIDATED.load(VALIDATED.dump(Loaded(value=validation))).value == validation


def test_checkpoints_of_before_tests_were_kept_still_load() -> None:
    opening = OPENING.load('{"value": {"vagueness": "low", "memory": {"markdown": "m", "notes": []}}}').value
    assert opening == Opening(vagueness=Vagueness.LOW, memory=MemoryContext(markdown="m"))
    tested = '{"claim": "c", "finding_id": "ds-001", "feature": "f", "target": "", "verdict": "rejected", "effect": 1}'
    loaded = VALIDATED.load(f'{{"value": {{"findings": [], "fact_sheet": [], "tested": [{tested}]}}}}').value
    assert isinstance(loaded, Validation)
    (processed,) = loaded.tested
    assert (processed.kind, processed.lag_days, processed.p_value) == (None, 0, None)
    assert (processed.place, processed.level) == (0, None)
