"""What crosses the wire: a request as a case, findings as numbers of the person's own, and each event as it is."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.api.common.v1 import common_pb2 as common
from amy.api.domain_expert.v1 import domain_expert_pb2 as pb
from amy.api.query.v1 import query_pb2 as query
from services.domain_expert import wire
from services.domain_expert.domain.case import Case, OwnNumber, Person, Sex
from services.domain_expert.domain.checking import Cited
from services.domain_expert.domain.events import Completed, Event, Status, Thought, ToolCall, ToolResult
from tests.unit.domain_expert.experts import HRV, OTHER, SOURCE

FIELD = query.Column(field=query.Field(name="heart_rate_variability"))
LAST_30 = query.Rows(all=query.All(table=query.TABLE_DAYS, window=query.Window(label="the last 30 days")))
PICKED = query.Rows(pick=query.Pick())


def mean(
    rows: query.Rows = LAST_30, *, column: query.Column = FIELD, statistic: query.Statistic.ValueType
) -> query.Number:
    return query.Number(reduce=query.Reduce(rows=rows, column=column, statistic=statistic))


def finding(number: query.Number, *, value: float = 42.0, key: str = "effect", unit: str = "ms") -> common.Finding:
    return common.Finding(
        id="ds-001",
        numbers=[common.NamedNumber(key="n", scalar=30), common.NamedNumber(key=key, scalar=value, unit=unit)],
        question=query.Question(tell=query.Tell(number=number)),
    )


def case_of(*findings: common.Finding, **fields: object) -> Case:
    return wire.case_from_proto(pb.ConsultRequest(user_id="ada", question="?", findings=findings, **fields))  # type: ignore[arg-type]  # fields of the message


def test_a_mean_of_a_daily_metric_is_a_number_of_the_persons_own_with_its_days() -> None:
    assert case_of(finding(mean(statistic=query.STATISTIC_MEAN))).own_numbers == (HRV,)


def test_a_metric_is_called_as_it_is_judged_and_one_value_has_its_day() -> None:
    pressure = query.Column(field=query.Field(name="systolic_blood_pressure"))
    told = finding(mean(column=pressure, statistic=query.STATISTIC_LATEST), unit="mmHg")
    told.numbers.append(common.NamedNumber(key="day", scalar=20_000, unit="date"))
    (number,) = case_of(told).own_numbers
    assert (number.of, number.day) == ("systolic blood pressure", "ds-001.day")
    assert HRV.day == ""


def test_a_latest_value_and_rows_without_a_window_are_read_too() -> None:
    (number,) = case_of(finding(mean(PICKED, statistic=query.STATISTIC_LATEST))).own_numbers
    assert (number.statistic, number.window) == ("latest", "")


@pytest.mark.parametrize(
    ("side", "statistic"), [(query.SIDE_LOW, "reference_low"), (query.SIDE_HIGH, "reference_high")]
)
def test_a_limit_of_the_laboratory_is_read_by_its_side(side: query.Side.ValueType, statistic: str) -> None:
    bound = query.Number(reference_bound=query.ReferenceBound(biomarker="ferritin", side=side))
    assert case_of(finding(bound, value=24.0, unit="ng/mL")).own_numbers == (
        OwnNumber(claim="ds-001.effect", of="ferritin", statistic=statistic, value=24.0, unit="ng/mL"),
    )


@pytest.mark.parametrize(
    "other",
    [
        common.Finding(id="ds-001"),
        common.Finding(id="ds-001", question=query.Question(relate=query.Relate())),
        common.Finding(
            id="ds-001",
            numbers=[common.NamedNumber(key="effect", scalar=1)],
            question=query.Question(trend=query.Trend()),
        ),
        finding(query.Number(count=query.Count())),
        finding(query.Number()),
        finding(mean(column=query.Column(rolling=query.Rolling()), statistic=query.STATISTIC_MEAN)),
        finding(mean(statistic=query.STATISTIC_MEAN), key="other"),
        finding(mean(statistic=query.STATISTIC_MEAN), value=math.nan),
        finding(mean(statistic=query.STATISTIC_MEAN), value=math.inf),
        common.Finding(
            id="ds-001",
            numbers=[common.NamedNumber(key="effect", interval=common.Interval(low=1, high=2))],
            question=query.Question(tell=query.Tell(number=mean(statistic=query.STATISTIC_MEAN))),
        ),
    ],
)
def test_other_findings_are_no_number_of_one_quantity(other: common.Finding) -> None:
    assert case_of(other).own_numbers == ()


def test_findings_stay_in_their_order() -> None:
    first, second = (finding(mean(statistic=query.STATISTIC_MEAN), value=value) for value in (1.0, 2.0))
    assert [number.value for number in case_of(first, second).own_numbers] == [1.0, 2.0]


def test_of_the_history_what_the_person_said_is_kept() -> None:
    said = [
        common.Message(role=common.ROLE_USER, content="one"),
        common.Message(role=common.ROLE_ASSISTANT, content="two"),
        common.Message(role=common.ROLE_USER, content="three"),
    ]
    case = case_of(history=said)
    assert (case.user_id, case.question, case.earlier) == ("ada", "?", ("one", "three"))


@pytest.mark.parametrize(
    ("told", "person"),
    [
        (None, Person()),
        (pb.Person(), Person()),
        (pb.Person(sex=pb.SEX_FEMALE, age_years=36), Person(sex=Sex.FEMALE, age_years=36)),
        (pb.Person(sex=pb.SEX_MALE, age_years=0), Person(sex=Sex.MALE, age_years=0)),
        (pb.Person(sex=pb.SEX_UNSPECIFIED, age_years=130), Person(age_years=130)),
        (pb.Person(age_years=131), Person()),
        (pb.Person(age_years=-1), Person()),
    ],
)
def test_whom_it_is_about_is_read_as_far_as_it_is_known(told: pb.Person | None, person: Person) -> None:
    assert case_of(person=told).person == person


@pytest.mark.parametrize(
    ("event", "proto"),
    [
        (Thought(delta=" so"), pb.ConsultResponse(thought=common.Thought(delta=" so"))),
        (
            ToolCall(id="call-1", tool="web_search", words="sleep"),
            pb.ConsultResponse(tool_call=common.ToolCall(id="call-1", tool="web_search", input="sleep")),
        ),
        (
            ToolResult(call_id="call-1", words="a, b", error="", duration_ms=3),
            pb.ConsultResponse(
                tool_result=common.ToolResult(call_id="call-1", success=True, output="a, b", duration_ms=3)
            ),
        ),
        (
            ToolResult(call_id="call-1", words="nothing", error="no", duration_ms=0),
            pb.ConsultResponse(
                tool_result=common.ToolResult(call_id="call-1", success=False, output="nothing", error="no")
            ),
        ),
        (
            Completed(
                status=Status.ANSWERED,
                draft="It is [1] [2].",
                citations=(Cited(source=SOURCE, text="one"), Cited(source=OTHER, text="two")),
                needs=("ferritin",),
            ),
            pb.ConsultResponse(
                completed=pb.ConsultCompleted(
                    status=pb.STATUS_ANSWERED,
                    draft="It is [1] [2].",
                    citations=[
                        pb.Citation(
                            title="On sleep",
                            publisher="A journal, 2020",
                            url="https://sleep.example/1",
                            doi="10.1000/a(1)b-2",
                            text="one",
                        ),
                        pb.Citation(
                            title="On rest", publisher="Another journal", url="https://rest.example/2", text="two"
                        ),
                    ],
                    usage=common.Usage(cost_usd=0.0),
                    needs=["ferritin"],
                )
            ),
        ),
    ],
)
def test_each_event_is_told_as_it_is(event: Event, proto: pb.ConsultResponse) -> None:
    assert wire.event_to_proto(event) == proto


@pytest.mark.parametrize("status", Status)
def test_every_end_has_a_status_on_the_wire(status: Status) -> None:
    told = wire.event_to_proto(Completed(status=status, draft="")).completed.status
    assert pb.Status.Name(told) == f"STATUS_{status.upper()}"


@given(
    value=st.floats(allow_nan=False, allow_infinity=False),
    unit=st.sampled_from(["ms", "mg/dL", ""]),
    statistic=st.sampled_from([each for each in query.Statistic.values() if each]),
)
def test_a_number_comes_back_with_all_its_digits(value: float, unit: str, statistic: query.Statistic.ValueType) -> None:
    (number,) = case_of(finding(mean(statistic=statistic), value=value, unit=unit)).own_numbers
    assert (number.value, number.unit) == (value, unit)
    assert query.Statistic.Value(f"STATISTIC_{number.statistic.upper()}") == statistic
