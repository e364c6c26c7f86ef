import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from services.orchestrator.domain.evidence import DATE, Derivation, Operation, Verdict
from services.orchestrator.domain.numbers import (
    AnswerWriter,
    Clean,
    Sentence,
    Unverified,
    fact_text,
    references,
    user_facts,
)
from services.orchestrator.domain.numbers.writing.derivations import parse
from tests.unit.orchestrator.mind.builders import fact

RECENT = fact("ds-001.mean_recent", 80.0, "bpm", window="last week")
PRIOR = fact("ds-001.mean_prior", 64.0, "bpm", window="last week", verdict=Verdict.CONDITIONAL)
FACTS = (
    RECENT,
    PRIOR,
    fact("ds-002.effect", -20.0, "ms", window="last month"),
    fact("ds-002.sd", 40.0, "ms", window="last year"),
    fact("ds-003.effect", 0.0, "bpm"),
    fact("ds-004.effect", 1e308, "km"),
    fact("ds-004.low", -1e308, "km"),
    fact("ds-005.effect", 0.4, None),
    fact("ds-006.day", 20551.0, DATE),
)
CHANGE = "{{percent_change(ds-001.mean_recent, ds-001.mean_prior)}}"


@pytest.mark.parametrize(
    ("reference", "text", "value", "unit"),
    [
        ("{{ratio(ds-001.mean_recent, ds-001.mean_prior)}}", "1.25", 1.25, None),
        ("{{difference(ds-001.mean_recent, ds-001.mean_prior)}}", "16 bpm", 16.0, "bpm"),
        (CHANGE, "25%", 25.0, "%"),
        ("{{percent_change(ds-001.mean_prior, ds-001.mean_recent)}}", "-20%", -20.0, "%"),
        ("{{percent_change(ds-002.sd, ds-002.effect)}}", "300%", 300.0, "%"),
        ("{{ ratio ( ds-002.effect ,ds-002.sd ) }}", "-0.5", -0.5, None),
        ("{{difference(ds-001.mean_recent,user.1)}}", "5 bpm", 5.0, "bpm"),
    ],
)
def test_a_declared_derivation_is_a_fact(reference: str, text: str, value: float, unit: str | None) -> None:
    writer = AnswerWriter((*FACTS, *user_facts("I aim for 75 beats.")))
    assert writer.check(f"That comes to {reference} now.") == Clean(f"That comes to {text} now.")
    (derived,) = writer.derived
    assert (derived.claim, derived.source, derived.n) == ("derived.1", "derived", None)
    assert (derived.value, derived.unit) == (value, unit)
    assert derived.derivation is not None
    assert derived.derivation.operands == references(reference)
    assert set(writer.cited) >= {"derived.1", *derived.derivation.operands}


@pytest.mark.parametrize(
    "reference",
    [
        "{{ratio(ds-001.mean_recent, ds-009.effect)}}",
        "{{ratio(ds-001.mean_recent, ds-002.effect)}}",
        "{{difference(ds-001.mean_recent, ds-005.effect)}}",
        "{{ratio(ds-001.mean_recent, ds-003.effect)}}",
        "{{percent_change(ds-001.mean_recent, ds-003.effect)}}",
        "{{difference(ds-004.effect, ds-004.low)}}",
        "{{ratio(ds-006.day, ds-006.day)}}",
        "{{ratio(difference(ds-001.mean_recent, ds-001.mean_prior), ds-001.mean_prior)}}",
        "{{ratio(derived.1, ds-002.sd)}}",
        "{{sum(ds-001.mean_recent, ds-001.mean_prior)}}",
        "{{ratio(ds-001.mean_recent)}}",
        "{{ratio(ds-001.mean_recent, ds-001.mean_prior, ds-001.mean_prior)}}",
        "{{derived.1}}",
    ],
)
def test_a_derivation_without_a_result_makes_the_sentence_unverified(reference: str) -> None:
    writer = AnswerWriter(FACTS)
    writer.check("A ratio of {{ratio(ds-002.effect, ds-002.sd)}}.")
    checked = writer.check(f"That comes to {reference}.")
    assert isinstance(checked, Unverified)
    assert reference in [issue.token for issue in checked.issues]
    assert len(writer.derived) == 1


def test_the_same_derivation_keeps_its_claim_and_another_gets_the_next() -> None:
    writer = AnswerWriter(FACTS)
    writer.check(f"First {CHANGE}, then {{{{ratio(ds-002.effect, ds-002.sd)}}}}.")
    writer.check("Again {{ percent_change( ds-001.mean_recent,ds-001.mean_prior ) }}.")
    assert [item.claim for item in writer.derived] == ["derived.1", "derived.2"]


def test_a_derived_number_is_worth_its_worse_operand_and_of_their_common_window() -> None:
    writer = AnswerWriter(FACTS)
    writer.check(f"First {CHANGE}, then {{{{ratio(ds-002.effect, ds-002.sd)}}}}.")
    assert [(item.verdict, item.window) for item in writer.derived] == [
        (Verdict.CONDITIONAL, "last week"),
        (Verdict.VALIDATED, None),
    ]


def test_a_ratio_counts_only_once_it_is_declared() -> None:
    writer = AnswerWriter(FACTS)
    assert isinstance(writer.check("That is 1.25 times as much."), Unverified)
    assert isinstance(writer.check("It is {{ratio(ds-001.mean_recent, ds-001.mean_prior)}} of before."), Clean)
    assert isinstance(writer.check("Again, that is 1.25 times as much."), Clean)


def test_a_sentence_that_is_held_back_derives_nothing() -> None:
    writer = AnswerWriter(FACTS)
    assert isinstance(writer.check(f"It rose by {CHANGE}, or 99.5 bpm."), Unverified)
    assert writer.derived == ()
    assert isinstance(writer.check("It rose by 25%."), Unverified)


def test_several_sentences_stand_or_fall_together() -> None:
    writer = AnswerWriter(FACTS)
    assert isinstance(writer.check(f"It rose by {CHANGE}.\n| 61 |"), Unverified)
    assert (writer.derived, writer.cited) == ((), ())
    assert writer.check(f"It rose by {CHANGE}. Fine.\n") == Clean("It rose by 25%. Fine.\n")


def test_where_nothing_may_be_derived_a_derivation_is_unknown() -> None:
    checked = AnswerWriter(FACTS, derivations=False).check(f"It rose by {CHANGE}.")
    assert isinstance(checked, Unverified)
    assert CHANGE in [issue.token for issue in checked.issues]


def test_operands_count_as_referred_to() -> None:
    assert references(f"{{{{ds-009.n}}}} and {CHANGE}") == ("ds-009.n", "ds-001.mean_recent", "ds-001.mean_prior")


@pytest.mark.parametrize("text", ["", "ds-001.effect", "ratio", "ratio()", "ratio(a)", "ratio(a,)", "ratio(a b)"])
def test_anything_else_is_no_derivation(text: str) -> None:
    assert parse(text) is None


def test_spaces_in_a_derivation_mean_nothing() -> None:
    expected = Derivation(operation=Operation.RATIO, operands=("a.1", "b.2"))
    assert {parse("ratio(a.1,b.2)"), parse(" ratio ( a.1 , b.2 ) ")} == {expected}


_finite = st.floats(min_value=-1e12, max_value=1e12, allow_nan=False)


@given(_finite, _finite, st.sampled_from(Operation), st.sampled_from(["bpm", "min", "%", "count", None]))
def test_what_is_derived_is_arithmetic_and_passes_the_check(
    one: float, other: float, operation: Operation, unit: str | None
) -> None:
    writer = AnswerWriter([fact("a.mean", one, unit), fact("b.mean", other, unit)])
    checked = writer.check(f"That comes to {{{{{operation}(a.mean, b.mean)}}}} now.")
    if not writer.derived:
        assert isinstance(checked, Unverified)
        assert operation is not Operation.DIFFERENCE
        assert other == 0 or not math.isfinite(one / other * 100)
        return
    (derived,) = writer.derived
    by_hand = {
        Operation.RATIO: lambda: one / other,
        Operation.DIFFERENCE: lambda: one - other,
        Operation.PERCENT_CHANGE: lambda: 100 * (one - other) / abs(other),
    }[operation]()
    assert derived.value == pytest.approx(by_hand)
    assert isinstance(checked, Clean)
    assert fact_text(derived) in checked.text


_texts = st.lists(
    st.sampled_from([
        CHANGE, "{{ratio(ds-002.effect, ds-002.sd)}}", "{{difference(ds-001.mean_recent, ds-002.sd)}}",
        "25% ", "Your pulse was ", "{{ds-001.mean_recent}}", ". ", "\n- ", "{{ratio(", "99.5 bpm", ")}}",
    ]),
    max_size=12,
).map("".join)  # fmt: skip


@given(_texts, st.data())
def test_derivations_are_the_same_however_the_answer_arrives(text: str, data: st.DataObject) -> None:
    assume(text)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=9)))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]

    def written(chunks: list[str]) -> tuple[list[Sentence], AnswerWriter]:
        writer = AnswerWriter(FACTS)
        sentences = [sentence for chunk in chunks for sentence in writer.feed(chunk)]
        return [*sentences, *writer.finish()], writer

    whole, at_once = written([text])
    for chunks in (pieces, list(text)):
        sentences, writer = written(chunks)
        assert sentences == whole
        assert writer.derived == at_once.derived


def test_a_sentence_checked_alone_rests_on_nothing_that_another_derived_and_leaves_nothing() -> None:
    writer = AnswerWriter(FACTS)
    again = "That is 25% more."
    assert isinstance(writer.check_alone(f"That is {CHANGE} more."), Clean)
    assert not writer.derived
    assert isinstance(writer.check(again), Unverified)

    assert isinstance(writer.check(f"That is {CHANGE} more."), Clean)

    assert isinstance(writer.check_alone(again), Unverified)
    assert isinstance(writer.check(again), Clean)
    assert writer.derived
