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
    sure={"best": frozenset({"highest"})},
    seldom={"outing": frozenset({"#kind"}), "knee": frozenset()},
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


def test_a_word_is_sure_that_changes_nothing_or_stands_for_another_beyond_doubt() -> None:
    plain = ["my", "highest", "weekends"]
    assert [word for word in ("hey", "best", "weekends", "hotel") if LICENCES.is_sure(word, plain)] == ["hey", "best"]


def test_what_stands_for_a_word_by_chance_alone_is_not_sure() -> None:
    assert not LICENCES.is_sure("best", ["my", "lowest"])


def test_a_word_that_is_hardly_ever_said_is_stray_but_where_it_stands_for_what_it_mostly_does() -> None:
    plain = ["my", "last", "#kind1"]
    assert [word for word in ("best", "outing", "knee", "hotel") if LICENCES.is_stray(word, plain)] == ["knee"]
    assert LICENCES.is_stray("outing", ["my", "highest"])
