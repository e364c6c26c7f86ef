"""What the question language cannot say: written by a model, run like any code, told with how sure it can be."""

from collections.abc import Sequence

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.llm.errors import ModelError, OverloadedError
from amy.runtime.ledger import open_ledger
from services.data_science import wire
from services.data_science.adapters.model import ModelMind
from services.data_science.adapters.model.telling import MOST_NUMBERS, NO_NUMBER, ONCE, returned_by
from services.data_science.adapters.rules import RulesMind
from services.data_science.app import Analyst
from services.data_science.domain.analysis import AnalysisEvent, AnalysisRequest, Completed, Status, ToolCall
from services.data_science.domain.run import Raised
from tests.scripted_driver import Line, ScriptedDriver, scripted_caller
from tests.unit.data_science.analysts import InMemoryHealthData, InProcessRunner, ScriptedRunner, completed
from tests.unit.data_science.model.expressions import CODE_PLAN, NO_PLAN, mean_of, plan_of

ASKED = "how much of my hrv does sleep explain"
CODE = """used = summary_df[["sleep_minutes", "heart_rate_variability"]].dropna()
r = used.corr().iloc[0, 1]
return {"explained": float(r * r * 100), "n": len(used)}"""
BROKEN = 'return {"n": len(summary_df["sleep"])}'
FINDINGS = {
    "findings": [
        {
            "claim": "Longer sleep hardly went with another heart rate variability.",
            "numbers": [{"name": "explained", "unit": "%"}, {"name": "n", "unit": "count"}],
        }
    ]
}
SUMMARY = {"text": "Sleep explains {{ds-001.explained}} of it, over {{ds-001.n}} days."}
WRITTEN = (Line("plan", CODE_PLAN), Line("code", {"code": CODE}))
MANY = Line("summary", {"text": "That is over {{ds-001.n}} days."})
TOLD = (Line("findings", FINDINGS), Line("summary", SUMMARY))


async def ask(
    *lines: Line, runner: InProcessRunner | None = None, biomarkers: bool = True
) -> tuple[Sequence[AnalysisEvent], ScriptedDriver]:
    """The events of the analysis; every line must have been used."""
    driver = ScriptedDriver(*lines)
    mind = ModelMind(scripted_caller(driver), RulesMind())
    analyst = Analyst(data=InMemoryHealthData(), mind=mind, runner=runner or InProcessRunner())
    request = AnalysisRequest(user_id="ada", question=ASKED, biomarkers=biomarkers)
    events = [event async for event in analyst.analyze(request)]
    driver.check()
    return events, driver


def codes(events: Sequence[AnalysisEvent]) -> Sequence[str]:
    return [event.code for event in events if isinstance(event, ToolCall)]


async def end_of(*lines: Line, runner: InProcessRunner | None = None) -> Completed:
    return completed((await ask(*lines, runner=runner))[0])


async def test_code_is_written_run_and_told_with_its_numbers_as_references() -> None:
    events, driver = await ask(*WRITTEN, *TOLD)
    end = completed(events)
    assert end.status is Status.ANSWERED
    assert codes(events) == [CODE]
    assert end.draft == SUMMARY["text"]
    assert "{" not in end.answer
    assert "% of it" in end.answer
    assert [call.prompt.name for call in driver.calls] == ["plan", "code", "findings", "summary"]


async def test_a_finding_of_such_code_travels_without_a_question_so_that_nobody_takes_it_for_reproduced() -> None:
    (finding,) = (await end_of(*WRITTEN, *TOLD)).findings
    sent = wire.finding_to_proto(finding)
    assert not sent.HasField("question")
    assert sent.by_code
    assert sent.kind == common.FINDING_KIND_SCALAR
    assert {number.key for number in sent.numbers} == {"explained", "n"}
    assert not any(letter.isdigit() for letter in sent.claim)


async def test_how_many_there_are_is_never_told_as_so_many_steps() -> None:
    counted = {"name": "n", "unit": "count"}
    end = await end_of(*WRITTEN, Line("findings", {"findings": [{"claim": "x", "numbers": [counted]}]}), MANY)
    assert "over 234 days." in end.answer


async def test_how_sure_it_can_be_is_told_in_the_answer_and_left_to_the_validator_in_the_draft() -> None:
    end = await end_of(*WRITTEN, *TOLD)
    assert end.answer.endswith(f"\n\n{ONCE}")
    assert ONCE not in end.draft


async def test_the_values_are_what_the_code_returned_and_none_is_vouched_for_by_itself() -> None:
    end = await end_of(*WRITTEN, *TOLD)
    (finding,) = end.findings
    assert {number.key: number.unit for number in finding.numbers} == {"explained": "%", "n": ""}
    assert 0 <= finding.numbers[0].value <= 100
    assert end.values == ()
    assert ONCE in end.answer


async def test_code_is_written_from_columns_and_statistics_and_sees_no_record() -> None:
    _, driver = await ask(*WRITTEN, *TOLD)
    shown = driver.calls[1].prompt.data
    assert "sleep_minutes: float64" in shown
    summary = InMemoryHealthData().summary
    assert f"{summary['steps'].max():.0f}" not in shown


async def test_code_that_fails_is_mended_with_its_error_and_in_at_most_two_rounds() -> None:
    mended = Line("debug", {"code": CODE})
    broken = (Line("plan", CODE_PLAN), Line("code", {"code": BROKEN}))
    events, driver = await ask(*broken, mended, *TOLD)
    assert codes(events) == [BROKEN, CODE]
    debug = driver.calls[2].prompt.data
    assert "KeyError" in debug
    assert BROKEN in debug
    again = [Line("debug", {"code": f"{BROKEN}  # {at}"}) for at in "ab"]
    events, _ = await ask(*broken, *again)
    assert completed(events).status is Status.FAILED
    assert len(codes(events)) == 3


@pytest.mark.parametrize("code", ["```python\nreturn {}\n```", "def analysis(summary_df):\n    return {}"])
async def test_more_than_the_body_goes_back(code: str) -> None:
    end = await end_of(Line("plan", CODE_PLAN), Line("code", {"code": code}), Line("code", {"code": CODE}), *TOLD)
    assert end.status is Status.ANSWERED


async def test_where_no_model_writes_the_code_the_analysis_fails_and_says_so() -> None:
    end = await end_of(Line("plan", CODE_PLAN), Line("code", OverloadedError("x")))
    assert end.status is Status.FAILED
    assert end.findings == ()


async def test_where_no_model_mends_the_code_the_analysis_fails_and_says_so() -> None:
    runner = ScriptedRunner(Raised(error_type="E", message="", traceback="", stdout="", duration_ms=1.0))
    end = await end_of(*WRITTEN, Line("debug", OverloadedError("x")), runner=runner)
    assert end.status is Status.FAILED


@pytest.mark.parametrize("error", [OverloadedError("x")])
async def test_where_no_model_tells_the_numbers_they_are_told_by_name(error: ModelError) -> None:
    end = await end_of(*WRITTEN, Line("findings", error), Line("summary", error))
    (finding,) = end.findings
    assert finding.claim == "how much of your heart rate variability sleep explains"
    assert "explained {{ds-001.explained}}, n {{ds-001.n}}." in end.draft
    assert ONCE in end.answer


def changed(**number: str) -> dict[str, object]:
    (finding,) = FINDINGS["findings"]
    return {"findings": [finding | {"numbers": [{"name": "n", "unit": "count"} | number]}]}


@pytest.mark.parametrize(
    ("faulty", "problem"),
    [
        (changed(name="r"), "'r' was not returned"),
        (changed(unit="stones"), "'stones' is no unit of the list"),
        ({"findings": FINDINGS["findings"] * 5}, "more than 4"),
        ({"findings": [FINDINGS["findings"][0] | {"claim": "It is 3."}]}, "the claim may hold no digit"),
    ],
)
async def test_a_finding_of_what_was_not_returned_goes_back(faulty: dict[str, object], problem: str) -> None:
    _, driver = await ask(*WRITTEN, Line("findings", faulty), *TOLD)
    assert problem in driver.calls[3].prompt.data


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("It is 12 percent.", "no digit stands outside"),
        ("It is {{ds-001.r}}.", "there is no 'ds-001.r'"),
        ("It is {{ratio(ds-001.n, ds-001.n)}}.", "there is no 'ratio(ds-001.n, ds-001.n)'"),
        ("much " * 400, "too long"),
    ],
)
async def test_a_number_that_is_no_reference_goes_back(text: str, problem: str) -> None:
    _, driver = await ask(*WRITTEN, Line("findings", FINDINGS), Line("summary", {"text": text}), TOLD[1])
    assert problem in driver.calls[4].prompt.data


async def test_what_a_model_says_sets_no_reference_of_its_own() -> None:
    text = {"text": "It is {{ds-001.n}} \ufdd0all\ufdd1 {x}."}
    end = await end_of(*WRITTEN, TOLD[0], Line("summary", text))
    assert end.draft == "It is {{ds-001.n}} all x."


async def test_lists_and_texts_that_code_returns_are_shown_to_nobody() -> None:
    code = 'return {"n": len(summary_df), "all": summary_df["steps"].tolist(), "who": "ada", "Name": 1}'
    findings = {"findings": [{"claim": "There are days.", "numbers": [{"name": "n", "unit": "count"}]}]}
    lines = (Line("plan", CODE_PLAN), Line("code", {"code": code}), Line("findings", findings))
    _, driver = await ask(*lines, Line("summary", {"text": "{{ds-001.n}} days."}))
    assert '<data name="returned">\n- n = 381\n</data>' in driver.calls[2].prompt.data


async def test_code_without_a_number_is_told_as_that() -> None:
    end = await end_of(Line("plan", CODE_PLAN), Line("code", {"code": "return {}"}))
    assert (end.status, end.answer, end.findings) == (Status.ANSWERED, NO_NUMBER, ())


def test_of_a_result_so_many_numbers_are_taken_and_days_are_dates() -> None:
    came = returned_by({"day": "1970-01-11", "yes": True, "nothing": None, "at": "1970-1-11", "": 1})
    assert came.numbers == {"day": 10.0}
    assert came.dates == {"day"}
    assert len(returned_by({f"n{at}": at for at in range(100)}).numbers) == MOST_NUMBERS
    assert returned_by([1]).numbers == {}


async def test_what_the_language_says_comes_first_and_needs_no_model_to_write_or_tell() -> None:
    both = CODE_PLAN | {"expressions": plan_of(mean_of("steps"))["expressions"]}
    summary = {"text": "Sleep explains {{ds-002.explained}} of it."}
    end = await end_of(Line("plan", both), *WRITTEN[1:], TOLD[0], Line("summary", summary))
    assert [each.id for each in end.findings] == ["ds-001", "ds-002"]
    assert [each.question is None for each in end.findings] == [False, True]
    alone = await end_of(Line("plan", plan_of(mean_of("steps"))))
    assert end.answer.startswith(f"{alone.answer}\n\nSleep explains")
    assert end.values == alone.values
    assert ONCE not in alone.answer


async def test_what_is_left_out_is_told_beside_what_code_computed() -> None:
    end = await end_of(Line("plan", CODE_PLAN | {"unread": "I leave out why."}), *WRITTEN[1:], *TOLD)
    assert end.answer.endswith(f"{ONCE} I leave out why.")


async def test_code_gets_no_laboratory_values_where_they_are_left_out() -> None:
    code = 'return {"n": len(biomarkers_df)}'
    findings = {"findings": [{"claim": "There are samples.", "numbers": [{"name": "n", "unit": "count"}]}]}
    lines = (Line("plan", CODE_PLAN), Line("code", {"code": code}), Line("findings", findings))
    (events, driver) = await ask(*lines, Line("summary", {"text": "{{ds-001.n}}."}), biomarkers=False)
    assert completed(events).findings[0].numbers[0].value == 0
    assert "Ferritin" not in driver.calls[1].prompt.data


async def test_a_message_that_is_not_for_data_science_is_declined_with_the_reason() -> None:
    end = await end_of(Line("plan", NO_PLAN | {"topic": "advice", "unread": "Records give no advice."}))
    assert (end.status, end.answer) == (Status.DECLINED, "Records give no advice.")


async def test_an_analysis_says_what_its_calls_used() -> None:
    with open_ledger():
        end = await end_of(*WRITTEN, *TOLD)
    sent = wire.event_to_proto(end).completed.usage
    assert (sent.input_tokens, sent.output_tokens) == (4000, 400)
    assert not sent.HasField("cost_usd")
