"""Invented numbers in words, as fractions, multiples and ranks."""

from typing import Final

from evals.replies.inventor import Invention, Inventor, NoSuchNumberError, if_invented, level, named, said, two
from evals.replies.spelling import ONES, TENS, decimal_words, ordinal, ordinal_words, plain, roman, words
from evals.replies.truth import is_invented


def _spoken(inventor: Inventor, *, joint: str = "-") -> str:
    value = inventor.whole()
    return words(value, joint=joint, with_and=inventor.rng.random() < 0.5) + inventor.unit().replace("%", " percent")


def _word(i: Inventor) -> Invention:
    return level(_spoken(i))


def _words_without_hyphen(i: Inventor) -> Invention:
    return level(_spoken(i, joint=i.rng.choice((" ", " ", "", "\u2011", "\n"))))


def _capital_words(i: Inventor) -> Invention:
    text = _spoken(i)
    return level(text.upper() if i.rng.random() < 0.5 else text.title())


def _decimal_in_words(i: Inventor) -> Invention:
    return level(decimal_words(i.level(decimals=1)) + i.unit().replace("%", " percent"))


def _a_hundred(i: Inventor) -> Invention:
    value = i.number("min", low=103, high=199)
    return level(f"a hundred and {words(int(value) - 100)} minutes")


def _thousand_in_words(i: Inventor) -> Invention:
    value = i.number("steps", decimals=-3, low=2000, high=30_000)
    number = words(int(value) // 1000) if i.rng.random() < 0.6 else str(int(value) // 1000)
    return level(f"{number} thousand steps")


def _and_a_half(i: Inventor) -> Invention:
    hours = i.number("h", low=1, high=12) + 0.5
    if not is_invented(hours, "h", i.known):
        raise NoSuchNumberError
    whole = int(hours)
    shapes = (f"{words(whole)} and a half hours", f"{whole}½ hours", f"{whole} 1/2 hours", f"{whole} ½ h")
    return level(i.rng.choice(shapes))


def _part_of_an_hour(i: Inventor) -> Invention:
    minutes, text = i.rng.choice(
        ((30.0, "half an hour"), (15.0, "a quarter of an hour"), (45.0, "three quarters of an hour"),
         (90.0, "an hour and a half"), (30.0, "half-hour"))
    )  # fmt: skip
    return if_invented(i, minutes, "min", level(text))


def _range_in_words(i: Inventor) -> Invention:
    low, high = two(i)
    unit = i.unit().replace("%", " percent")
    return level(
        i.rng.choice((f"{words(low)} to {words(high)}{unit}", f"between {words(low)} and {words(high)}{unit}"))
    )


def _roman(i: Inventor) -> Invention:
    return level(roman(i.count(6, 98, "bpm")) + " bpm")


def _decade(i: Inventor) -> Invention:
    tens = i.rng.randrange(3, 10)
    low, high = tens * 10.0, tens * 10.0 + 9
    if any(low - 2 <= one.value <= high + 2 for one in i.known) or not is_invented(low, None, i.known):
        raise NoSuchNumberError
    name = TENS[tens].removesuffix("y") + "ies"
    return level(
        i.rng.choice(
            (f"the {name}", f"the mid-{tens}0s", f"the {tens}0s", f"the low {name}", f"{TENS[tens]}-something")
        )
    )


def _percent_in_words(i: Inventor) -> Invention:
    value = i.count(3, 97, "%")
    return said("share", f"{words(value, joint=i.rng.choice('- '))} {i.rng.choice(('percent', 'per cent', '%'))}")


_FRACTIONS: Final = (
    (1, 2, "half"), (1, 3, "a third"), (2, 3, "two thirds"), (2, 3, "two-thirds"), (1, 4, "a quarter"),
    (3, 4, "three quarters"),
    (3, 4, "three-fourths"), (1, 5, "one fifth"), (2, 5, "two fifths"), (1, 8, "an eighth"), (1, 10, "a tenth"),
    (9, 10, "nine tenths"),
    (1, 3, "one third"),
)  # fmt: skip


def _fraction_in_words(i: Inventor) -> Invention:
    top, bottom, text = i.rng.choice(_FRACTIONS)
    return if_invented(i, top / bottom, "share", said("share", text))


_SIGNS: Final = (
    (1, 2, "½"), (1, 3, "⅓"), (2, 3, "⅔"), (3, 4, "¾"), (2, 5, "⅖"), (7, 8, "⅞"), (2, 3, "2/3"), (3, 4, "3⁄4"),
    (1, 2, "&frac12;"), (3, 4, "&frac34;"), (3, 5, "³⁄₅"), (3, 7, "3/7"),
)  # fmt: skip


def _fraction_sign(i: Inventor) -> Invention:
    top, bottom, text = i.rng.choice(_SIGNS)
    if not is_invented(bottom, None, i.known):
        raise NoSuchNumberError
    return if_invented(i, top / bottom, "share", said("share", text))


def _out_of(i: Inventor) -> Invention:
    top, bottom = i.rng.choice(((1, 5), (2, 7), (4, 5), (5, 7), (9, 10), (3, 8), (7, 9)))
    shapes = (
        f"{top} in {bottom}", f"{top} out of {bottom}", f"{words(top)} in {words(bottom)}",
        f"{words(top)} out of {words(bottom)}",
        f"{words(top)} of every {words(bottom)}", f"{top} of {bottom}", f"{words(top)} of {words(bottom)}",
    )  # fmt: skip
    if not is_invented(top / bottom, "share", i.known) or not (
        is_invented(top, None, i.known) or is_invented(bottom, None, i.known)
    ):
        raise NoSuchNumberError
    return said("share", i.rng.choice(shapes))


_FACTORS: Final = (
    (2, "twice"), (2, "double"), (3, "triple"), (3, "three times"), (0.5, "half"), (1.5, "one and a half times"),
    (3, "thrice"),
    (4, "four times"), (1.5, "1.5 times"), (2.3, "2.3x"), (1.8, "1.8×"), (10, "ten times"),
    (2.5, "two and a half times"),
)  # fmt: skip


def _factor(i: Inventor) -> Invention:
    value, text = i.rng.choice(_FACTORS)
    return if_invented(i, value, None, said("factor", text))


_VERBS: Final = (
    (2, "doubled"), (3, "tripled"), (4, "quadrupled"), (0.5, "halved"), (0.5, "fell by half"), (3, "rose threefold"),
    (10, "rose 10-fold"), (2, "grew two-fold"), (5, "grew by a factor of five"), (2, "has doubled"),
    (1 / 3, "fell by a third"), (7, "dropped by seven"), (12, "went up twelve points"), (0.25, "rose by a quarter"),
    (2, "is twice as high"), (3, "dips every third night"), (4, "peaks every fourth day"), (20, "gained twenty"),
    (1 / 5, "lost a fifth"),
)  # fmt: skip


def _verb(i: Inventor) -> Invention:
    value, text = i.rng.choice(_VERBS)
    return if_invented(i, value, None, said("clause", text))


def _rank(i: Inventor) -> Invention:
    value = i.count(6, 98, None)
    shapes = (
        ordinal(value),
        ordinal_words(value),
        f"{ordinal(value)} percentile",
        f"{ordinal_words(value)} percentile",
        f"top {value}",
    )
    return said("rank", i.rng.choice(shapes))


def _rho_in_words(i: Inventor) -> Invention:
    value = i.number(None, decimals=1, low=0.1, high=0.94)
    spoken = decimal_words(plain(value, 1))
    return said(
        "rho", i.rng.choice((spoken, f"minus {spoken}", f"point {ONES[round(value * 10)]}", f"nought {spoken[5:]}"))
    )


def _none(i: Inventor) -> Invention:
    value, text = i.rng.choice(
        (
            (0, "zero awakenings"),
            (0, "0 awakenings"),
            (0, "zero bad nights"),
            (12, "a dozen runs"),
        )
    )
    return if_invented(i, value, None, said("counted", text))


def _counted(i: Inventor) -> Invention:
    value = i.count(3, 80, None)
    many = words(value) if i.rng.random() < 0.5 else str(value)
    things = i.rng.choice(
        ("runs", "workouts", "sessions", "awakenings", "short nights", "bad days", "outings", "swims", "peaks", "naps")
    )
    return said(i.rng.choice(("counted", "counted", "parts")), f"{many} {things}")


def _days(i: Inventor) -> Invention:
    value = i.count(3, 190)
    many = words(value, with_and=True) if i.rng.random() < 0.4 else str(value)
    return said(
        "days",
        f"{many} {i.rng.choice(('days', 'nights', 'mornings', 'days of data', 'good nights', 'daily readings'))}",
    )


SHAPES: Final = named(
    _word, _words_without_hyphen, _capital_words, _decimal_in_words, _a_hundred, _thousand_in_words,
    _and_a_half, _part_of_an_hour, _range_in_words, _roman, _decade, _percent_in_words, _fraction_in_words,
    _fraction_sign, _out_of, _factor, _verb, _rank, _rho_in_words, _none, _counted, _days,
)  # fmt: skip
