import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.adapters.rules import RulesMind, synthesis
from services.orchestrator.domain.caveats import caveat
from services.orchestrator.domain.evidence import (
    DATE,
    AgentAnswer,
    AgentStatus,
    Evidence,
    Fact,
    FindingSummary,
    Verdict,
)
from services.orchestrator.domain.numbers import AnswerWriter, Clean, Unverified, user_facts
from services.orchestrator.domain.plan import Agent
from tests.unit.orchestrator.mind.builders import answer, conversation, evidence, fact, finding

QUESTION = "What was my average resting heart rate over the last 30 days?"
DRAFT = "Your average resting heart rate over the last 30 days was {{ds-001.effect}}, from {{ds-001.n}} days."
FACTS = (fact("ds-001.effect", 58.372), fact("ds-001.n", 27.0, None))
BOTH = "resting heart rate and time asleep"
RELATIONSHIP = f"relationship between {BOTH}"
IN_GENERAL = "that would hold in general."
LONGER = "Try a longer stretch of time."
NEARLY_ONE = "they may be one thing measured in two ways, or the one may nearly settle the other."
TOO_FEW = "Only 7 days with a value; at least 10 are needed."


async def told(found: Evidence, *asked: str) -> str:
    """The answer as the user reads it, every sentence of it clean."""
    questions = asked or (QUESTION,)
    chunks = [chunk async for chunk in RulesMind().synthesise(conversation(*questions), found)]
    writer = AnswerWriter((*found.fact_sheet, *found.literature, *user_facts("\n".join(reversed(questions[::2])))))
    sentences = [sentence for chunk in chunks for sentence in writer.feed(chunk)] + writer.finish()
    assert [sentence for sentence in sentences if isinstance(sentence, Unverified)] == []
    return "".join(sentence.text for sentence in sentences if isinstance(sentence, Clean))


async def test_a_validated_finding_is_stated_with_confidence() -> None:
    found = evidence(answer(DRAFT), findings=[finding(Verdict.VALIDATED)], facts=FACTS)
    assert await told(found) == ("Your average resting heart rate over the last 30 days was 58.4 bpm, from 27 days.")


async def test_a_conditional_finding_is_hedged_with_its_reason() -> None:
    found = evidence(
        answer(DRAFT), findings=[finding(Verdict.CONDITIONAL, reason="The values are noisy.")], facts=FACTS
    )
    assert await told(found) == (
        "Your average resting heart rate over the last 30 days was 58.4 bpm, from 27 days. "
        "Take this figure with care: the values are noisy."
    )


async def test_a_conditional_association_is_worth_tracking_and_its_reason_brings_no_number() -> None:
    draft = "Your resting heart rate falls when you sleep longer (correlation {{ds-001.effect}})."
    found = evidence(
        answer(draft),
        findings=[finding(Verdict.CONDITIONAL, kind="association", reason="The interval reaches 0.01.")],
        facts=[fact("ds-001.effect", -0.274, None)],
    )
    assert await told(found) == (
        "Your resting heart rate falls when you sleep longer (correlation -0.27). This pattern may not hold in general."
    )


async def test_mechanism_and_next_step_are_woven_in_without_numbers_of_their_own() -> None:
    found = evidence(
        answer(DRAFT),
        findings=[
            finding(
                Verdict.VALIDATED,
                kind="trend",
                mechanism="Rest lowers sympathetic tone",
                strategy="Walk 25 minutes on three weekdays.",
            )
        ],
        facts=FACTS,
    )
    assert await told(found) == (
        "Your average resting heart rate over the last 30 days was 58.4 bpm, from 27 days.\n\n"
        "Rest lowers sympathetic tone."
    )


async def test_a_description_has_no_mechanism() -> None:
    described = finding(Verdict.VALIDATED, mechanism="A description of your own data.")
    said = await told(evidence(answer(DRAFT), findings=[described], facts=FACTS))
    assert said == "Your average resting heart rate over the last 30 days was 58.4 bpm, from 27 days."


async def test_too_few_days_are_read_out_as_what_they_are() -> None:
    rejected = replace(finding(Verdict.REJECTED, reason=TOO_FEW), reading_keys=("effect", "mean"))
    reading = (
        fact("reading-ds-001.value", 59.25, "bpm", verdict=Verdict.CONDITIONAL),
        fact("reading-ds-001.n", 7, None, verdict=Verdict.CONDITIONAL),
    )
    draft = "Over the last 30 days it was {{ds-001.mean}} ({{ds-001.n}} days). Its spread was {{ds-001.sd}}."
    said = await told(evidence(answer(draft), findings=[rejected], facts=reading))
    assert said == "Over the last 30 days it was 59.2 bpm (7 days)."
    on_a_day = answer("It was lowest at {{ds-001.effect}}, on {{ds-001.day}}.")
    day = fact("reading-ds-001.day", 20551.0, DATE, verdict=Verdict.CONDITIONAL)
    said = await told(evidence(on_a_day, findings=[rejected], facts=(*reading, day)))
    assert said == "It was lowest at 59.2 bpm, on 8 April 2026."


@pytest.mark.parametrize("reason", [TOO_FEW, "no day with a value; at least 10 are needed"])
async def test_a_figure_over_too_few_days_is_withheld_without_a_number(reason: str) -> None:
    draft = DRAFT.replace("30", "7")
    found = evidence(answer(draft), findings=[finding(Verdict.REJECTED, reason=reason)])
    said = await told(found, "What was my average resting heart rate over the last 7 days?")
    assert said == (
        "Too few of the days you ask about have a value for resting heart rate. Try a longer stretch of time."
    )
    assert not re.search(r"\d", said)


@pytest.mark.parametrize(
    ("reason", "says"),
    [
        (TOO_FEW, f"I can't tell whether there is a {RELATIONSHIP}: too few days have both. {LONGER}"),
        ("one may be the other", f"I don't see a {RELATIONSHIP} {IN_GENERAL} One may be the other."),
        (
            "The two move together almost perfectly (rank correlation 0.92), so one is the other measured again.",
            f"{BOTH.capitalize()} move almost in lockstep: {NEARLY_ONE}",
        ),
        ("The effect of 0.04 is noise.", f"I don't see a {RELATIONSHIP} {IN_GENERAL}"),
    ],
)
async def test_a_rejected_relationship_is_not_told_as_one(reason: str, says: str) -> None:
    found = evidence(
        answer("They go together ({{ds-001.effect}})."),
        findings=[finding(Verdict.REJECTED, kind="association", reason=reason)],
    )
    assert await told(found, "Is my resting heart rate related to how long I sleep?") == says


async def test_one_thing_beside_itself_is_said_to_say_nothing() -> None:
    reason = "The two move together almost perfectly, so one is the other measured again."
    same = replace(finding(Verdict.REJECTED, kind="association", reason=reason), feature="steps", target="steps")
    says = await told(
        evidence(answer("They go together ({{ds-001.effect}})."), findings=[same]),
        "How are my steps affected by my steps?",
    )
    assert says.startswith("Steps would be compared with itself, which says nothing.")


@pytest.mark.parametrize(
    ("draft", "begins"),
    [
        ("Yes. A higher sleep goes with a higher pulse. That is {{ds-001.effect}}.", "Yes. "),
        ("No. A higher sleep goes with a higher pulse. That is {{ds-001.effect}}.", "No. "),
        ("A higher sleep goes with a higher pulse. That is {{ds-001.effect}}.", ""),
        ("Yes. It was higher: {{ds-002.effect}}.\n\nThey go together ({{ds-001.effect}}).", ""),
    ],
)
async def test_that_two_things_move_in_lockstep_answers_yes_or_no_where_it_was_asked(draft: str, begins: str) -> None:
    reason = "The two move together almost perfectly, so one is the other measured again."
    found = evidence(answer(draft), findings=[finding(Verdict.REJECTED, kind="association", reason=reason)])
    says = f"{BOTH.capitalize()} move almost in lockstep: {NEARLY_ONE}"
    assert await told(found, "Does my pulse go up with my sleep?") == f"{begins}{says}"


async def test_of_two_groups_a_difference_is_rejected_and_of_one_series_a_change() -> None:
    trend = finding(Verdict.REJECTED, kind="trend", reason="Chance alone could do that")
    for compares, what in ((True, "difference"), (False, "change")):
        found = evidence(answer("It is lower ({{ds-001.effect}})."), findings=[replace(trend, compares=compares)])
        assert (
            await told(found) == f"I don't see a {what} in resting heart rate {IN_GENERAL} Chance alone could do that."
        )


async def test_a_coach_keeps_advice_when_a_finding_was_rejected() -> None:
    coach = answer("Go to bed at the same time every day.", agent=Agent.HEALTH_COACH)
    found = evidence(coach, supporting=[answer(DRAFT)], findings=[finding(Verdict.REJECTED, reason=TOO_FEW)])
    said = await told(found, "How can I lower my resting heart rate?")
    assert said == "Go to bed at the same time every day."


async def test_what_others_add_to_a_coach_is_left_out_where_it_makes_the_answer_long() -> None:
    coach = answer(f"Go to bed {'a little ' * 30}earlier. What gets in the way?", agent=Agent.HEALTH_COACH)
    short = answer("Short nights are linked with poorer health.", agent=Agent.DOMAIN_EXPERT)
    long = replace(short, draft=f"Short nights are {'very ' * 60}bad.")
    for added, is_told in ((short, True), (long, False)):
        said = await told(evidence(coach, supporting=[added]), "How can I sleep better?")
        assert ("Short nights" in said) is is_told
        assert said.endswith("What gets in the way?")


async def test_of_what_an_expert_was_given_and_did_not_hold_nothing_is_said() -> None:
    expert = answer("Your latest was {{ds-001.effect}}.", agent=Agent.DOMAIN_EXPERT)
    for reason in ("There are too few values (0, with 10 needed).", TOO_FEW):
        missing = finding(Verdict.REJECTED, identifier="ds-002", reason=reason)
        found = evidence(expert, findings=[finding(Verdict.VALIDATED), missing], facts=FACTS)
        assert await told(found) == "Your latest was 58.4 bpm."
        computed = replace(found, main=replace(expert, agent=Agent.DATA_SCIENCE))
        assert (await told(computed)).endswith(synthesis.OTHERS_LEFT_OUT)


async def test_what_was_rejected_beside_what_holds_is_left_out_and_said_to_be() -> None:
    draft = (
        "Your resting heart rate rises with stress.\nIt was {{ds-002.effect}} then.\n"
        "Your average was {{ds-001.effect}}."
    )
    found = evidence(
        answer(draft),
        findings=[finding(Verdict.VALIDATED), finding(Verdict.REJECTED, identifier="ds-002", reason=TOO_FEW)],
        facts=FACTS,
    )
    assert await told(found) == f"Your average was 58.4 bpm.\n\n{synthesis.OTHERS_LEFT_OUT}"


@pytest.mark.parametrize(
    ("agent", "says"),
    [
        (Agent.DATA_SCIENCE, "Steps: 10,471 steps. Take this figure with care.\n\nYour average was 58.4 bpm."),
        (Agent.HEALTH_COACH, "Your average was 58.4 bpm.\n\nSteps: 10,471 steps. Take this figure with care."),
    ],
)
async def test_answers_come_in_the_order_of_their_questions_and_advice_with_the_strongest_finding_first(
    agent: Agent, says: str
) -> None:
    draft = "Steps: {{ds-002.effect}}.\n\nYour average was {{ds-001.effect}}."
    found = evidence(
        answer(draft, agent=agent),
        findings=[finding(Verdict.CONDITIONAL, identifier="ds-002"), finding(Verdict.VALIDATED)],
        facts=[*FACTS, fact("ds-002.effect", 10470.85, "count")],
    )
    assert await told(found) == says


@pytest.mark.parametrize(
    ("draft", "says"),
    [
        ("I can't compute that from your data, because no metric is called mood.",
         "I can't compute that from your data, because no metric is called mood."),
        ("", synthesis.DECLINED),
        ("There are 120 metrics.", synthesis.DECLINED),
    ],
)  # fmt: skip
async def test_a_declined_question_says_why(draft: str, says: str) -> None:
    assert await told(evidence(answer(draft, status=AgentStatus.DECLINED))) == says


async def test_a_failed_analysis_leaves_nothing_to_say_beside_the_warning() -> None:
    found = evidence(answer(DRAFT, status=AgentStatus.FAILED), facts=FACTS, data_failed=True)
    assert await told(found) == ""


async def test_a_failed_analysis_leaves_what_the_coach_said_without_numbers() -> None:
    coach = answer("Wind down earlier. Aim for 8 hours, as {{ds-001.effect}} shows.", agent=Agent.HEALTH_COACH)
    failed = answer("", status=AgentStatus.FAILED)
    found = evidence(coach, supporting=[failed], facts=FACTS, data_failed=True)
    assert await told(found) == "Wind down earlier."


async def test_a_coach_ends_with_the_question_that_leads_on() -> None:
    coach = answer("Your average is {{ds-001.effect}}. Which evening suits you?", agent=Agent.HEALTH_COACH)
    found = evidence(
        coach,
        supporting=[answer(DRAFT)],
        findings=[finding(Verdict.VALIDATED, kind="trend", mechanism="Rest helps.")],
        facts=FACTS,
    )
    said = await told(found, "How can I lower my resting heart rate?")
    assert said.startswith("Your average is 58.4 bpm.")
    assert said.endswith("Rest helps.\n\nWhich evening suits you?")
    assert said.count("Which evening") == 1


@pytest.mark.parametrize(
    ("missing", "lead"),
    [
        (Agent.HEALTH_COACH, f"{synthesis.NO_ADVICE}\n\n"),
        (Agent.DOMAIN_EXPERT, f"{synthesis.NO_INTERPRETATION}\n\n"),
        (None, ""),
    ],
)
async def test_data_alone_admits_what_it_cannot_say(missing: Agent | None, lead: str) -> None:
    found = evidence(answer(DRAFT), findings=[finding(Verdict.VALIDATED)], facts=FACTS, missing=missing)
    assert (await told(found)).startswith(f"{lead}Your average")


async def test_a_comparison_with_others_is_an_interpretation() -> None:
    draft = "Yours is {{ds-001.mean}}, that of people of your sex and age {{ds-001.population_mean}}."
    facts = [fact("ds-001.mean", 58.0), fact("ds-001.population_mean", 66.6)]
    found = evidence(answer(draft), findings=[finding(Verdict.VALIDATED)], facts=facts, missing=Agent.DOMAIN_EXPERT)
    said = await told(found, "Is my resting heart rate normal for my age?")
    assert said == "Yours is 58 bpm, that of people of your sex and age 66.6 bpm."


async def test_there_is_one_voice() -> None:
    found = evidence(
        answer(f"The data scientist computed this. {DRAFT}"), findings=[finding(Verdict.VALIDATED)], facts=FACTS
    )
    assert await told(found) == "Your average resting heart rate over the last 30 days was 58.4 bpm, from 27 days."


async def test_numbers_nobody_vouches_for_leave_nothing_to_say() -> None:
    assert await told(evidence(answer("Your average is 62 bpm."))) == synthesis.NOTHING_CERTAIN


async def test_what_a_left_out_sentence_leaves_bare_is_left_out_too() -> None:
    found = evidence(answer("1.\n\n{{ds-009.effect}} was your average.", status=AgentStatus.DECLINED))
    assert await told(found) == synthesis.DECLINED


async def test_numbers_of_earlier_questions_may_be_repeated() -> None:
    draft = "On days with more than 8,000 steps your average was {{ds-001.effect}}."
    found = evidence(answer(draft), findings=[finding(Verdict.VALIDATED)], facts=FACTS)
    asked = ("My pulse on days with more than 8,000 steps?", "…", "And the median?")
    assert "8,000 steps" in await told(found, *asked)


COMPARED = (
    "Your average steps was {{ds-001.mean_recent}} last week (7 days) and {{ds-001.mean_prior}} the week before "
    "(7 days): lower, a difference of {{ds-001.effect}}."
)


def compared(recent: float, prior: float, unit: str | None) -> tuple[Fact, ...]:
    label = "last 7 days vs the 7 days before"
    return tuple(
        fact(f"ds-001.{key}", value, unit, window=label)
        for key, value in (("mean_recent", recent), ("mean_prior", prior), ("effect", recent - prior))
    )


@pytest.mark.parametrize(
    ("recent", "prior", "unit", "change"),
    [
        (8000.0, 10000.0, "steps", " That is a change of -20%."),
        (66.0, 60.0, "bpm", " That is a change of 10%."),
        (60.0, 60.0, "bpm", ""),
        (8.0, 0.0, "km", ""),
        (8.0, -4.0, "km", ""),
        (0.6, 0.3, "degC", ""),
        (22.0, 20.0, "%", ""),
    ],
)
async def test_a_comparison_says_the_relative_change_where_it_means_something(
    recent: float, prior: float, unit: str, change: str
) -> None:
    found = evidence(
        answer(f"{COMPARED} Nothing else is known."),
        findings=[finding(Verdict.CONDITIONAL, kind="trend")],
        facts=compared(recent, prior, unit),
    )
    said = await told(found, "How did my steps change?")
    assert said.endswith(f".{change} Nothing else is known. This pattern may not hold in general.")
    assert ("change" in said) is bool(change)


async def test_a_change_stands_behind_the_sentence_that_compares_and_nowhere_else() -> None:
    table = "| recent | prior |\n| {{ds-001.mean_recent}} | {{ds-001.mean_prior}} |"
    facts = compared(66.0, 60.0, "bpm")
    trend = finding(Verdict.VALIDATED, kind="trend")
    assert "change" not in await told(evidence(answer(table), findings=[trend], facts=facts))
    lone = "It was {{ds-001.mean_recent}}. Before, it was {{ds-001.mean_prior}}."
    assert "change" not in await told(evidence(answer(lone), findings=[trend], facts=facts))


TOGETHER = "They go together ({{ds-001.effect}})."
SOURCE = "Kim J, Lee S (2020). A study. doi:10.1000/x"


@pytest.mark.parametrize(
    ("citations", "says"),
    [
        ((SOURCE, "Poe E (1845). B."), "Rest helps. Published research points the same way (Kim et al.)."),
        (("10.1000/x",), "Rest helps."),
        ((), "Rest helps."),
    ],
)
async def test_who_has_found_the_same_is_named_beside_the_mechanism(citations: tuple[str, ...], says: str) -> None:
    together = finding(Verdict.VALIDATED, kind="association", mechanism="Rest helps")
    found = evidence(
        answer(TOGETHER),
        findings=[replace(together, citations=citations)],
        facts=[fact("ds-001.effect", -0.374, None)],
    )
    assert await told(found) == f"They go together (-0.37).\n\n{says}"


async def test_a_published_number_may_be_told_beside_a_finding_that_holds_and_no_other() -> None:
    published = fact("lit-x.size", 4.2, "min", source="literature", citation=SOURCE)
    draft = answer(f"{TOGETHER} In studies it was {{{{lit-x.size}}}}.")
    facts = [fact("ds-001.effect", -0.374, None)]
    holds = replace(finding(Verdict.CONDITIONAL, kind="association"), literature=(published,))
    rejected = replace(holds, verdict=Verdict.REJECTED, reason=TOO_FEW)
    assert "In studies it was 4.2 min." in await told(evidence(draft, findings=[holds], facts=facts))
    assert not re.search(r"\d", await told(evidence(draft, findings=[rejected])))


# Characters that Unicode has not assigned, and invisible ones, are taken out of an answer, so that none may be left.
_PRINTED = st.characters(exclude_categories=["C"])
_sentences = st.one_of(
    st.sampled_from(
        [DRAFT, COMPARED, "It was {{ds-002.effect}}.", "That is {{ratio(ds-001.effect, ds-001.mean_prior)}}.",
         "It was 61 bpm.", "- {{ds-001.n}} days", "# Heading", "Why? Who knows.",
         "| a | {{ds-001.effect}} |", "e.g.", "1.", "58.", "Over the last 7 days", "{{ds-001.", "}}", "Sleep well!"]
    ),
    st.text(_PRINTED, max_size=30),
)  # fmt: skip
_drafts = st.tuples(st.lists(_sentences, max_size=6), st.sampled_from([" ", "\n", "\n\n", ""])).map(
    lambda parts: parts[1].join(parts[0])
)
_findings = st.lists(
    st.builds(
        finding,
        st.sampled_from(Verdict),
        identifier=st.sampled_from(["ds-001", "ds-002"]),
        kind=st.sampled_from(["scalar", "trend", "association"]),
        reason=_sentences,
        mechanism=_sentences,
        strategy=_sentences,
    ),
    max_size=3,
    unique_by=lambda found: found.id,
)
_answers = st.builds(answer, _drafts, agent=st.sampled_from(Agent), status=st.sampled_from(AgentStatus))


@given(
    _answers,
    st.lists(_answers, max_size=2),
    _findings,
    st.sampled_from([(), FACTS, compared(8000.0, 10000.0, "steps")]),
    st.booleans(),
    st.one_of(st.just(QUESTION), st.text(min_size=1, max_size=30)),
)
async def test_every_sentence_passes_the_check_whatever_the_evidence(
    main: AgentAnswer,
    supporting: Sequence[AgentAnswer],
    findings: Sequence[FindingSummary],
    facts: Sequence[Fact],
    failed: bool,  # noqa: FBT001, Hypothesis passes by position
    question: str,
) -> None:
    found = evidence(main, supporting=supporting, findings=findings, facts=facts, data_failed=failed)
    assert (await told(found, question)).strip() or failed


async def test_the_persons_own_numbers_in_support_of_an_expert_are_told_by_the_expert_alone() -> None:
    found = evidence(
        answer("Alcohol lowers it for a night.", agent=Agent.DOMAIN_EXPERT),
        supporting=[answer(DRAFT)],
        findings=[finding(Verdict.VALIDATED)],
        facts=FACTS,
    )
    assert "58.4" in await told(found)
    assert "58.4" not in await told(replace(found, own_in_support=True))


async def test_what_only_code_could_compute_is_hedged_where_it_is_told_and_others_are_not() -> None:
    once = "The calculation was written for this question alone, and nothing has computed it a second time."
    by_code = replace(finding(Verdict.CONDITIONAL, identifier="ds-002", reason=once), by_code=True)
    found = evidence(
        answer(f"{DRAFT}\n\nSleep explains {{{{ds-002.share}}}} of it."),
        findings=[finding(Verdict.VALIDATED), by_code],
        facts=[*FACTS, fact("ds-002.share", 12.0, "%", window=None, verdict=Verdict.CONDITIONAL)],
    )
    text = await told(found)
    assert text.endswith(f"Sleep explains 12% of it. Take this figure with care: t{once[1:]}")
    assert text.count(once[1:]) == 1
    assert caveat(found, text, cited=["ds-002.share"], derived=()) == ""
