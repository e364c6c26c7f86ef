"""No word of a wording or of its plain one is left over."""

import pytest

from services.data_science.language.rewording.licences import Licences

LICENCES = Licences(
    words={
        "hey": frozenset(),
        "best": frozenset({"highest", "lowest"}),
        "weekends": frozenset({"weekends"}),
        "#level+": frozenset({"#level+"}),
    },
    plain={
        "my": frozenset(),
        "highest": frozenset({"best"}),
        "weekends": frozenset({"weekends"}),
        "#level+": frozenset({"#level+"}),
    },
)


@pytest.mark.parametrize(
    ("wording", "plain", "left_over"),
    [
        ("hey best #level+1", "my highest #level+1", ()),
        ("best #level+1 weekends", "my highest #level+1", ("weekends",)),
        ("best #level+1", "my highest #level+1 weekends", ("weekends",)),
        ("best #level+1 hotel", "my highest #level+1", ("hotel",)),
        ("best #level+1", "my highest #level+1 hotel", ("hotel",)),
    ],
)
def test_left_over(wording: str, plain: str, left_over: tuple[str, ...]) -> None:
    assert LICENCES.left_over(wording.split(), plain.split()) == left_over
    assert LICENCES.account_for(wording.split(), plain.split()) is not bool(left_over)


def test_only_words_that_change_what_is_asked_are_meaningful() -> None:
    assert LICENCES.meaningful == {"best", "weekends"}
