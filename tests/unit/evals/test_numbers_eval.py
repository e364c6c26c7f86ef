import pytest

from evals.numbers import judge_invented, judge_legitimate, passes
from evals.replies.build import invented_reply, legitimate_reply, shown
from evals.replies.invented import SHAPES
from evals.replies.spelling import dice, ordinal_words, roman, words
from evals.replies.truth import Known, is_invented
from evals.replies.worlds import World
from services.orchestrator.domain.numbers import AnswerWriter, Clean, NumberIssue, Sentence, Unverified

PULSE = Known(value=58.4, unit="bpm")
SLEEP = Known(value=412.6, unit="min")
DAYS = Known(value=27.0, unit="day")
RHO = Known(value=-0.374, unit=None)


@pytest.mark.parametrize(
    ("value", "unit", "known"),
    [
        (58.0, "bpm", PULSE),
        (59.5, "bpm", PULSE),
        (59.5, None, PULSE),
        (6.9, "h", SLEEP),
        (6.9, None, SLEEP),
        (27.0, None, DAYS),
        (0.37, None, RHO),
        (37.0, "%", RHO),
        (-0.4, None, RHO),
        (0.05, "bpm", Known(value=0.0, unit="bpm")),
    ],
)
def test_what_is_within_tolerance_in_a_unit_that_fits_is_not_invented(
    value: float, unit: str | None, known: Known
) -> None:
    assert not is_invented(value, unit, [known])


@pytest.mark.parametrize(
    ("value", "unit", "known"),
    [
        (59.7, "bpm", PULSE),
        (58.4, "ms", PULSE),
        (27.0, "bpm", DAYS),
        (412.6, "h", SLEEP),
        (7.1, "h", SLEEP),
        (0.44, None, RHO),
        (-58.4, "bpm", PULSE),
    ],
)
def test_what_is_further_away_or_in_another_dimension_is_invented(value: float, unit: str | None, known: Known) -> None:
    assert is_invented(value, unit, [known])


def test_numbers_are_spelt_as_people_spell_them() -> None:
    assert words(12_345) == "twelve thousand three hundred forty-five"
    assert words(124, with_and=True) == "one hundred and twenty-four"
    assert [ordinal_words(number) for number in (3, 20, 93)] == ["third", "twentieth", "ninety-third"]
    assert roman(94) == "XCIV"


def test_a_surface_is_found_whole_only() -> None:
    assert shown("66 bpm", "It was 66 bpm.")
    assert not any(shown("66", text) for text in ("It was 1,660.", "It was 66.5 bpm.", "It was 166."))


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_writes_an_invention_and_the_same_for_the_same_seed(shape: str) -> None:
    reply = invented_reply(dice("a"), shape)
    assert reply == invented_reply(dice("a"), shape)
    assert reply != invented_reply(dice("b"), shape)
    assert shape in [piece.kind for piece in reply.pieces]


def test_legitimate_replies_name_only_facts_of_their_turn() -> None:
    replies = [legitimate_reply(dice(str(number))) for number in range(50)]
    assert all("{{" not in AnswerWriterThatOnlyRenders(reply.world).read(reply.text) for reply in replies)


class AnswerWriterThatOnlyRenders(AnswerWriter):
    """Lets everything through, as it reads with its references resolved."""

    def __init__(self, world: World) -> None:
        super().__init__(world.facts)

    def check(self, text: str) -> Sentence:
        checked = super().check(text)
        return Clean(checked.text if isinstance(checked, Clean) else checked.rendered)

    def read(self, text: str) -> str:
        checked = self.check(text)
        assert isinstance(checked, Clean)
        return checked.text


class AnswerWriterThatTrustsNothing(AnswerWriter):
    """Holds every sentence back."""

    def __init__(self, world: World) -> None:
        super().__init__(world.facts)

    def check(self, text: str) -> Sentence:
        return Unverified(source=text, rendered=text, issues=(NumberIssue(value=0.0, token=text),))


def test_a_checker_that_lets_everything_through_fails() -> None:
    numbers = range(len(SHAPES))
    invented = judge_invented("1", numbers, AnswerWriterThatOnlyRenders)
    legitimate = judge_legitimate("1", numbers, AnswerWriterThatOnlyRenders)
    assert invented.missed.total() == len(SHAPES)
    assert not legitimate.held
    assert not passes(invented, legitimate)


def test_a_checker_that_holds_everything_back_fails() -> None:
    numbers = range(20)
    invented = judge_invented("1", numbers, AnswerWriterThatTrustsNothing)
    legitimate = judge_legitimate("1", numbers, AnswerWriterThatTrustsNothing)
    assert not invented.missed.total()
    assert legitimate.held >= legitimate.sentences - 20
    assert not passes(invented, legitimate)
