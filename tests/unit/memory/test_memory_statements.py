"""What a turn asks of memory costs few statements."""

from typing import TYPE_CHECKING

from amy.api.memory.v1 import memory_pb2 as pb
from tests.statements import asked
from tests.unit.memory.test_memory_service import fact, hypothesis, record

if TYPE_CHECKING:
    from amy.api.memory.v1.memory_pb2_grpc import MemoryServiceAsyncStub


async def test_what_is_read_into_a_turn_is_one_statement_each(memory: "MemoryServiceAsyncStub") -> None:
    await record(memory, "turn_1", extracted=(fact("Run."),), hypotheses=(hypothesis("Steps go with sleep."),))
    with asked() as statements:
        await memory.Summarize(pb.SummarizeRequest(user_id="anna"), timeout=60)
        await memory.ListTestedHypotheses(pb.ListTestedHypothesesRequest(user_id="anna"), timeout=60)
    assert statements == ["SELECT", "SELECT"]


async def test_a_turn_that_teaches_nothing_is_noted_in_one_statement(memory: "MemoryServiceAsyncStub") -> None:
    with asked() as statements:
        await record(memory, "turn_1")
    assert statements == ["INSERT"]


async def test_all_that_a_turn_teaches_is_written_in_one_statement_and_removed_only_where_something_goes(
    memory: "MemoryServiceAsyncStub", database_url: str
) -> None:
    lock = ["SELECT"] if database_url.startswith("postgresql") else []
    facts = tuple(fact(f"Goal {number}.") for number in range(3))
    with asked() as first:
        await record(memory, "turn_1", extracted=facts, hypotheses=(hypothesis("Steps go with sleep."),))
    with asked() as again:
        await record(memory, "turn_2", hypotheses=(hypothesis("Steps go with sleep."),))
    assert first == ["BEGIN", *lock, "SELECT", "INSERT", "INSERT", "COMMIT"]
    assert again == ["BEGIN", *lock, "SELECT", "INSERT", "DELETE", "INSERT", "COMMIT"]
