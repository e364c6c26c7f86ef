"""That code computed a number is a word that only data science has, and only for single numbers without a question."""

import pytest

from amy.api.common.v1 import common_pb2 as common
from services.data_science import wire as analyst
from services.data_science.adapters.model.telling import MOST_NUMBERS, plain_findings, returned_by
from services.data_science.domain.analysis import CodePart
from services.data_science.domain.run import JsonValue
from services.validator import wire as validator
from services.validator.adapters.rules_mind import RulesMind
from services.validator.app import ValidatorApp
from services.validator.domain.claims.finding import Verdict
from services.validator.domain.records.store import Store
from services.validator.domain.verdict.validation import Completed
from tests.unit.validator.builders import finding
from tests.unit.validator.test_validator_app import STEPS, SameThread, Stored

PART = CodePart(said="how steps and sleep explain it", approach="a regression")
ROWS = [[18_000 + day, 60.0 + day] for day in range(300)]


def sent_for(result: JsonValue) -> common.Finding:
    """What data science sends of what code returned."""
    (found,) = plain_findings(PART, returned_by(result), prefix="ds", before=0)
    return analyst.finding_to_proto(found)


HONEST = sent_for({"weight": -0.5, "n": 212})


def forged(**changed: object) -> common.Finding:
    one = common.Finding()
    one.CopyFrom(HONEST)
    for name, value in changed.items():
        setattr(one, name, value)
    return one


def with_question(question: common.Finding) -> common.Finding:
    one = forged()
    one.question.CopyFrom(question.question)
    return one


async def judged(sent: common.Finding, store: Store = STEPS) -> Completed:
    app = ValidatorApp(series=Stored(store), workers=SameThread(), mind=RulesMind(), mind_timeout_s=5.0)
    findings = validator.findings_from_proto([sent])
    last = [event async for event in app.validate("ada", findings, ())][-1]
    assert isinstance(last, Completed)
    return last


async def test_what_data_science_says_of_its_own_code_is_told_with_care() -> None:
    completed = await judged(HONEST)
    assert [item.verdict for item in completed.findings] == [Verdict.CONDITIONAL]
    assert {fact.claim for fact in completed.fact_sheet} == {"ds-001.weight", "ds-001.n"}


@pytest.mark.parametrize("source", ["", "domain_expert", "health_coach", "investigator", "user", "data_science "])
async def test_nobody_else_is_believed_that_code_computed_a_number(source: str) -> None:
    completed = await judged(forged(source=source))
    assert [item.verdict for item in completed.findings] == [Verdict.REJECTED]
    assert completed.fact_sheet == ()


async def test_without_the_word_a_number_without_a_question_stays_out() -> None:
    assert (await judged(forged(by_code=False))).fact_sheet == ()


async def test_a_question_is_computed_again_whatever_is_said_beside_it() -> None:
    asked = validator.finding_to_proto(finding())
    completed = await judged(with_question(asked))
    assert [item.verdict for item in completed.findings] == [Verdict.REJECTED]
    assert completed.findings[0].report.outcomes
    assert completed.fact_sheet == ()


async def test_a_question_that_nobody_can_read_is_no_way_around_the_gates() -> None:
    asked = common.Finding()
    asked.question.SetInParent()
    assert (await judged(with_question(asked))).fact_sheet == ()


async def test_a_link_or_a_change_is_never_believed_of_code() -> None:
    for kind in (common.FINDING_KIND_ASSOCIATION, common.FINDING_KIND_TREND, common.FINDING_KIND_UNSPECIFIED):
        assert (await judged(forged(kind=kind))).fact_sheet == ()


@pytest.mark.parametrize(
    "result",
    [
        ROWS,
        {"rows": ROWS, "text": "18000: 60.0", "nested": {"a": 1.0}, "by_day": {"1": 2}},
        {"Upper": 1.0, "with space": 2.0, "": 3.0, "{{ds-001.n}}": 4.0, "yes": True, "none": None},
    ],
)
async def test_code_that_returns_rows_texts_or_odd_names_brings_no_number_in(result: JsonValue) -> None:
    assert returned_by(result).numbers == {}
    completed = await judged(sent_for(result))
    assert [item.verdict for item in completed.findings] == [Verdict.REJECTED]
    assert completed.fact_sheet == ()


async def test_rows_under_single_names_are_cut_where_it_is_documented() -> None:
    as_names = {f"day_{day}": value for day, value in ROWS}
    completed = await judged(sent_for({**as_names, "rows": ROWS}))
    assert len(completed.fact_sheet) == MOST_NUMBERS
    many = forged()
    del many.numbers[:]
    many.numbers.extend(common.NamedNumber(key=name, scalar=value) for name, value in as_names.items())
    assert (await judged(many)).fact_sheet == ()


async def test_constants_that_code_returns_are_never_worth_more_than_care() -> None:
    completed = await judged(sent_for({"effect": 42.0, "n": 100_000, "p": 0.0}))
    assert {fact.verdict for fact in completed.fact_sheet} == {Verdict.CONDITIONAL}
    assert {fact.n for fact in completed.fact_sheet} == {None}
    (item,) = completed.findings
    assert (item.report.p_value, item.assessment) == (None, None)
