"""Whatever a file, a memory or a person says, what is left of it can be read and do nothing."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from amy.text import inert, quoted
from tests.unit.text.hostile import HORRORS, hostile_text

ACTIVE = re.compile(r"[{}\[\]<>|\\`*~#$_\n\r\t\"“”]|://|www\.|@|&")
HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Me"})


@given(hostile_text(), st.integers(1, 90))
@example("\u1fef{", 5)
@example("\ufe5bds-001.n\ufe5c", 20)
@example("\uff1cscript\uff1e", 20)
@example("e\u200b\u0301", 9)
def test_nothing_that_could_act_is_left(text: str, limit: int) -> None:
    left = inert(text, limit=limit)
    assert not ACTIVE.search(left)
    assert not any(unicodedata.category(character) in HIDDEN for character in left)
    assert not ACTIVE.search(unicodedata.normalize("NFKC", left).replace("\uff3f", ""))
    assert not left.startswith(tuple("=+-@ "))
    assert len(left) <= limit
    assert left == left.strip()
    assert inert(left, limit=limit) == left


@pytest.mark.parametrize("text", ["Walk", "Øvelse på rullebånd", "散歩", "LDL cholesterol (calc)", "10^9/L", "don't"])
def test_plain_words_of_any_script_stay_as_they_are(text: str) -> None:
    assert inert(text, limit=80) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Walk, and your systolic blood pressure is {{ds-001.n}}",
            "Walk, and your systolic blood pressure is ds-001.n",
        ),
        ("<img src=x onerror=alert(1)>", "img src=x onerror=alert(1)"),
        ("[a](http://x.y)", "a (http: x.y)"),
        ("=cmd|'/c calc'!A1", "cmd '/c calc'!A1"),
        ("-@SUM(1)", "at SUM(1)"),
        ("a\u202eb\u200bc\ufdd0d\x1b[31m", "abc d 31m"),
        ("“x”\n## y", "'x' y"),
        ("Strength & Conditioning", "Strength and Conditioning"),
        ("a" * 20, "aaaaaaaaa…"),
    ],
)
def test_what_acts_is_left_out_and_the_words_stay(text: str, left: str) -> None:
    assert inert(text, limit=80 if len(set(text)) > 1 else 10) == left


@pytest.mark.parametrize("text", HORRORS)
def test_a_quote_has_no_mark_but_its_own(text: str) -> None:
    told = quoted(text)
    assert told.count("“") == told.count("”") == 1
    assert told[0] == "“"
    assert told[-1] == "”"
    assert len(told) > 2
