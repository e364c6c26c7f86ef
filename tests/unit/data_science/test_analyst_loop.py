"""The loop from question to answer: order of events, debug rounds, failures told as failures."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from amy.runtime.errors import InvalidFieldError, SandboxUnavailableError
from services.data_science.adapters.rules import RulesMind
from services.data_science.app import Analyst
from services.data_science.domain.algebra import All, Field, Reduce, Statistic, Table, Tell, Trend, Window
from services.data_science.domain.analysis import (
    AnalysisEvent,
    AnalysisRequest,
    AnyPart,
    Completed,
    Part,
    Plan,
    Status,
    Thought,
    ToolCall,
    ToolResult,
)
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.run import Frames, Killed, KillReason, Raised, RunOutcome, Succeeded
from services.data_science.ports import AnalystMind, CodeRunner
from tests.unit.data_science.analysts import (
    TODAY,
    InMemoryHealthData,
    InProcessRunner,
    ScriptedRunner,
    completed,
    person,
)

DAYS = All(table=Table.DAYS, window=Window(start=date(2024, 2, 15), end=TODAY, label="last 30 days"))
STEPS = Part(
    question=Tell(number=Reduce(rows=DAYS, column=Field(name="steps"), statistic=Statistic.MEAN)), said="average steps"
)
HRV = Part(question=Trend(rows=DAYS, column=Field(name="heart_rate_variability")), said="the trend of your HRV")
FAULT = Raised(error_type="ZeroDivisionError", message="", traceback="", stdout="", duration_ms=1.0)


def returned(**result: float) -> Succeeded:
    return Succeeded(result=result, stdout="", duration_ms=1.0)


class DraftingMind(RulesMind):
    """The rules mind, but its code is what the test says, first draft first."""

    def __init__(self, *drafts: str) -> None:
        super().__init__()
        self._drafts = list(drafts)
        self.problems: list[str] = []

    async def write_code(self, part: AnyPart, frames: Frames) -> str:
        return self._drafts.pop(0)

    async def repair(self, part: AnyPart, code: str, problem: str, frames: Frames) -> str:
        self.problems.append(problem)
        return self._drafts.pop(0) if self._drafts else code


class PlannedMind(RulesMind):
    """The rules mind, but it always plans these parts."""

    def __init__(self, *parts: Part) -> None:
        super().__init__()
        self._parts = parts

    async def plan(self, question: str, catalogue: Catalogue, *, earlier: Sequence[str] = ()) -> Plan:
        return Plan(parts=self._parts, approach="I read this as asked.")


def answer_of(end: Completed) -> float | date | str:
    """The value that answers the question."""
    return end.values[0].value


async def ask(
    question: str,
    *,
    data: InMemoryHealthData | None = None,
    mind: AnalystMind | None = None,
    runner: CodeRunner | None = None,
    rounds: int = 2,
    prefix: str = "ds",
) -> Sequence[AnalysisEvent]:
    analyst = Analyst(data=data or InMemoryHealthData(), mind=mind or RulesMind(), runner=runner or InProcessRunner())
    request = AnalysisRequest(user_id="u", question=question, finding_prefix=prefix, max_debug_rounds=rounds)
    return [event async for event in analyst.analyze(request)]


async def test_thoughts_then_the_run_then_its_result_then_the_end() -> None:
    events = await ask("What is my average resting heart rate over the last 30 days?")
    kinds = [type(event).__name__ for event in events]
    thoughts = kinds.count("Thought")
    assert thoughts > 3
    assert kinds == ["Thought"] * thoughts + ["ToolCall", "ToolResult", "Completed"]
    call, result = events[-3], events[-2]
    assert isinstance(call, ToolCall)
    assert isinstance(result, ToolResult)
    assert (result.call_id, result.success, result.error) == (call.id, True, "")
    assert completed(events).code == call.code


async def test_the_thoughts_joined_are_the_approach() -> None:
    events = await ask("Does sleep affect my HRV?")
    assert "".join(event.delta for event in events if isinstance(event, Thought)) == completed(events).approach


async def test_the_answers_number_is_the_one_the_code_returned() -> None:
    data = InMemoryHealthData()
    events = await ask("What is my average resting heart rate?", data=data)
    end = completed(events)
    result = next(event for event in events if isinstance(event, ToolResult))
    mean = float(np.nanmean(data.summary["resting_heart_rate"]))
    assert json.loads(result.output)["effect"] == pytest.approx(mean, rel=1e-12)
    assert answer_of(end) == pytest.approx(mean, rel=1e-12)
    assert f"{mean:.1f} bpm" in end.answer
    assert "{{ds-001.effect}}" in end.draft


async def test_the_data_is_described_and_fetched_once() -> None:
    data = InMemoryHealthData()
    mind = DraftingMind("return {", "return 1 +", "return {'n': 1, 'effect': 1.0}")
    assert completed(await ask("average steps", data=data, mind=mind)).status is Status.ANSWERED
    assert data.calls == ["describe", "frames"]


async def test_a_declined_question_runs_nothing_and_reads_no_tables() -> None:
    data, runner = InMemoryHealthData(), InProcessRunner()
    events = await ask("Why am I tired?", data=data, runner=runner)
    end = completed(events)
    assert (len(events), end.status, end.findings) == (1, Status.DECLINED, ())
    assert (data.calls, runner.ran) == (["describe"], [])


async def test_no_data_at_all_is_a_decline() -> None:
    data = InMemoryHealthData(has_records=False)
    end = completed(await ask("average steps", data=data))
    assert (end.status, data.calls) == (Status.DECLINED, ["describe"])
    assert "nothing on record" in end.answer


async def test_code_that_raises_is_repaired_and_run_again() -> None:
    runner = InProcessRunner()
    mind = DraftingMind(
        "return {'n': len(values)}",
        "values = summary_df['steps'].dropna()\nreturn {'n': 1, 'effect': 2.0}",
    )
    events = await ask("average steps", mind=mind, runner=runner)
    results = [event for event in events if isinstance(event, ToolResult)]
    assert [result.success for result in results] == [False, True]
    assert "NameError" in results[0].error
    assert "NameError" in mind.problems[0]
    assert len({event.id for event in events if isinstance(event, ToolCall)}) == 2
    assert completed(events).status is Status.ANSWERED


@pytest.mark.parametrize(("rounds", "runs"), [(0, 1), (1, 2), (2, 3)])
async def test_there_are_no_more_debug_rounds_than_allowed(rounds: int, runs: int) -> None:
    runner = InProcessRunner()
    mind = DraftingMind(*(f"raise ValueError({number})" for number in range(9)))
    end = completed(await ask("average steps", mind=mind, runner=runner, rounds=rounds))
    assert (len(runner.ran), end.status) == (runs, Status.FAILED)


async def test_a_failure_is_told_without_any_number() -> None:
    runner = ScriptedRunner(Killed(reason=KillReason.CRASH, detail="the worker is gone", duration_ms=3.2))
    events = await ask("average steps", runner=runner)
    end = completed(events)
    assert (end.status, end.findings) == (Status.FAILED, ())
    assert not any(character.isdigit() for character in end.answer + end.draft)
    result = next(event for event in events if isinstance(event, ToolResult))
    assert (result.success, result.duration_ms) == (False, 3)
    assert "crash" in result.error


async def test_a_repair_that_changes_nothing_ends_the_analysis() -> None:
    runner = ScriptedRunner(FAULT)
    assert completed(await ask("average steps", runner=runner)).status is Status.FAILED
    assert len(runner.ran) == 1


async def test_the_rules_mind_mends_a_forgotten_import() -> None:
    code = "return {'n': 3, 'effect': float(np.mean([1, 2, 3]))}"

    class Forgetful(RulesMind):
        async def write_code(self, part: AnyPart, frames: Frames) -> str:
            return code

    forgotten = replace(FAULT, error_type="NameError", message="name 'np' is not defined")
    runner = ScriptedRunner(forgotten, returned(n=3, effect=2.0))
    assert completed(await ask("average steps", mind=Forgetful(), runner=runner)).status is Status.ANSWERED
    assert runner.ran == [code, f"import numpy as np\n{code}"]


async def test_code_that_does_not_parse_is_not_run() -> None:
    runner = InProcessRunner()
    events = await ask("average steps", mind=DraftingMind("return {"), runner=runner)
    result = next(event for event in events if isinstance(event, ToolResult))
    assert "SyntaxError" in result.error
    assert runner.ran == []
    assert completed(events).status is Status.FAILED


async def test_a_block_left_unindented_is_mended_before_the_run() -> None:
    runner = InProcessRunner()
    mind = DraftingMind("if len(summary_df) == 0:\nreturn {'n': 0}\nreturn {'n': 5, 'effect': 1.0}")
    assert completed(await ask("average steps", mind=mind, runner=runner)).status is Status.ANSWERED
    assert runner.ran == ["if len(summary_df) == 0:\n    return {'n': 0}\nreturn {'n': 5, 'effect': 1.0}"]


async def test_a_machine_that_isolates_too_little_is_an_error_of_the_call() -> None:
    with pytest.raises(SandboxUnavailableError):
        await ask("average steps", runner=ScriptedRunner(SandboxUnavailableError("no namespaces")))


@pytest.mark.parametrize("question", ["", "  \n", "x" * 2001])
async def test_an_empty_or_overlong_question_is_an_invalid_field(question: str) -> None:
    with pytest.raises(InvalidFieldError) as caught:
        await ask(question)
    assert caught.value.metadata == {"field": "question"}


async def test_a_question_at_the_limit_is_answered_or_declined() -> None:
    assert completed(await ask("steps " * 333 + "xx")).status is Status.DECLINED


async def test_findings_carry_the_prefix_they_were_asked_for() -> None:
    end = completed(await ask("average steps", prefix="ref"))
    assert end.findings[0].id == "ref-001"
    assert "{{ref-001.effect}}" in end.draft


@pytest.mark.parametrize(
    "question",
    [
        "average steps last 7 days",
        "standard deviation of my HRV last 7 days",
        "is my HRV trending up over the last 7 days",
        "is my HRV related to my sleep in the last 7 days",
    ],
)
async def test_a_window_with_too_little_is_told_without_an_effect(question: str) -> None:
    summary = person(missing=0.0)
    summary.loc[summary.index[-7:], "steps"] = np.nan
    summary.loc[summary.index[-7:-1], "heart_rate_variability"] = np.nan
    end = completed(await ask(question, data=InMemoryHealthData(summary)))
    assert (end.status, end.values) == (Status.ANSWERED, ())
    assert end.answer.strip()
    (finding,) = end.findings
    assert [(number.key, number.value) for number in finding.numbers] == [("n", float("steps" not in question))]


async def test_each_part_is_run_on_its_own_and_the_code_is_that_of_all() -> None:
    runner = InProcessRunner()
    data = InMemoryHealthData()
    events = await ask("both", mind=PlannedMind(STEPS, HRV), runner=runner, data=data)
    end = completed(events)
    assert [type(event).__name__ for event in events if not isinstance(event, Thought)] == (
        ["ToolCall", "ToolResult"] * 2 + ["Completed"]
    )
    assert end.code == "\n".join(runner.ran)
    assert [finding.question for finding in end.findings] == [STEPS.question, HRV.question]
    assert data.calls == ["describe", "frames"]


async def test_a_part_that_fails_fails_the_analysis_without_a_number() -> None:
    runner = ScriptedRunner(returned(n=29, effect=9000.0), FAULT)
    end = completed(await ask("both", mind=PlannedMind(STEPS, HRV), runner=runner))
    assert (end.status, end.findings, end.values) == (Status.FAILED, (), ())
    assert not any(character.isdigit() for character in end.answer)


async def test_a_part_with_too_little_leaves_the_others_their_answer() -> None:
    runner = ScriptedRunner(returned(n=0), returned(n=29, effect=3.0, slope_per_week=0.7, mean=9.0))
    end = completed(await ask("both", mind=PlannedMind(STEPS, HRV), runner=runner))
    assert end.status is Status.ANSWERED
    assert [len(finding.numbers) for finding in end.findings] == [1, 4]
    assert "{{ds-002.effect}}" in end.draft


async def test_activities_and_laboratory_values_are_computed_from_their_own_tables() -> None:
    data = InMemoryHealthData()
    runs = data.activities.loc[data.activities["kind"] == "Run", "calories_kcal"].tail(3)
    end = completed(await ask("average calories for my last 3 runs", data=data))
    assert answer_of(end) == pytest.approx(runs.mean(), rel=1e-12)
    assert answer_of(completed(await ask("what is my latest LDL", data=data))) == 118.0


async def test_a_planted_effect_is_found_on_the_next_day_and_not_on_the_same() -> None:
    data = InMemoryHealthData(person(missing=0.05))
    lagged = answer_of(completed(await ask("Does more sleep go with lower RHR the next day?", data=data)))
    same_day = answer_of(completed(await ask("Is my sleep related to my RHR?", data=data)))
    assert isinstance(lagged, float)
    assert isinstance(same_day, float)
    assert lagged < -0.3 < abs(same_day) * -1


async def test_a_result_that_is_no_mapping_is_told_as_too_little() -> None:
    runner = ScriptedRunner(Succeeded(result=[1, 2], stdout="", duration_ms=1.0))
    end = completed(await ask("average steps", runner=runner))
    assert (end.status, end.values) == (Status.ANSWERED, ())
    assert end.answer.strip()


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("How is my resting heart rate trending?", "Straight line"),
        ("Is my sleep related to my resting heart rate?", "Straight line through them"),
        ("Was my resting heart rate higher in February than in January?", "Average"),
        ("What is my average step count by day of the week?", "Monday"),
    ],
)
async def test_a_chart_shows_what_was_computed_under_its_finding(question: str, shown: str) -> None:
    end = completed(await ask(question))
    (picture,) = end.pictures
    assert picture.finding_ids == ("ds-001",)
    assert shown in picture.vega_lite
    assert json.loads(picture.vega_lite)


async def test_code_is_given_the_tables_that_it_names_and_no_other() -> None:
    given: list[Frames] = []

    class Watched(InProcessRunner):
        async def run(self, code: str, frames: Frames) -> RunOutcome:
            given.append(frames)
            return await super().run(code, frames)

    code = "return {'n': len(summary_df), 'effect': float(len(activities_df))}"
    assert completed(await ask("average steps", mind=DraftingMind(code), runner=Watched())).status is Status.ANSWERED
    assert given[0].summary
    assert given[0].activities
    assert not given[0].profile + given[0].population + given[0].biomarkers
