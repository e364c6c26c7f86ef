"""What was computed by code written for one question is told with care: nobody can compute it a second time."""

from dataclasses import replace

from services.data_science import wire as analyst
from services.data_science.adapters.model.telling import MOST_NUMBERS
from services.data_science.domain.finding import Finding, NamedNumber
from services.validator import wire as validator
from services.validator.domain.claims import by_code
from services.validator.domain.claims.finding import Verdict
from services.validator.domain.claims.sampling import read_sample
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.records.store import Store
from services.validator.domain.verdict import validation
from services.validator.domain.verdict.reading import plain_reading

BY_CODE = Finding(
    id="ds-001",
    claim="Longer sleep went with a lower resting heart rate.",
    question=None,
    numbers=(NamedNumber(key="weight_sleep", value=-0.5, unit=""), NamedNumber(key="n", value=212.0, unit="")),
)


def test_it_arrives_whole_as_what_only_code_could_compute_and_is_worth_no_more_than_care() -> None:
    arrived = validator.finding_from_proto(analyst.finding_to_proto(BY_CODE))
    assert (arrived.id, arrived.claim, arrived.question) == (BY_CODE.id, BY_CODE.claim, None)
    assert arrived.by_code
    assert {number.key for number in arrived.numbers} == {"weight_sleep", "n"}
    examined = validation.examine(arrived, Store())
    assert examined.report.verdict is Verdict.CONDITIONAL
    assert (examined.report.outcomes, examined.sample, examined.evidence) == ((), None, None)
    assert plain_reading(arrived, examined.report, examined.sample) is None


def test_the_rest_of_what_has_no_question_rests_on_nothing_that_can_be_looked_up() -> None:
    arrived = replace(validator.finding_from_proto(analyst.finding_to_proto(BY_CODE)), by_code=False)
    assert read_sample(arrived, Store()) == Unreadable(reason="the finding does not say which data it rests on")
    assert validation.examine(arrived, Store()).report.verdict is Verdict.REJECTED


def test_as_many_numbers_are_taken_as_the_analyst_takes_of_what_code_returns() -> None:
    assert by_code.MOST_NUMBERS == MOST_NUMBERS
