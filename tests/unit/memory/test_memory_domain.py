"""The pure rules: what a turn teaches, what a summary says, where a cursor points."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.domain import memory, turn
from services.memory.domain.listing import cursor_after, from_microseconds, position_of, to_microseconds
from services.memory.domain.memory import (
    CATEGORY_OF_KIND,
    MAX_TEXT_CHARACTERS,
    Category,
    Extracted,
    FindingMeta,
    Kind,
    Memory,
    Origin,
    Verdict,
    Written,
)
from services.memory.domain.summary import summarize, within
from services.memory.domain.turn import (
    ExtractedFact,
    Stored,
    cut_at_word,
    drafts_of_turn,
    identity,
    merge,
)

INSTANTS = st.datetimes(min_value=datetime(1970, 1, 1), max_value=datetime(9999, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001, Hypothesis takes naive bounds


def meta(
    finding_id: str = "ds-001", *, effect: float | None = -0.31, target: str = "recovery", lag_days: int = 0
) -> FindingMeta:
    return FindingMeta(
        finding_id=finding_id,
        feature="late_workout",
        target=target,
        verdict=Verdict.VALIDATED,
        effect=effect,
        lag_days=lag_days,
    )


def entry(
    text: str,
    category: Category = Category.GOAL,
    *,
    origin: Origin | None = None,
    day: int = 20,
    entry_id: str = "m",
    subject: str = "",
    goal: bytes | None = None,
) -> Memory:
    return Memory(
        id=entry_id,
        text=text,
        category=category,
        created_at=datetime(2026, 5, day, 14, 33, 12, tzinfo=UTC),
        confidence=1.0,
        origin=origin or Written(),
        subject=subject,
        goal=goal,
    )


def stored(like: Memory, entry_id: str) -> Stored:
    return Stored(id=entry_id, identity=identity(like), subject=like.subject)


def test_every_kind_has_a_public_category() -> None:
    assert set(CATEGORY_OF_KIND) == set(Kind)
    assert Category.TESTED_HYPOTHESIS not in CATEGORY_OF_KIND.values()


def test_a_summary_is_grouped_as_documented() -> None:
    tested = memory.Tested(turn_id="turn_1", meta=meta())
    rejected = FindingMeta(finding_id="ds-002", feature="rhr", target="", verdict=Verdict.REJECTED, effect=60.394)
    entries = [
        entry("Late workouts drop next-morning recovery.", Category.TESTED_HYPOTHESIS, origin=tested, day=22),
        entry("Lift deep sleep.", Category.GOAL),
        entry(
            "Resting heart rate", Category.TESTED_HYPOTHESIS, origin=memory.Tested(turn_id="t", meta=rejected), day=18
        ),
        entry("Marathon runner for 8 years.", Category.HISTORY, day=16),
        entry("Recovery goes with sleep.", Category.INSIGHT, day=15),
        entry("Vegetarian. No fish.", Category.PREFERENCE, day=12),
        entry("Mornings only.", Category.PREFERENCE, day=11),
    ]
    assert summarize(entries).markdown == (
        "## Goals\n- (2026-05-20) Lift deep sleep.\n"
        "## Preferences\n- (2026-05-12) Vegetarian. No fish.\n- (2026-05-11) Mornings only.\n"
        "## Insights\n- (2026-05-15) Recovery goes with sleep.\n"
        "## History\n- (2026-05-16) Marathon runner for 8 years.\n"
        "## Tested hypotheses (already validated/rejected)\n"
        "- (2026-05-22) [validated] Late workouts drop next-morning recovery (\N{GREEK SMALL LETTER RHO}=-0.31).\n"
        "- (2026-05-18) [rejected] Resting heart rate (effect 60.39)."
    )


def test_a_hypothesis_without_an_effect_is_summarised_without_one() -> None:
    origin = memory.Tested(turn_id="t", meta=meta(effect=None))
    assert summarize([entry("No data.", Category.TESTED_HYPOTHESIS, origin=origin)]).markdown.endswith(
        "- (2026-05-20) [validated] No data."
    )


def test_an_empty_memory_has_an_empty_summary() -> None:
    assert summarize([]).markdown == ""


@given(st.lists(st.text(min_size=1, max_size=60).filter(str.strip), max_size=5))
def test_a_text_cannot_pose_as_a_heading_or_another_entry(texts: list[str]) -> None:
    lines = summarize([entry(text) for text in texts]).markdown.splitlines()
    assert [line.startswith("- (2026-05-20) ") for line in lines] == [False, *(True for _ in texts)][: len(lines)]


def test_a_reference_in_a_text_does_not_reach_the_prompt() -> None:
    assert "{{" not in summarize([entry("My HRV is {{ds-001.effect}} ms")]).markdown


@given(INSTANTS, st.text(min_size=1))
def test_a_cursor_points_after_the_entry_it_was_made_from(instant: datetime, entry_id: str) -> None:
    made = Memory(id=entry_id, text="x", category=Category.GOAL, created_at=instant, confidence=1.0, origin=Written())
    if any(0xD800 <= ord(c) <= 0xDFFF for c in entry_id):
        return
    position = position_of(cursor_after(made))
    assert position is not None
    assert (position.created_at, position.id) == (instant, entry_id)


@given(st.text())
def test_no_text_breaks_the_cursor_parser(text: str) -> None:
    position_of(text)


@given(INSTANTS)
def test_microseconds_lose_nothing(instant: datetime) -> None:
    assert from_microseconds(to_microseconds(instant)) == instant


@given(st.text(max_size=1200))
def test_a_cut_text_fits_and_begins_like_the_original(text: str) -> None:
    cut = cut_at_word(text)
    assert len(cut) <= MAX_TEXT_CHARACTERS
    assert text.strip().startswith(cut.removesuffix("…"))


def test_a_long_text_is_cut_between_words() -> None:
    cut = cut_at_word("word " * 200)
    assert cut == "word " * 99 + "word…"
    assert cut_at_word("x" * 600) == "x" * 499 + "…"
    assert cut_at_word("y" * 499 + " tail") == "y" * 499 + "…"


@pytest.mark.parametrize(
    ("given_confidence", "kept"), [(-1.0, 0.0), (0.7, 0.7), (3.0, 1.0), (float("nan"), 0.0), (float("inf"), 1.0)]
)
def test_an_extractors_confidence_is_brought_into_range(given_confidence: float, kept: float) -> None:
    facts = [ExtractedFact(kind=Kind.GOAL, text="Run.", confidence=given_confidence)]
    (draft,) = drafts_of_turn("turn_1", facts=facts, claims=[])
    assert draft.confidence == kept


def test_an_empty_fact_costs_no_other() -> None:
    facts = [ExtractedFact(kind=Kind.GOAL, text=text, confidence=1) for text in (" ", "Run.")]
    assert [draft.text for draft in drafts_of_turn("turn_1", facts=facts, claims=[])] == ["Run."]


def test_a_finding_processed_twice_in_a_turn_is_remembered_once() -> None:
    claims = [turn.TestedClaim(claim=claim, meta=meta("ds-001")) for claim in ("before revision", "after revision")]
    assert [draft.text for draft in drafts_of_turn("turn_1", facts=[], claims=claims)] == ["after revision"]


def test_references_in_a_claim_become_their_numbers() -> None:
    claim = "Moves with sleep, {{ ds-001.effect }} ({{ds-001.ci_low}})."
    (draft,) = drafts_of_turn("turn_1", facts=[], claims=[turn.TestedClaim(claim=claim, meta=meta())])
    assert draft.text == "Moves with sleep, -0.31 (…)."


@given(
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
)
def test_the_effect_is_a_result_not_part_of_the_hypothesis(first: float, second: float) -> None:
    keys = set()
    for effect in (first, second):
        claim = turn.TestedClaim(claim="Sleep and steps: {{ds-001.effect}}.", meta=meta(effect=effect))
        (draft,) = drafts_of_turn("turn_1", facts=[], claims=[claim])
        keys.add(identity(entry(draft.text, draft.category, origin=draft.origin)))
    assert len(keys) == 1


def test_another_feature_target_lag_or_claim_is_another_hypothesis() -> None:
    metas = (meta(), meta(target="sleep_score"), meta(lag_days=1))
    origins = [memory.Tested(turn_id="t", meta=each) for each in metas]
    keys = {
        identity(entry(text, Category.TESTED_HYPOTHESIS, origin=origin))
        for origin in origins
        for text in ("over all data", "over the last 30 days")
    }
    assert len(keys) == 6


def test_merging_keeps_the_first_fact_and_the_last_verdict() -> None:
    extracted = Extracted(turn_id="t", kind=Kind.GOAL)
    facts = [entry(text, origin=extracted, entry_id=text) for text in ("Run", "run.", "Swim")]
    tests = [
        entry(
            "claim", Category.TESTED_HYPOTHESIS, origin=memory.Tested(turn_id="t", meta=meta(finding)), entry_id=finding
        )
        for finding in ("ds-001", "ds-002")
    ]
    known = [stored(facts[2], "old-swim"), stored(tests[0], "old-claim")]
    merged = merge([*facts, *tests], known=known)
    assert [added.id for added in merged.add] == ["Run", "ds-002"]
    assert merged.superseded_ids == ("old-claim",)


def test_a_newer_fact_supersedes_those_about_its_subject() -> None:
    older = [entry("You eat meat.", subject="diet"), entry("You are 43.", subject="age"), entry("You ride.")]
    known = [stored(each, f"old-{at}") for at, each in enumerate(older)]
    merged = merge([entry("You are vegan.", subject="diet", entry_id="new")], known=known[:1])
    assert [added.id for added in merged.add] == ["new"]
    assert merged.superseded_ids == ("old-0",)


def test_of_two_facts_about_one_subject_the_last_is_kept() -> None:
    said = [entry(text, subject="age", entry_id=text) for text in ("You are 43.", "You are 44.")]
    assert [added.id for added in merge(said, known=()).add] == ["You are 44."]


def test_what_is_said_again_of_a_subject_keeps_its_older_entry() -> None:
    same = entry("You are 44.", subject="age")
    merged = merge([same], known=[stored(same, "old"), stored(entry("You are 43.", subject="age"), "older")])
    assert merged.add == ()
    assert merged.superseded_ids == ("older",)


def test_a_goal_that_gets_terms_supersedes_the_same_goal_without() -> None:
    plain = entry("Walk more.", subject="goal steps")
    merged = merge([entry("Walk more.", subject="goal steps", goal=b"terms")], known=[stored(plain, "old")])
    assert [added.goal for added in merged.add] == [b"terms"]
    assert merged.superseded_ids == ("old",)


def test_what_is_outdated_is_superseded_by_nothing() -> None:
    known = [stored(entry("Steps go with sleep.", subject="steps sleep"), "old"), stored(entry("You ride."), "other")]
    merged = merge([], known=known, outdated_subjects=["steps sleep", ""])
    assert merged.add == ()
    assert merged.superseded_ids == ("old",)


def test_what_was_found_does_not_crowd_out_what_was_said() -> None:
    tests = [entry("t", Category.TESTED_HYPOTHESIS, day=28, entry_id=f"t{at}") for at in range(100)]
    insights = [entry("i", Category.INSIGHT, day=27, entry_id=f"i{at}") for at in range(3)]
    said = [entry("s", Category.PREFERENCE, day=1, entry_id=f"s{at}") for at in range(30)]
    chosen = within([*tests, *insights, *said], limit=40)
    assert [each.category for each in chosen].count(Category.TESTED_HYPOTHESIS) == 10
    assert [each.id for each in chosen if each.category is Category.INSIGHT] == ["i0", "i1", "i2"]
    assert [each.id for each in chosen if each.category is Category.PREFERENCE] == [f"s{at}" for at in range(27)]


@given(
    st.lists(st.sampled_from(Category), max_size=40),
    st.integers(1, 20),
)
def test_every_place_is_taken_while_there_are_entries(categories: list[Category], limit: int) -> None:
    entries = [entry("x", category, entry_id=str(at)) for at, category in enumerate(categories)]
    chosen = within(entries, limit=limit)
    assert len(chosen) == min(limit, len(entries))
    assert [each for each in entries if each in chosen] == list(chosen)
