"""The mind that asks a model: what it makes of its answers, and what it does without one."""

from collections.abc import Sequence
from typing import Any

import pytest
from structlog.testing import capture_logs

from amy.llm.errors import CutShortError, DeclinedError, ModelError, OverloadedError
from amy.runtime.ledger import open_ledger
from services.investigator.adapters.model import ModelMind
from services.investigator.adapters.rules import RulesMind
from services.investigator.adapters.tables_files import tables
from services.investigator.app import Investigator
from services.investigator.domain.asked import Change, Lab, Together
from services.investigator.domain.brief import BriefCase, Fact, Outcome, Verdict
from services.investigator.domain.case import Case
from services.investigator.domain.checking import kept_of
from services.investigator.domain.digest import Digest
from services.investigator.domain.events import Briefed, Investigated
from services.investigator.domain.hypotheses import EarlierKind, EarlierTest, Hypothesis, Kind
from services.investigator.domain.records import LabValue, Records
from services.investigator.ports import InvestigatorMind
from tests.scripted_driver import Line, ScriptedDriver, scripted_caller
from tests.unit.investigator.people import NOUNS, records, series, someone, wave
from tests.unit.investigator.test_investigator_briefing import FERRITIN, SINCE, SLEEP, STATED, STEPS

RULES = RulesMind(tables())
CASE = Case(user_id="u", question="How am I doing?")
FERRITIN_VALUE = LabValue(name="Ferritin", noun="ferritin", value=9, low=15, high=150)
SICK = records(*someone().series.values(), labs=(FERRITIN_VALUE,))
FAILURES = [OverloadedError("x"), DeclinedError("x"), CutShortError("x")]


def mind_of(*lines: Line) -> tuple[ModelMind, ScriptedDriver]:
    driver = ScriptedDriver(*lines)
    return ModelMind(scripted_caller(driver), RULES), driver


def choice(id: str = "", **changed: Any) -> dict[str, Any]:  # noqa: A002, the field's name
    by_id = {"id": id, "kind": "change", "feature": "", "target": "", "lag_days": 0, "rationale": "It was asked about."}
    return {**by_id, **changed}


def related(feature: str, target: str, lag_days: int = 0) -> dict[str, Any]:
    return choice(kind="together", feature=feature, target=target, lag_days=lag_days)


def chosen(*choices: dict[str, Any]) -> Line:
    return Line("hypotheses", {"hypotheses": list(choices)})


async def proposed_by(mind: InvestigatorMind, of: Records, case: Case = CASE) -> Sequence[Hypothesis]:
    return await mind.propose(case, of, await mind.look(case, of))


async def candidates_of(of: Records, case: Case = CASE) -> Sequence[Hypothesis]:
    return RULES.candidates(case, of, await RULES.look(case, of))


async def test_what_can_be_computed_begins_with_what_the_rules_propose_and_goes_beyond_it() -> None:
    usual, candidates = await proposed_by(RULES, someone()), await candidates_of(someone())
    assert list(candidates[: len(usual)]) == list(usual)
    beyond = candidates[len(usual) :]
    assert {each.kind for each in beyond} >= {Kind.WEEKDAYS}
    assert len({repr(each.asked) for each in candidates}) == len(candidates)


async def test_the_model_ranks_what_can_be_computed_and_says_why() -> None:
    candidates = await candidates_of(someone())
    mind, driver = mind_of(chosen(choice(candidates[-1].id), choice(candidates[0].id)))
    first, second = await proposed_by(mind, someone())
    assert (first.asked, second.asked) == (candidates[-1].asked, candidates[0].asked)
    assert (first.id, first.title, first.rationale) == ("h-01", candidates[-1].title, "It was asked about.")
    assert driver.calls[0].model == "model-main"


async def test_what_nobody_can_compute_and_what_comes_twice_is_left_out() -> None:
    mind, _ = mind_of(
        chosen(
            choice("h-01"),
            choice("h-99"),
            choice("h-01"),
            choice(kind="change", feature="steps"),
            related("steps", "mood"),
            related("steps", "steps"),
            related("steps", "sleep_minutes", 7),
        )
    )
    assert len(await proposed_by(mind, someone())) == 1


async def test_a_relation_that_no_table_has_can_be_proposed_unless_it_was_tested() -> None:
    wanted = related("active_zone_minutes", "resting_heart_rate", 1)
    mind, _ = mind_of(chosen(choice("h-01"), wanted), chosen(choice("h-01"), wanted))
    _, found = await proposed_by(mind, someone())
    assert isinstance(found.asked, Together)
    assert (found.asked.left, found.asked.lag_days) == ("active_zone_minutes", 1)
    assert found.title == "active zone time and resting heart rate, the next day"
    earlier = EarlierTest(
        kind=EarlierKind.ASSOCIATION, feature="active_zone_minutes", target="resting_heart_rate", lag_days=1
    )
    tested = Case(user_id="u", question="How am I doing?", tested=(earlier,))
    assert len(await proposed_by(mind, someone(), tested)) == 1


async def test_no_more_of_a_kind_are_tested_than_by_the_rules() -> None:
    names = tables().everything.metrics
    everything = records(*(series(name, lambda ago: 50 + wave(ago)) for name in names))
    candidates = await candidates_of(everything)
    mind, _ = mind_of(chosen(*(choice(each.id) for each in candidates[:60])))
    found = await proposed_by(mind, everything)
    counts = {kind: sum(each.kind is kind for each in found) for kind in Kind}
    assert counts[Kind.CHANGE] <= 8
    assert counts[Kind.WEEKDAYS] <= 4
    assert counts[Kind.TOGETHER] <= 5
    assert len(found) <= 24


async def test_a_laboratory_value_outside_its_range_is_looked_at_whatever_the_model_chose() -> None:
    mind, _ = mind_of(chosen(choice("h-01")))
    assert [type(each.asked) for each in await proposed_by(mind, SICK)] == [Change, Lab]


async def test_a_reason_with_a_number_is_not_told() -> None:
    mind, _ = mind_of(chosen(choice("h-01", rationale="It fell by 60 minutes.")))
    (found,) = await proposed_by(mind, someone())
    assert found.rationale == (await candidates_of(someone()))[0].rationale


@pytest.mark.parametrize("error", FAILURES)
async def test_the_rules_choose_where_no_model_answers(error: ModelError) -> None:
    mind, _ = mind_of(Line("hypotheses", error))
    with capture_logs() as logs:
        assert await proposed_by(mind, someone()) == await proposed_by(RULES, someone())
    assert {"event": "mind.fell_back", "purpose": "hypotheses", "cause": error.cause}.items() <= logs[-1].items()


async def test_the_rules_choose_where_nothing_that_was_chosen_can_be_computed() -> None:
    mind, _ = mind_of(chosen(choice("h-99")))
    assert await proposed_by(mind, someone()) == await proposed_by(RULES, someone())


async def test_no_model_is_asked_where_there_is_nothing_to_choose() -> None:
    mind, driver = mind_of()
    few = records(series("steps", lambda _: 9000, days=5), days=5)
    assert await proposed_by(mind, few) == await proposed_by(RULES, few)
    assert driver.calls == []


def outcome(asked: Any, name: str, verdict: Verdict, *, read: bool = False) -> Outcome:
    return Outcome(asked=asked, finding_id=name, verdict=verdict, has_reading=read)


NUMBERS = {"effect": -30.0, "mean_recent": 400.0, "mean_prior": 430.0, "left": 9.0, "right": 15.0}


async def brief_case(question: str = "How am I doing?") -> BriefCase:
    digest = await RULES.look(Case(user_id="u", question=question), SICK)
    claims = ("ds-001.{}", "ds-002.{}", "reading-ds-003.{}", "reading-ds-004.{}")
    facts = {
        each.format("value" if key == "effect" and "reading" in each else key): Fact(value=value, window=STATED)
        for each in claims
        for key, value in NUMBERS.items()
    }
    assert isinstance(digest, Digest)
    assert set(NOUNS) & {each.metric for each in digest.series}
    return BriefCase(
        question=question,
        digest=digest,
        proposed=(SLEEP, STEPS, SINCE, FERRITIN),
        outcomes=(
            outcome(SLEEP, "ds-001", Verdict.VALIDATED),
            outcome(STEPS, "ds-002", Verdict.CONDITIONAL),
            outcome(FERRITIN, "ds-003", Verdict.REJECTED, read=True),
        ),
        facts=facts,
    )


async def own_words(case: BriefCase, *, opening: str = "You sleep less of late.", plain: str = "") -> str:
    plain = plain or await RULES.write(case)
    *lines, lab = kept_of(plain)
    marked = "\n".join(lines)
    return f"{opening}\n\n**What stands out**\n{marked}\n\n{lab}"


async def test_a_briefing_is_told_in_the_models_words_around_what_was_found() -> None:
    case = await brief_case()
    draft = await own_words(case, opening="You sleep less of late, {{ds-001.mean_recent}} over the last 30 days.")
    mind, driver = mind_of(Line("briefing", draft))
    assert await mind.write(case) == draft
    assert driver.calls[0].schema is None
    assert "ds-001.mean_recent = 400" in driver.calls[0].prompt.data


@pytest.mark.parametrize(
    ("opening", "problem"),
    [
        ("You slept 400 minutes.", "digits"),
        ("You walked {{ds-002.mean_recent}}.", "reference"),
        ("You slept {{ds-009.effect}}.", "reference"),
        ("Sleep ✓ fell.", "mark"),
        ("Shall I go on?", "asks nothing"),
        ("word " * 190, "too long"),
    ],
)
async def test_a_briefing_that_breaks_a_rule_goes_back_once_and_is_then_the_plain_one(
    opening: str, problem: str
) -> None:
    case = await brief_case()
    broken = await own_words(case, opening=opening)
    better = await own_words(case)
    mind, driver = mind_of(Line("briefing", broken), Line("briefing", better))
    assert await mind.write(case) == better
    assert problem in driver.calls[1].prompt.data
    mind, driver = mind_of(Line("briefing", broken), Line("briefing", broken))
    with capture_logs() as logs:
        assert await mind.write(case) == await RULES.write(case)
    assert any(each.get("cause") == "broken_rules" for each in logs)
    driver.check()


@pytest.mark.parametrize(("from_", "to"), [("✓ Sleep", "~ Sleep"), (" A first sign only.", ""), ("below", "above")])
async def test_what_was_weighed_and_what_a_laboratory_says_is_not_reworded(from_: str, to: str) -> None:
    case = await brief_case()
    good = await own_words(case)
    assert from_ in good
    mind, driver = mind_of(Line("briefing", good.replace(from_, to)), Line("briefing", good))
    assert await mind.write(case) == good
    driver.check()


async def test_tiredness_ends_with_the_doctor_whoever_writes() -> None:
    case = await brief_case("why am I so tired?")
    plain = await RULES.write(case)
    ending = RULES.ending(case)
    assert plain.endswith(ending)
    *lines, lab, last = kept_of(plain, ends_with=ending)
    assert last == ending
    marked = "\n".join(lines)
    without = f"You sleep less.\n\n{marked}\n\n{lab}"
    mind, _ = mind_of(Line("briefing", without), Line("briefing", f"{without}\n\n{ending}"))
    assert await mind.write(case) == f"{without}\n\n{ending}"


@pytest.mark.parametrize("error", FAILURES)
async def test_the_plain_briefing_is_told_where_no_model_answers(error: ModelError) -> None:
    case = await brief_case()
    mind, _ = mind_of(Line("briefing", error))
    with capture_logs() as logs:
        assert await mind.write(case) == await RULES.write(case)
    assert {"event": "mind.fell_back", "purpose": "briefing", "cause": error.cause}.items() <= logs[-1].items()


async def test_no_model_is_asked_to_word_that_nothing_could_be_checked() -> None:
    case = await brief_case()
    mind, driver = mind_of()
    nothing = BriefCase(question="?", digest=case.digest, proposed=(SLEEP,), facts={})
    assert await mind.write(nothing) == await RULES.write(nothing)
    assert driver.calls == []


class Stored:
    async def read(self, user_id: str, metrics: object) -> Records | None:
        return someone()

    async def close(self) -> None:
        return


async def test_what_looking_and_writing_cost_is_told_at_the_end_of_each() -> None:
    case = await brief_case()
    mind, _ = mind_of(chosen(choice("h-01")), Line("briefing", await own_words(case)))
    investigator = Investigator(data=Stored(), mind=mind)
    with open_ledger():
        *_, looked = [event async for event in investigator.investigate(CASE)]
    with open_ledger():
        (briefed,) = [event async for event in investigator.brief(case)]
    assert isinstance(looked, Investigated)
    assert isinstance(briefed, Briefed)
    assert (looked.spent.input_tokens, briefed.spent.input_tokens) == (1000, 1000)
