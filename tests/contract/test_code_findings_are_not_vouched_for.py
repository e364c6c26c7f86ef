"""What was computed by code written for one question is never vouched for: nobody can compute it a second time."""

from dataclasses import replace

from services.data_science import wire as analyst
from services.data_science.domain.finding import Finding, NamedNumber
from services.validator import wire as validator
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
    numbers=(NamedNumber(key="weight_sleep", value=-0.5, unit=""), NamedNumber(key="n", value=212.0, unit="count")),
)


def test_a_finding_without_a_question_arrives_whole_and_is_not_taken_for_reproduced() -> None:
    arrived = validator.finding_from_proto(analyst.finding_to_proto(BY_CODE))
    assert (arrived.id, arrived.claim, arrived.question) == (BY_CODE.id, BY_CODE.claim, None)
    assert {number.key for number in arrived.numbers} == {"weight_sleep", "n"}
    examined = validation.examine(arrived, Store())
    assert examined.report.verdict is not Verdict.VALIDATED
    assert plain_reading(arrived, examined.report, examined.sample) is None


def test_the_person_is_told_that_it_rests_on_nothing_that_can_be_looked_up() -> None:
    arrived = validator.finding_from_proto(analyst.finding_to_proto(BY_CODE))
    assert read_sample(arrived, Store()) == Unreadable(reason="the finding does not say which data it rests on")
    assert read_sample(replace(arrived, id=""), Store()) != read_sample(arrived, Store())
