"""The person's own recent numbers of what a message names, whatever it asks of them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from services.data_science import wire
from services.data_science.adapters.rules import RulesMind
from services.data_science.domain.algebra import (
    All,
    Field,
    Question,
    Reduce,
    ReferenceBound,
    Side,
    Statistic,
    Table,
    Tell,
    Window,
)
from services.data_science.domain.analysis import AnalysisRequest, Completed, Status
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.domain.interpretation import Computable, NotMine, OwnNumbers, Topic
from tests.unit.data_science.analysts import FIRST_SAMPLE, LAST_SAMPLE, TODAY, InMemoryHealthData, catalogue_of, person
from tests.unit.data_science.test_interpreting_messages import analyst

DATA = replace(catalogue_of(), upper_limits=frozenset({"LDL"}))
LAST_30_DAYS = Window(start=date(2024, 2, 15), end=TODAY, label="the last 30 days")
ALL_SAMPLES = Window(start=FIRST_SAMPLE, end=LAST_SAMPLE, label="all data")


def mean_of(metric: str) -> Question:
    rows = All(table=Table.DAYS, window=LAST_30_DAYS)
    return Tell(number=Reduce(rows=rows, column=Field(name=metric), statistic=Statistic.MEAN))


def latest(biomarker: str) -> Question:
    rows = All(table=Table.SAMPLES, window=ALL_SAMPLES)
    return Tell(number=Reduce(rows=rows, column=Field(name=biomarker), statistic=Statistic.LATEST))


async def own(*messages: str, data: Catalogue = DATA) -> Sequence[Question]:
    found = (await RulesMind().interpret(messages, data)).own_numbers
    return found.questions if found else ()


HRV, RESTING, SLEEP = (mean_of(name) for name in ("heart_rate_variability", "resting_heart_rate", "sleep_minutes"))
LDL = (
    latest("LDL"),
    Tell(number=ReferenceBound(biomarker="LDL", side=Side.LOW)),
    Tell(number=ReferenceBound(biomarker="LDL", side=Side.HIGH)),
)


@pytest.mark.parametrize(
    "message",
    ["What is a normal HRV?", "Is my HRV too low?", "what could raise heart rate variability", "My HRV in May?"],
)
async def test_of_a_metric_it_is_the_mean_of_the_last_30_days(message: str) -> None:
    assert await own(message) == (HRV,)


async def test_of_a_laboratory_value_it_is_the_latest_with_both_limits_of_the_laboratory() -> None:
    assert await own("is an LDL of 142 bad?") == LDL


async def test_a_laboratory_value_without_limits_on_record_comes_alone() -> None:
    assert await own("Is my ferritin ok?") == (latest("Ferritin"),)


async def test_at_most_two_are_told_those_named_by_more_words_first() -> None:
    named = await own("Is sleep, HRV or my resting heart rate what matters?")
    assert named == (RESTING, SLEEP)
    assert await own("Is my HRV bad because of my HRV?") == (HRV,)


async def test_a_record_that_began_this_month_is_averaged_from_its_first_day() -> None:
    young = replace(DATA, first=date(2024, 3, 10))
    (question,) = await own("Is my HRV ok?", data=young)
    assert question == Tell(
        number=Reduce(
            rows=All(table=Table.DAYS, window=replace(LAST_30_DAYS, start=date(2024, 3, 10))),
            column=Field(name="heart_rate_variability"),
            statistic=Statistic.MEAN,
        )
    )


@pytest.mark.parametrize("message", ["Why do people dream?", "Is my blood glucose normal?", "thanks!", "?"])
async def test_what_names_nothing_on_record_has_no_number(message: str) -> None:
    assert (await RulesMind().interpret((message,), DATA)).own_numbers is None


async def test_what_is_not_on_record_has_no_number_and_leaves_room_for_what_is() -> None:
    no_labs = replace(
        catalogue_of("steps", "sleep_minutes"),
        biomarkers={name: replace(each, recorded=False) for name, each in DATA.biomarkers.items()},
    )
    assert await own("Is my HRV normal?", data=no_labs) == ()
    assert await own("Is my LDL bad?", data=no_labs) == ()
    assert await own("How do HRV, resting heart rate, steps and sleep go together in general?", data=no_labs) == (
        mean_of("steps"),
        SLEEP,
    )


PRESSURES = {
    f"{which}_blood_pressure": Quantity(
        name=f"{which}_blood_pressure",
        unit="mmHg",
        noun=f"{which} blood pressure",
        spoken=(f"{which} blood pressure", which),
        loose={"blood pressure": "I take the upper value."} if which == "systolic" else {},
    )
    for which in ("systolic", "diastolic")
}


def latest_day(metric: str) -> Question:
    rows = All(table=Table.DAYS, window=Window(start=DATA.first, end=TODAY, label="all data"))
    return Tell(number=Reduce(rows=rows, column=Field(name=metric), statistic=Statistic.LATEST))


async def test_a_blood_pressure_has_both_numbers_and_their_latest_values_as_it_is_measured_seldom() -> None:
    data = replace(DATA, metrics={**DATA.metrics, **PRESSURES})
    upper, lower = ((mean_of(name), latest_day(name)) for name in PRESSURES)
    assert await own("is my blood pressure ok?", data=data) == (*upper, *lower)
    assert await own("is my systolic ok?", data=data) == upper


async def test_a_laboratory_value_that_is_not_on_record_is_told_by_the_one_that_stands_in_for_it() -> None:
    iron = Quantity(name="iron", unit="ug/dL", noun="iron", spoken=("iron",), recorded=False)
    data = replace(DATA, biomarkers={**DATA.biomarkers, "iron": iron})
    assert await own("is my iron low?", data=data) == (latest("Ferritin"),)


async def test_whether_somebody_is_overweight_is_judged_by_the_weight_which_it_is_no_name_of() -> None:
    weight = Quantity(name="weight_kg", unit="kg", noun="weight", spoken=("weight",))
    data = replace(DATA, metrics={**DATA.metrics, "weight_kg": weight})
    assert await own("am i overweight", data=data) == (mean_of("weight_kg"),)
    found = await RulesMind().interpret(("how many days was my bmi over 25",), data)
    assert isinstance(found, NotMine)


async def test_what_is_noted_is_no_number_to_judge() -> None:
    illness = Quantity(name="journal_illness", unit="", noun="illness", spoken=("ill",), tag="illness")
    data = replace(DATA, metrics={**DATA.metrics, "journal_illness": illness})
    assert await own("is my HRV too low when I'm ill?", data=data) == (HRV,)


async def test_the_last_message_counts_or_the_newest_before_it_that_names_something() -> None:
    assert await own("Is my sleep ok?", "And my HRV?") == (HRV,)
    assert await own("What is a normal HRV?", "Is my sleep ok?", "And is that bad?", "Why?") == (SLEEP,)
    assert await own("And is that bad?") == ()


async def test_what_is_computable_and_what_is_not_both_have_own_numbers_and_say_them_back() -> None:
    for message, kind in (("What was my average HRV in May 2023?", Computable), ("Is HRV hereditary?", NotMine)):
        found = await RulesMind().interpret((message,), DATA)
        assert isinstance(found, kind)
        assert found.own_numbers is not None
        assert found.own_numbers.questions == (HRV,)
        assert "heart rate variability" in found.own_numbers.said_back
        assert "the last 30 days" in found.own_numbers.said_back


async def test_what_is_given_as_own_numbers_is_computed_whatever_the_question_says() -> None:
    data = InMemoryHealthData(person())
    request = AnalysisRequest(user_id="ada", question="Is that bad?", questions=(HRV, *LDL[:1]))
    *_, end = [event async for event in analyst(RulesMind(), data).analyze(request)]
    assert isinstance(end, Completed)
    assert end.status is Status.ANSWERED
    assert [finding.question for finding in end.findings] == [HRV, LDL[0]]


def test_own_numbers_are_sent_whole_beside_every_result() -> None:
    found = OwnNumbers(said_back="your LDL", questions=LDL)
    for result in (
        Computable(said_back="steps", own_numbers=found),
        NotMine(topic=Topic.ADVICE, reason="Because.", own_numbers=found),
    ):
        sent = wire.interpretation_to_proto(result).own_numbers
        assert sent.said_back == "your LDL"
        assert tuple(map(wire.QUESTIONS.decode, sent.questions)) == LDL
    assert not wire.interpretation_to_proto(Computable(said_back="steps")).HasField("own_numbers")
