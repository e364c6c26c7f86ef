"""The mind made of rules: what it looks up for a question, in order, and what it answers of what was found."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from services.domain_expert.adapters.rules import RulesMind
from services.domain_expert.adapters.rules.asking import wanted
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.domain.case import Case, OwnNumber, Person, Sex
from services.domain_expert.domain.checking import checked
from services.domain_expert.domain.decisions import (
    Answer,
    Call,
    Compared,
    CompareRange,
    Failed,
    FoundArticles,
    FoundPassages,
    NothingKnown,
    Observed,
    Result,
    SearchKnowledge,
    SearchLiterature,
)
from services.domain_expert.domain.knowledge.passages import Kind, Passage
from services.domain_expert.domain.ranges.comparing import Laboratory
from services.domain_expert.domain.web_results import Article
from tests.unit.domain_expert.experts import HRV, article, passage, shipped_ranges

RANGES = shipped_ranges()
ADA = Person(sex=Sex.FEMALE, age_years=36)
LDL_OWN = OwnNumber(claim="ds-002.effect", of="LDL cholesterol", statistic="latest", value=141.0, unit="mg/dL")
LOW = OwnNumber(claim="ds-003.effect", of="LDL cholesterol", statistic="reference_low", value=50.0, unit="mg/dL")
HIGH = OwnNumber(claim="ds-004.effect", of="LDL cholesterol", statistic="reference_high", value=116.0, unit="mg/dL")
WORDS = frozenset(
    ["quercetin", "help", "people", "with", "muscle", "soreness", "after", "running", "km", "does", "says", "reduce"]
)
HRV_PASSAGE = passage("hrv-usual", text="HRV differs widely. Age lowers it. Watches differ.", about=(HRV.of,))
PULSE_WHY = passage("pulse-causes", text="Alcohol raises it.", about=("resting_heart_rate",), kind=Kind.CAUSES)
HRV_WHY = passage("hrv-causes", text="Alcohol lowers it.", about=(HRV.of,), kind=Kind.CAUSES)


def case(question: str, *own: OwnNumber, earlier: Sequence[str] = (), person: Person = ADA) -> Case:
    return Case(user_id="ada", question=question, own_numbers=own, earlier=tuple(earlier), person=person)


async def run(
    asked: Case, *, passages: Sequence[Passage] = (), articles: Sequence[Article] | None = None
) -> tuple[list[Call], Answer | NothingKnown, list[Observed]]:
    """The calls in order, the end, and what was seen. Comparisons are real, all else is scripted.

    PubMed fails where `articles` is None.
    """
    mind = RulesMind(quantities(), sendable=WORDS)
    seen: list[Observed] = []
    while True:
        decision = await mind.decide(asked, seen)
        if isinstance(decision, Answer | NothingKnown):
            return [observed.call for observed in seen], decision, seen
        seen.append(Observed(call=decision, result=_result(decision, asked, passages, articles)))
        assert len(seen) < 10


def _result(call: Call, asked: Case, passages: Sequence[Passage], articles: Sequence[Article] | None) -> Result:
    match call:
        case SearchKnowledge():
            return FoundPassages(passages=tuple(passages))
        case CompareRange():
            laboratory = Laboratory(low=call.laboratory_low, high=call.laboratory_high)
            return Compared(
                comparison=RANGES.compare(
                    of=call.of,
                    value=call.value,
                    unit=call.unit,
                    person=call.person or asked.person,
                    laboratory=None if laboratory == Laboratory() else laboratory,
                    is_unknown=call.is_unknown,
                )
            )
        case SearchLiterature():
            if articles is None:
                return Failed(reason="not set up")
            return FoundArticles(articles=tuple(articles))
        case _:
            raise AssertionError(call)


def texts(decision: Answer | NothingKnown) -> list[str]:
    assert isinstance(decision, Answer)
    return [statement.text for statement in decision.statements]


async def test_a_question_is_looked_up_first_and_then_each_quantity_is_compared() -> None:
    calls, _, _ = await run(case("Are an LDL of 4.1 mmol/L and an HDL of 50 mg/dL ok?"))
    assert calls[0] == SearchKnowledge(
        query="Are an LDL of 4.1 mmol/L and an HDL of 50 mg/dL ok?", about=("LDL cholesterol", "HDL cholesterol")
    )
    assert calls[1:3] == [
        CompareRange(of="LDL cholesterol", value=Decimal("4.1"), unit="mmol/l", person=ADA),
        CompareRange(of="HDL cholesterol", value=Decimal(50), unit="mg/dl", person=ADA),
    ]
    assert len(calls) == 3


async def test_at_most_two_quantities_are_compared() -> None:
    calls, _, _ = await run(case("LDL 130, HDL 50, ferritin 20, sodium 140: fine?"))
    assert [type(call) for call in calls] == [SearchKnowledge, CompareRange, CompareRange]


async def test_a_number_without_unit_is_in_the_unit_in_which_it_is_plausible() -> None:
    for written, unit in (("4.1", "mmol/L"), ("130", "mg/dL")):
        calls, _, _ = await run(case(f"Is an LDL of {written} high?"))
        assert calls[-1] == CompareRange(of="LDL cholesterol", value=Decimal(written), unit=unit, person=ADA)


async def test_a_number_of_the_persons_own_is_told_as_a_reference_and_never_written_out() -> None:
    _, answer, seen = await run(case("Is my HRV good?", HRV), passages=[HRV_PASSAGE])
    said = texts(answer)
    assert said[0].startswith(
        "A heart rate variability of {{ds-001.effect}} (your average over the last 30 days) is no cause for worry"
    )
    assert not any("42" in text for text in said)
    assert "{{ds-001.effect}}" in said[0]
    assert isinstance(answer, Answer)
    assert checked(answer, seen, [HRV]).draft.count("{{ds-001.effect}}") >= 1


async def test_a_value_that_the_person_wrote_wins_over_one_that_was_computed() -> None:
    calls, answer, _ = await run(case("Is an LDL of 90 mg/dL good?", LDL_OWN))
    assert calls[-1] == CompareRange(of="LDL cholesterol", value=Decimal(90), unit="mg/dl", person=ADA)
    assert not any("{{" in text for text in texts(answer))
    assert texts(answer)[0].startswith("Yes, an LDL of 90 mg/dL is ")


async def test_the_laboratorys_own_range_goes_along_and_comes_first() -> None:
    calls, answer, _ = await run(case("Is my LDL too high?", LDL_OWN, LOW, HIGH))
    assert calls[-1] == CompareRange(
        of="LDL cholesterol",
        value=Decimal("141.0"),
        unit="mg/dL",
        laboratory_low=Decimal("50.0"),
        laboratory_high=Decimal("116.0"),
        person=ADA,
    )
    laboratory, guidance = texts(answer)[:2]
    assert laboratory == (
        "Yes, your result is above your laboratory's own range, {{ds-003.effect}} to {{ds-004.effect}},"
        " which counts first."
    )
    assert "in guidance for adults" in guidance


async def test_a_laboratory_range_in_another_unit_is_not_used() -> None:
    low = OwnNumber(claim="x.effect", of="LDL cholesterol", statistic="reference_low", value=1.3, unit="mmol/L")
    calls, _, _ = await run(case("Is my LDL too high?", LDL_OWN, low))
    assert isinstance(calls[-1], CompareRange)
    assert calls[-1].laboratory_low is None


async def test_a_question_that_names_nothing_is_about_the_findings_then_about_what_was_spoken_of() -> None:
    calls, _, _ = await run(case("Is that normal?", HRV, earlier=["What is a good VO2 max?"]))
    assert [call.of for call in calls if isinstance(call, CompareRange)] == ["heart_rate_variability"]
    calls, _, _ = await run(case("Is that normal?", earlier=["What is a good VO2 max?"]))
    assert [call.of for call in calls if isinstance(call, CompareRange)] == ["vo2_max"]
    assert calls[0] == SearchKnowledge(query="Is VO2 max normal?", about=("vo2_max",))


async def test_of_a_blood_pressure_the_number_that_decides_is_judged_once() -> None:
    _, answer, _ = await run(case("My blood pressure is 128/78, is that ok?"))
    assert "128 mmHg (of 128/78)" in texts(answer)[0]
    assert sum("blood pressure number of" in text for text in texts(answer)) == 1
    _, answer, _ = await run(case("My blood pressure is 118/92, is that ok?"))
    assert "92 mmHg (of 118/92)" in texts(answer)[0]


@pytest.mark.parametrize(
    ("question", "of"),
    [
        ("my oxygen drops to 88 at night, should I worry?", "spo2_asleep"),
        ("my oxygen is 88, should I worry?", "spo2"),
    ],
)
async def test_in_sleep_the_limits_of_sleep_count(question: str, of: str) -> None:
    calls, _, _ = await run(case(question))
    assert [call.of for call in calls if isinstance(call, CompareRange)] == [of]


async def test_a_number_and_a_half_is_read_whole() -> None:
    calls, _, _ = await run(case("I sleep 5 and a half hours, is that enough?"))
    assert [call.value for call in calls if isinstance(call, CompareRange)] == [Decimal("5.5")]


async def test_a_value_that_is_hardly_too_little_is_told_as_that() -> None:
    own = OwnNumber(claim="x.effect", of="sleep_minutes", statistic="mean", value=416, unit="min")
    _, answer, _ = await run(case("Do I sleep enough for 60 years old?", own))
    assert "only slightly less" in texts(answer)[0]
    _, answer, _ = await run(case("Do I sleep enough for 60 years old?", replace(own, value=330)))
    assert "only slightly less" not in texts(answer)[0]


async def test_a_value_near_the_end_of_what_is_usual_is_told_as_that() -> None:
    _, answer, _ = await run(case("My TSH is 4.1 mIU/L, is that ok?"))
    assert "near the upper end" in texts(answer)[0]
    _, answer, _ = await run(case("My TSH is 2.1 mIU/L, is that ok?"))
    assert "near the" not in texts(answer)[0]


async def test_a_follow_up_on_another_case_is_told_what_is_known_of_that_case() -> None:
    earlier = ["What is a normal HRV?"]
    _, answer, _ = await run(case("and if I do a lot of sport?", earlier=earlier), passages=[HRV_PASSAGE])
    assert texts(answer)[0] == HRV_PASSAGE.text


async def test_the_age_and_sex_that_a_question_tells_count_before_the_record() -> None:
    calls, _, _ = await run(case("What is a normal HRV at 65?"))
    assert calls[-1] == CompareRange(of=HRV.of, person=Person(sex=Sex.FEMALE, age_years=65))
    calls, _, _ = await run(case("Is a hemoglobin of 13 g/dL ok for men my age 47?"))
    assert isinstance(calls[-1], CompareRange)
    assert calls[-1].value == Decimal(13)
    assert calls[-1].person == Person(sex=Sex.MALE, age_years=47)


async def test_asked_what_a_number_is_worth_it_comes_first_and_asked_why_it_comes_last() -> None:
    _, judged, _ = await run(case("Is my HRV good?", HRV), passages=[HRV_PASSAGE, HRV_WHY])
    _, reasons, _ = await run(case("Why is my HRV low?", HRV), passages=[HRV_WHY, HRV_PASSAGE])
    assert texts(judged)[0].startswith("A heart rate variability of {{ds-001.effect}} (your average")
    assert texts(reasons) == [
        "Alcohol lowers it.",
        "Your own average heart rate variability over the last 30 days is {{ds-001.effect}}.",
    ]


async def test_how_well_something_is_measured_is_told_without_the_number() -> None:
    _, answer, _ = await run(case("How accurate is my HRV?", HRV), passages=[HRV_PASSAGE])
    assert texts(answer) == [HRV_PASSAGE.text]


async def test_a_number_with_something_particular_gets_a_verdict_and_the_passage() -> None:
    _, answer, _ = await run(case("Started a beta blocker, now my resting pulse is 52. Related?"), passages=[PULSE_WHY])
    verdict, passage = texts(answer)
    assert verdict.startswith("A resting heart rate of 52 beats a minute ")
    assert passage == PULSE_WHY.text


async def test_a_number_of_the_persons_own_that_nobody_has_is_said_to_be_missing() -> None:
    calls, answer, _ = await run(case("Is my VO2 max good?"))
    assert [call.is_unknown for call in calls if isinstance(call, CompareRange)] == [True]
    assert texts(answer)[0].startswith("I have no VO2 max of yours at hand")
    calls, _, _ = await run(case("What is a good VO2 max?"))
    assert [call.is_unknown for call in calls if isinstance(call, CompareRange)] == [False]


async def test_where_others_are_is_told_only_if_it_is_asked() -> None:
    own = OwnNumber(claim="x.effect", of="resting_heart_rate", statistic="mean", value=61.0, unit="bpm")
    _, plain, _ = await run(case("Is my resting heart rate ok?", own))
    _, others, _ = await run(case("Is my resting heart rate ok for my age?", own))
    assert not any("Among US women" in text for text in texts(plain))
    assert texts(others)[-1].startswith("Among US women aged 20 to 39, ")


async def test_slips_of_the_finger_are_mended_before_anything_is_looked_up() -> None:
    calls, _, _ = await run(case("is my feritin of 18 low?"))
    assert calls[0] == SearchKnowledge(query="is my ferritin of 18 low?", about=("ferritin",))
    assert isinstance(calls[1], CompareRange)


async def test_where_nothing_is_known_it_is_declined_by_its_subject() -> None:
    _, nothing, _ = await run(case("Who won the cup?"))
    assert nothing == NothingKnown(about="")
    _, nothing, _ = await run(case("How accurate is my sleep score?"))
    assert nothing == NothingKnown(about="sleep score")


QUERCETIN = "Does quercetin help 42 of 100 people with muscle soreness after running 12 km, as Anna says?"


async def test_pubmed_is_asked_once_only_if_all_else_found_nothing_and_by_words_without_numbers_or_names() -> None:
    calls, nothing, _ = await run(case(QUERCETIN, HRV), articles=[])
    searches = [call for call in calls if isinstance(call, SearchLiterature)]
    assert len(searches) == 1
    assert calls[-1] is searches[0]
    assert not any(sign.isdigit() for sign in searches[0].terms.text)
    assert "anna" not in searches[0].terms.text
    assert "quercetin" in searches[0].terms.text
    assert isinstance(nothing, NothingKnown)
    calls, _, _ = await run(case(QUERCETIN), passages=[passage()], articles=[article()])
    assert not any(isinstance(call, SearchLiterature) for call in calls)


async def test_words_that_no_passage_holds_do_not_leave() -> None:
    calls, nothing, _ = await run(case("Zyxwv Qwert uiopa?"))
    assert calls == [SearchKnowledge(query="Zyxwv Qwert uiopa?")]
    assert nothing == NothingKnown()


async def test_articles_are_told_by_their_titles_and_not_those_withdrawn() -> None:
    articles = [article(1), article(2, publication_types=("Retracted Publication",)), article(3)]
    _, answer, seen = await run(case(QUERCETIN), articles=articles)
    assert texts(answer)[1:] == ["\u201cStudy 1\u201d.", "\u201cStudy 3\u201d."]
    assert isinstance(answer, Answer)
    kept = checked(answer, seen, [])
    assert [cited.source.url for cited in kept.citations] == [articles[0].url, articles[2].url]
    _, nothing, _ = await run(case(QUERCETIN), articles=[articles[1]])
    assert isinstance(nothing, NothingKnown)


async def test_articles_on_a_part_of_what_is_asked_are_told_as_that() -> None:
    _, whole, _ = await run(case(QUERCETIN.replace(", as Anna says", "")), articles=[article()])
    _, part, _ = await run(case(QUERCETIN), articles=[article()])
    assert texts(whole)[0] == "I have nothing of my own on that, but there is published research."
    assert texts(part)[0] == texts(whole)[0].replace("research", "research on a part of what you ask")


async def test_a_search_that_fails_is_not_tried_again() -> None:
    calls, nothing, _ = await run(case(QUERCETIN), articles=None)
    assert sum(isinstance(call, SearchLiterature) for call in calls) == 1
    assert isinstance(nothing, NothingKnown)


async def test_the_same_case_is_decided_the_same_way() -> None:
    first = await run(case("Is my HRV good?", HRV), passages=[HRV_PASSAGE])
    assert first == await run(case("Is my HRV good?", HRV), passages=[HRV_PASSAGE])


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How can I improve my HRV?", Kind.IMPROVING),
        ("Why is my HRV low?", Kind.CAUSES),
        ("Does alcohol affect sleep?", Kind.CAUSES),
        ("How accurate is my watch?", Kind.MEASURING),
        ("Is 52 normal?", Kind.USUAL),
        ("Should I worry?", Kind.WHEN_TO_ASK),
        ("Is it true that we need 10,000 steps?", Kind.MYTH),
        ("What does HRV mean?", Kind.MEANING),
    ],
)
def test_the_surest_kind_that_a_question_asks_for_comes_first(question: str, kind: Kind) -> None:
    assert wanted(question)[0] is kind


def test_a_question_may_ask_for_no_kind() -> None:
    assert wanted("HRV") == ()


@pytest.mark.parametrize("asked", ["is that normal for 60", "and at 60?", "ok for 9,000?"])
async def test_a_number_that_the_quantity_cannot_have_is_none_of_its_values(asked: str) -> None:
    calls, _, _ = await run(case(asked, earlier=["How did I sleep last night, how many hours of sleep?"]))
    assert [call.value for call in calls if isinstance(call, CompareRange)] == [None]
