"""The service end to end: real gRPC, real databases."""

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.common.v1 import common_pb2 as common
from amy.api.memory.v1 import memory_pb2 as pb
from amy.runtime.errors import InvalidFieldError, MemoryNotFoundError
from amy.runtime.ids import is_id

if TYPE_CHECKING:
    from amy.api.memory.v1.memory_pb2_grpc import MemoryServiceAsyncStub


async def create(
    memory: "MemoryServiceAsyncStub",
    text: str = "Vegetarian. No fish.",
    category: "pb.Category.ValueType" = pb.CATEGORY_PREFERENCE,
    *,
    user: str = "anna",
    confidence: float | None = None,
) -> pb.Memory:
    request = pb.CreateMemoryRequest(user_id=user, text=text, category=category, confidence=confidence)
    return (await memory.CreateMemory(request, timeout=60)).memory


async def texts(memory: "MemoryServiceAsyncStub", *, user: str = "anna", tested: bool = False) -> list[str]:
    request = pb.ListMemoriesRequest(user_id=user, page_size=100, include_tested_hypotheses=tested)
    return [entry.text for entry in (await memory.ListMemories(request, timeout=60)).memories]


def fact(text: str, kind: "pb.Kind.ValueType" = pb.KIND_GOAL, confidence: float = 0.8) -> pb.ExtractedMemory:
    return pb.ExtractedMemory(kind=kind, text=text, confidence=confidence)


def hypothesis(
    claim: str,
    *,
    finding_id: str = "ds-001",
    feature: str = "steps",
    target: str = "sleep_minutes",
    verdict: "common.Verdict.ValueType" = common.VERDICT_VALIDATED,
    effect: float | None = -0.31,
    lag_days: int = 0,
    p_value: float | None = None,
) -> pb.TestedHypothesis:
    meta = pb.FindingMeta(
        finding_id=finding_id,
        feature=feature,
        target=target,
        verdict=verdict,
        effect=effect,
        kind=common.FINDING_KIND_ASSOCIATION,
        lag_days=lag_days,
        p_value=p_value,
    )
    return pb.TestedHypothesis(claim=claim, meta=meta)


async def record(
    memory: "MemoryServiceAsyncStub",
    turn_id: str,
    *,
    extracted: tuple[pb.ExtractedMemory, ...] = (),
    hypotheses: tuple[pb.TestedHypothesis, ...] = (),
    user: str = "anna",
    outdated: tuple[str, ...] = (),
) -> dict[int, int]:
    request = pb.RecordTurnRequest(
        user_id=user, turn_id=turn_id, extracted=extracted, tested=hypotheses, outdated_subjects=outdated
    )
    return {count.category: count.count for count in (await memory.RecordTurn(request, timeout=60)).added}


async def test_what_a_user_writes_is_certain_and_has_no_source_turn(memory: "MemoryServiceAsyncStub") -> None:
    before = datetime.now(UTC)
    written = await create(memory, "  Vegetarian. No fish.  ")
    assert is_id(written.id, "mem")
    assert written.text == "Vegetarian. No fish."
    assert written.confidence == 1.0
    assert not written.HasField("source_turn_id")
    assert not written.HasField("kind")
    assert not written.HasField("meta")
    assert before <= written.created_at.ToDatetime(tzinfo=UTC) <= datetime.now(UTC)


async def test_a_memory_of_500_characters_is_kept_whole(memory: "MemoryServiceAsyncStub") -> None:
    await create(memory, "ä" * 500)
    assert await texts(memory) == ["ä" * 500]


@pytest.mark.parametrize(
    ("text", "category", "confidence", "field"),
    [
        ("", pb.CATEGORY_GOAL, None, "text"),
        (" \n ", pb.CATEGORY_GOAL, None, "text"),
        ("x" * 501, pb.CATEGORY_GOAL, None, "text"),
        ("fine", pb.CATEGORY_UNSPECIFIED, None, "category"),
        ("fine", pb.CATEGORY_TESTED_HYPOTHESIS, None, "category"),
        ("fine", 99, None, "category"),
        ("fine", pb.CATEGORY_GOAL, -0.1, "confidence"),
        ("fine", pb.CATEGORY_GOAL, 1.1, "confidence"),
        ("fine", pb.CATEGORY_GOAL, float("nan"), "confidence"),
    ],
)
async def test_a_memory_that_breaks_a_rule_is_refused_by_field(
    memory: "MemoryServiceAsyncStub",
    text: str,
    category: "pb.Category.ValueType",
    confidence: float | None,
    field: str,
) -> None:
    with pytest.raises(InvalidFieldError) as caught:
        await create(memory, text, category, confidence=confidence)
    assert caught.value.metadata == {"field": field}
    assert await texts(memory) == []


async def test_a_list_is_newest_first_and_its_pages_cover_it_once(memory: "MemoryServiceAsyncStub") -> None:
    for number in range(7):
        await create(memory, f"entry {number}")
    request = pb.ListMemoriesRequest(user_id="anna", page_size=3)
    pages: list[list[str]] = []
    while True:
        response = await memory.ListMemories(request, timeout=60)
        pages.append([entry.text for entry in response.memories])
        if not response.next_page_token:
            break
        request.page_token = response.next_page_token
        await create(memory, f"written while paging {len(pages)}")
    assert pages == [["entry 6", "entry 5", "entry 4"], ["entry 3", "entry 2", "entry 1"], ["entry 0"]]


async def test_entries_of_one_instant_are_paged_without_loss(memory: "MemoryServiceAsyncStub") -> None:
    await record(memory, "turn_1", extracted=tuple(fact(f"goal {number}") for number in range(5)))
    request = pb.ListMemoriesRequest(user_id="anna", page_size=2)
    seen: list[str] = []
    while not seen or request.page_token:
        response = await memory.ListMemories(request, timeout=60)
        seen += [entry.text for entry in response.memories]
        request.page_token = response.next_page_token
    assert sorted(seen) == [f"goal {number}" for number in range(5)]


async def test_a_list_can_be_narrowed_by_category_and_time(memory: "MemoryServiceAsyncStub") -> None:
    first = await create(memory, "first", pb.CATEGORY_GOAL)
    second = await create(memory, "second", pb.CATEGORY_HISTORY)
    third = await create(memory, "third", pb.CATEGORY_GOAL)

    async def listed(**filters: object) -> list[str]:
        request = pb.ListMemoriesRequest(user_id="anna", **filters)  # type: ignore[arg-type]  # any field
        return [entry.text for entry in (await memory.ListMemories(request, timeout=60)).memories]

    assert await listed(category=pb.CATEGORY_GOAL) == ["third", "first"]
    assert await listed(after=first.created_at) == ["third", "second"]
    assert await listed(before=third.created_at) == ["second", "first"]
    assert await listed(after=first.created_at, before=third.created_at) == ["second"]
    assert await listed(after=second.created_at, category=pb.CATEGORY_HISTORY) == []


async def test_a_list_without_a_size_has_20_entries(memory: "MemoryServiceAsyncStub") -> None:
    await record(memory, "turn_1", extracted=tuple(fact(f"goal {number}") for number in range(21)))
    response = await memory.ListMemories(pb.ListMemoriesRequest(user_id="anna"), timeout=60)
    assert len(response.memories) == 20
    assert response.next_page_token


@pytest.mark.parametrize(
    ("size", "token", "field"),
    [
        (-1, "", "limit"),
        (101, "", "limit"),
        (0, "not a cursor", "cursor"),
        (0, "bm90IG9uZQ", "cursor"),
        (0, "ü", "cursor"),
    ],
)
async def test_a_bad_page_is_refused_by_field(
    memory: "MemoryServiceAsyncStub", size: int, token: str, field: str
) -> None:
    with pytest.raises(InvalidFieldError) as caught:
        await memory.ListMemories(pb.ListMemoriesRequest(user_id="anna", page_size=size, page_token=token), timeout=60)
    assert caught.value.metadata == {"field": field}


async def test_tested_hypotheses_are_listed_only_when_asked_for(memory: "MemoryServiceAsyncStub") -> None:
    await create(memory, "mine")
    await record(memory, "turn_1", hypotheses=(hypothesis("Steps go with sleep."),))
    assert await texts(memory) == ["mine"]
    assert await texts(memory, tested=True) == ["Steps go with sleep.", "mine"]
    by_category = pb.ListMemoriesRequest(user_id="anna", category=pb.CATEGORY_TESTED_HYPOTHESIS)
    assert [entry.text for entry in (await memory.ListMemories(by_category, timeout=60)).memories] == [
        "Steps go with sleep."
    ]


async def test_a_deleted_memory_is_gone_at_once_and_only_once(memory: "MemoryServiceAsyncStub") -> None:
    written = await create(memory)
    await create(memory, "another")
    request = pb.DeleteMemoryRequest(user_id="anna", memory_id=written.id)
    await memory.DeleteMemory(request, timeout=60)
    assert await texts(memory) == ["another"]
    with pytest.raises(MemoryNotFoundError):
        await memory.DeleteMemory(request, timeout=60)


async def test_another_users_memory_is_neither_seen_nor_deleted(memory: "MemoryServiceAsyncStub") -> None:
    hers = await create(memory, user="anna")
    with pytest.raises(MemoryNotFoundError):
        await memory.DeleteMemory(pb.DeleteMemoryRequest(user_id="ben", memory_id=hers.id), timeout=60)
    assert await texts(memory, user="ben") == []
    summary = await memory.Summarize(pb.SummarizeRequest(user_id="ben"), timeout=60)
    assert (summary.markdown, list(summary.memories)) == ("", [])
    assert await texts(memory, user="anna") == [hers.text]


async def test_everything_of_a_user_is_erased_and_a_turn_recorded_before_may_teach_again(
    memory: "MemoryServiceAsyncStub",
) -> None:
    await create(memory, user="ben")
    await record(memory, "turn_1", extracted=(fact("Run a marathon."),))
    await create(memory)
    assert (await memory.EraseUser(pb.EraseUserRequest(user_id="anna"), timeout=60)).memories == 2
    assert (await memory.EraseUser(pb.EraseUserRequest(user_id="anna"), timeout=60)).memories == 0
    assert (await texts(memory), len(await texts(memory, user="ben"))) == ([], 1)
    await record(memory, "turn_1", extracted=(fact("Run a marathon."),))
    assert await texts(memory) == ["Run a marathon."]
    with pytest.raises(InvalidFieldError):
        await memory.EraseUser(pb.EraseUserRequest(), timeout=60)


async def test_a_request_without_a_user_is_refused(memory: "MemoryServiceAsyncStub") -> None:
    with pytest.raises(InvalidFieldError):
        await memory.Summarize(pb.SummarizeRequest(), timeout=60)
    with pytest.raises(InvalidFieldError):
        await record(memory, "")


async def test_a_turn_teaches_facts_and_hypotheses(memory: "MemoryServiceAsyncStub") -> None:
    added = await record(
        memory,
        "turn_1",
        extracted=(fact("Lift deep sleep by 15 minutes.", pb.KIND_GOAL), fact("Travels on Mondays.", pb.KIND_BARRIER)),
        hypotheses=(hypothesis("Steps go with sleep.", verdict=common.VERDICT_CONDITIONAL, effect=0.2),),
    )
    assert added == {pb.CATEGORY_GOAL: 1, pb.CATEGORY_HISTORY: 1, pb.CATEGORY_TESTED_HYPOTHESIS: 1}
    response = await memory.ListMemories(pb.ListMemoriesRequest(user_id="anna"), timeout=60)
    assert {entry.source_turn_id for entry in response.memories} == {"turn_1"}
    assert {(entry.kind, entry.category) for entry in response.memories} == {
        (pb.KIND_GOAL, pb.CATEGORY_GOAL),
        (pb.KIND_BARRIER, pb.CATEGORY_HISTORY),
    }
    listed = await memory.ListTestedHypotheses(pb.ListTestedHypothesesRequest(user_id="anna"), timeout=60)
    (entry,) = listed.hypotheses
    assert entry.confidence == 0.6
    assert entry.meta == hypothesis("", verdict=common.VERDICT_CONDITIONAL, effect=0.2).meta
    assert listed.next_page_token == ""


async def test_a_hypothesis_carries_its_test(memory: "MemoryServiceAsyncStub") -> None:
    lagged = hypothesis("Steps go with sleep the next day.", finding_id="ds-002", lag_days=1, p_value=0.0)
    untested = hypothesis("Steps go with sleep.")
    await record(memory, "turn_1", hypotheses=(lagged, untested))
    listed = await memory.ListTestedHypotheses(pb.ListTestedHypothesesRequest(user_id="anna"), timeout=60)
    metas = {entry.meta.finding_id: entry.meta for entry in listed.hypotheses}
    assert metas == {"ds-002": lagged.meta, "ds-001": untested.meta}
    assert metas["ds-002"].HasField("p_value")
    assert not metas["ds-001"].HasField("p_value")


async def test_recording_a_turn_again_changes_nothing_and_answers_the_same(memory: "MemoryServiceAsyncStub") -> None:
    taught = {"extracted": (fact("Run a marathon."),), "hypotheses": (hypothesis("Steps go with sleep."),)}
    first = await record(memory, "turn_1", **taught)  # type: ignore[arg-type]  # both are tuples
    again = await record(memory, "turn_1", **taught)  # type: ignore[arg-type]
    assert first == again == {pb.CATEGORY_GOAL: 1, pb.CATEGORY_TESTED_HYPOTHESIS: 1}
    assert len(await texts(memory, tested=True)) == 2


async def test_recording_a_turn_again_does_not_bring_back_what_was_deleted(memory: "MemoryServiceAsyncStub") -> None:
    await record(memory, "turn_1", extracted=(fact("Run a marathon."),))
    (entry,) = (await memory.ListMemories(pb.ListMemoriesRequest(user_id="anna"), timeout=60)).memories
    await memory.DeleteMemory(pb.DeleteMemoryRequest(user_id="anna", memory_id=entry.id), timeout=60)
    await record(memory, "turn_1", extracted=(fact("Run a marathon."),))
    assert await texts(memory) == []


async def test_the_same_turn_id_of_two_users_is_two_turns(memory: "MemoryServiceAsyncStub") -> None:
    await record(memory, "turn_1", extracted=(fact("Run a marathon."),), user="anna")
    await record(memory, "turn_1", extracted=(fact("Run a marathon."),), user="ben")
    assert await texts(memory, user="ben") == ["Run a marathon."]


async def test_a_hypothesis_tested_again_is_kept_once_with_the_newest_verdict(memory: "MemoryServiceAsyncStub") -> None:
    claim = "Steps go with sleep, {{ds-001.effect}} over {{ds-001.n}} days."
    await record(memory, "turn_1", hypotheses=(hypothesis(claim, effect=0.31),))
    again = claim.replace("ds-001", "ds-002")
    renewed = hypothesis(again, finding_id="ds-002", effect=0.02, verdict=common.VERDICT_REJECTED)
    assert await record(memory, "turn_2", hypotheses=(renewed,)) == {pb.CATEGORY_TESTED_HYPOTHESIS: 1}
    listed = await memory.ListTestedHypotheses(pb.ListTestedHypothesesRequest(user_id="anna"), timeout=60)
    (kept,) = listed.hypotheses
    assert kept.text == "Steps go with sleep, 0.02 over … days."
    assert (kept.meta.verdict, kept.source_turn_id) == (common.VERDICT_REJECTED, "turn_2")


async def test_the_same_finding_id_in_another_turn_is_another_hypothesis(memory: "MemoryServiceAsyncStub") -> None:
    await record(memory, "turn_1", hypotheses=(hypothesis("Steps go with sleep.", finding_id="ds-001"),))
    await record(
        memory, "turn_2", hypotheses=(hypothesis("Coffee goes with HRV.", finding_id="ds-001", feature="coffee"),)
    )
    assert await texts(memory, tested=True) == ["Coffee goes with HRV.", "Steps go with sleep."]


async def test_a_fact_already_known_is_not_added_again(memory: "MemoryServiceAsyncStub") -> None:
    await create(memory, "Vegetarian. No fish.")
    added = await record(
        memory,
        "turn_1",
        extracted=(
            fact("vegetarian.  no fish", pb.KIND_PREFERENCE),
            fact("Mornings only.", pb.KIND_VALUE),
            fact("Mornings only", pb.KIND_PREFERENCE),
            fact("Vegetarian. No fish.", pb.KIND_GOAL),
        ),
    )
    assert added == {pb.CATEGORY_PREFERENCE: 1, pb.CATEGORY_GOAL: 1}
    assert sorted(await texts(memory)) == ["Mornings only.", "Vegetarian. No fish.", "Vegetarian. No fish."]


async def test_turns_that_end_at_once_do_not_teach_the_same_twice(memory: "MemoryServiceAsyncStub") -> None:
    turns = [record(memory, f"turn_{number}", extracted=(fact("Run a marathon."),)) for number in range(8)]
    repeats = [record(memory, "turn_0", extracted=(fact("Run a marathon."),)) for _ in range(4)]
    await asyncio.gather(*turns, *repeats)
    assert await texts(memory) == ["Run a marathon."]


async def test_a_summary_holds_the_most_recent_80(memory: "MemoryServiceAsyncStub") -> None:
    await record(memory, "turn_1", extracted=tuple(fact(f"old {number}") for number in range(79)))
    await create(memory, "newer", pb.CATEGORY_PREFERENCE)
    await create(memory, "newest", pb.CATEGORY_INSIGHT)
    summary = await memory.Summarize(pb.SummarizeRequest(user_id="anna"), timeout=60)
    assert len(summary.memories) == 80
    assert [entry.text for entry in summary.memories[:2]] == ["newest", "newer"]
    assert summary.markdown.count("\n- ") == 80
    short = await memory.Summarize(pb.SummarizeRequest(user_id="anna", max_entries=1), timeout=60)
    today = (short.memories[0].created_at.ToDatetime(tzinfo=UTC)).date()
    assert short.markdown == f"## Preferences\n- ({today}) newer"


async def test_tested_hypotheses_are_paged(memory: "MemoryServiceAsyncStub") -> None:
    for number in range(3):
        await record(memory, f"turn_{number}", hypotheses=(hypothesis(f"claim {number}", feature=f"f{number}"),))
    request = pb.ListTestedHypothesesRequest(user_id="anna", page_size=2)
    first = await memory.ListTestedHypotheses(request, timeout=60)
    request.page_token = first.next_page_token
    second = await memory.ListTestedHypotheses(request, timeout=60)
    listed = [entry.text for entry in (*first.hypotheses, *second.hypotheses)]
    assert (listed, second.next_page_token) == (["claim 2", "claim 1", "claim 0"], "")


@pytest.mark.parametrize(("seconds", "nanos"), [(10**15, 0), (-(10**15), 0), (253402300800, 0), (0, -1), (0, 10**9)])
@pytest.mark.parametrize("field", ["after", "before"])
async def test_a_moment_outside_the_calendar_is_refused_by_name(
    memory: "MemoryServiceAsyncStub", field: str, seconds: int, nanos: int
) -> None:
    request = pb.ListMemoriesRequest(user_id="anna", page_size=1)
    getattr(request, field).MergeFrom(Timestamp(seconds=seconds, nanos=nanos))
    with pytest.raises(InvalidFieldError) as caught:
        await memory.ListMemories(request, timeout=60)
    assert caught.value.metadata == {"field": field}


async def test_the_first_and_the_last_moment_of_the_calendar_are_moments(memory: "MemoryServiceAsyncStub") -> None:
    await create(memory)
    request = pb.ListMemoriesRequest(user_id="anna", page_size=1)
    request.after.MergeFrom(Timestamp(seconds=-62135596800))
    request.before.MergeFrom(Timestamp(seconds=253402300799, nanos=999_999_999))
    assert len((await memory.ListMemories(request, timeout=60)).memories) == 1


async def test_a_goal_keeps_its_terms_and_its_subject(memory: "MemoryServiceAsyncStub") -> None:
    goal = common.Goal(behaviour="walk", metric="steps", target=8000, unit="steps", days_per_week=5, baseline=6500)
    said = pb.ExtractedMemory(
        kind=pb.KIND_GOAL, text="Walk 8,000 steps.", confidence=1, subject="goal steps", goal=goal
    )
    await record(memory, "turn_1", extracted=(said, fact("Sleep more.")))
    summary = await memory.Summarize(pb.SummarizeRequest(user_id="anna"), timeout=60)
    told = {entry.text: entry for entry in summary.memories}
    assert told["Walk 8,000 steps."].goal == goal
    assert told["Walk 8,000 steps."].subject == "goal steps"
    assert not told["Sleep more."].HasField("goal")


async def test_a_newer_fact_takes_the_place_of_what_is_on_record_about_the_same(
    memory: "MemoryServiceAsyncStub",
) -> None:
    def said(text: str, subject: str = "eats fish") -> pb.ExtractedMemory:
        return pb.ExtractedMemory(kind=pb.KIND_PREFERENCE, text=text, confidence=0.9, subject=subject)

    await record(memory, "turn_1", extracted=(said("You don't eat fish."), said("You are 43.", "age")))
    await record(memory, "turn_1", extracted=(said("You don't eat fish."),), user="ben")
    await record(memory, "turn_2", extracted=(said("You eat fish."),))
    assert await texts(memory) == ["You eat fish.", "You are 43."]
    assert await texts(memory, user="ben") == ["You don't eat fish."]
    await record(memory, "turn_3", outdated=("age",))
    assert await texts(memory) == ["You eat fish."]


async def test_several_entries_are_deleted_at_once_and_again_without_harm(memory: "MemoryServiceAsyncStub") -> None:
    kept, *gone = [await create(memory, text) for text in ("Run.", "Swim.", "Row.")]
    other = await create(memory, "Ride.", user="ben")
    request = pb.DeleteMemoriesRequest(user_id="anna", memory_ids=[*(entry.id for entry in gone), other.id])
    assert [(await memory.DeleteMemories(request, timeout=60)).deleted for _ in range(2)] == [2, 0]
    assert await texts(memory) == [kept.text]
    assert await texts(memory, user="ben") == ["Ride."]


async def test_everything_is_deleted_with_what_was_tested(memory: "MemoryServiceAsyncStub") -> None:
    await record(memory, "turn_1", extracted=(fact("Run."),), hypotheses=(hypothesis("Steps and sleep."),))
    await create(memory, "Ride.", user="ben")
    everything = pb.DeleteMemoriesRequest(user_id="anna", all=True)
    assert (await memory.DeleteMemories(everything, timeout=60)).deleted == 2
    assert await texts(memory, tested=True) == []
    assert await texts(memory, user="ben") == ["Ride."]


async def test_nothing_named_is_nothing_deleted(memory: "MemoryServiceAsyncStub") -> None:
    await create(memory)
    assert (await memory.DeleteMemories(pb.DeleteMemoriesRequest(user_id="anna"), timeout=60)).deleted == 0
    assert len(await texts(memory)) == 1
