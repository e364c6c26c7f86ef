import pytest

from services.orchestrator.domain.numbers import AnswerWriter, Clean
from services.orchestrator.domain.numbers.checking.claims import claims_in
from tests.unit.orchestrator.mind.builders import fact

FACTS = (
    fact("ds-001.effect", 58.372),
    fact("ds-001.n", 27, None),
    fact("ds-002.effect", 24 * 60 + 30, "clock"),
    fact("ds-003.effect", 12 * 60, "clock"),
)


def passes(text: str, *, said: str = "") -> bool:
    return isinstance(AnswerWriter(FACTS, (said,)).check(text), Clean)


@pytest.mark.parametrize(
    ("text", "value"),
    [("in the top decile", 10), ("the lower quartile", 25), ("the bottom fifth", 20), ("the upper half", 50),
     ("every other day", 2), ("on alternating nights", 2), ("one day on, one day off", 2), ("biweekly", 2),
     ("fortnightly", 14), ("quarterly", 3), ("semi-annually", 2),
     ("a trio of naps", 3), ("your quartet", 4), ("a hat-trick", 3), ("a brace of rides", 2), ("a couple more runs", 2),
     ("half a dozen naps", 6), ("a baker's dozen", 13), ("a couple thousand steps", 2000),
     ("a couple of hundred minutes", 200), ("nil awakenings", 0), ("zilch in the way of naps", 0), ("zip naps", 0),
     ("an order of magnitude", 10), ("three orders of magnitude", 1000), ("double digits", 10), ("near unity", 1),
     ("a half-marathon", 21.0975), ("a full marathon", 42.195), ("a parkrun", 5), ("a 10k run", 10),
     ("it was LVIII", 58), ("it was (lxii)", 62), ("XL bpm", 40),
     ("★★★★☆", 4), ("🟢 🟢 ⚪", 2), ("||||", 4), ("|||| ||", 6), ("IIII", 4), ("\U0001d378\U0001d378", 10), ("卌", 5),
     ("五十八", 58), ("三千二百", 3200),
     ("achtundfünfzig", 58), ("zweihundertdreißig", 230), ("quatre-vingt-dix-sept", 97), ("soixante et onze", 71),
     ("cincuenta y ocho", 58), ("cinquantotto", 58), ("trentotto", 38),
     ("tweeënvijftig", 52), ("noventa e dois", 92), ("femtioåtta", 58),
     ("pięćdziesiąt osiem", 58), ("siebentausend", 7000), ("once bpm", 11), ("treinta y uno", 31)],
)  # fmt: skip
def test_a_number_that_goes_by_a_name_is_a_claim(text: str, value: float) -> None:
    assert [token.value for token in claims_in(text)] == pytest.approx([value])


@pytest.mark.parametrize(
    "text",
    ["Once a day, due to this, it is set to die down.", "Otto Dix et al.",
     "The dos and don'ts.", "A zip file and a nil return.", "The null hypothesis.",
     "Pair your walk with daylight; couple it with rest.", "The trio moves together.", "There is unity in variety.",
     "It is a marathon, not a sprint.", "Train for the half-marathon in May.", "Your marathon plan.",
     "The risk of MI; the CV is low.", "Type II diabetes and phase III.", "⭐ Well done", "● sleep ● steps",
     "| a ||| b |", "A midnight snack.", "The interquartile range.", "The quartiles differ.", "It came to naught.",
     "The two windows look alike.", "I compared two periods.", "The range leaves out zero.", "It is clear of zero.",
     "Your twenty-four hour rhythm.", "A 24 hour cycle.", "No single figure is normal."],
)  # fmt: skip
def test_a_word_that_looks_like_a_number_counts_nothing(text: str) -> None:
    assert claims_in(text) == ()


@pytest.mark.parametrize("text", ["Your steps reached zero.", "It happened once bpm.", "two windows of poor sleep"])
def test_what_only_resembles_such_a_word_counts(text: str) -> None:
    assert claims_in(text)


@pytest.mark.parametrize(
    "text", ["It was at half past midnight.", "It was at twelve thirty.", "It was at noon.", "at 12 noon", "at midday"]
)
def test_a_named_time_of_day_is_traced_as_one(text: str) -> None:
    assert passes(text)


@pytest.mark.parametrize("text", ["It was at midnight.", "It was at seven thirty."])
def test_another_named_time_of_day_is_held_back(text: str) -> None:
    assert not passes(text)


@pytest.mark.parametrize(
    ("said", "text"),
    [("I run every other day.", "You run every second day."), ("I eat at midnight.", "Eating at 12 am is late."),
     ("I ran a half-marathon.", "The 21.1 km were long."), ("I train for a marathon.", "Your marathon is near."),
     ("I do 3 workouts a week.", "A trio of workouts is fine."),
     ("I am in the top decile.", "The top decile is rare.")],
)  # fmt: skip
def test_what_the_user_says_by_name_may_be_said_again(said: str, text: str) -> None:
    assert passes(text, said=said)
    assert not passes(text)


def test_two_numbers_side_by_side_are_both_checked() -> None:
    assert not passes("It was sixty-six twenty-seven.")
