from collections.abc import Sequence

import pytest

from services.orchestrator.adapters.rules import rewriting
from services.orchestrator.adapters.rules.phrases import authors


@pytest.mark.parametrize(
    ("citation", "named"),
    [
        ("Kim J (2020). T.", "Kim"),
        ("Kim, J.-H. (2020).", "Kim"),
        ("Kim J, Lee S (2020). T.", "Kim et al."),
        ("de Zambotti, M., Cellini, N., & Lee, S. (2019).", "de Zambotti et al."),
        ("Kim and Lee (2001)", "Kim et al."),
        ("World Health Organization (2021).", "World Health Organization"),
        ("3M (2020).", ""),
        ("", ""),
    ],
)
def test_a_source_is_named_without_digits(citation: str, named: str) -> None:
    assert authors(citation) == named


@pytest.mark.parametrize(
    ("sentence", "unverified", "rewritten"),
    [
        ("It was low (about 61 bpm) today. ", ["61"], "It was low today. "),
        ("It fell (by {{ratio(a.x, b.y)}}) last week.", ["{{ratio(a.x, b.y)}}"], "It fell last week."),
        ("It fell by {{ratio(a.x, b.y)}} (61 bpm) last week.", ["61"], "It fell by {{ratio(a.x, b.y)}} last week."),
        ("It fell by {{ratio(a.x, b.y)}} last week.", ["{{ratio(a.x, b.y)}}"], ""),
        ("It was 61 bpm.", ["61"], ""),
    ],
)
def test_a_rewriting_cuts_what_elaborates_and_leaves_references_whole(
    sentence: str, unverified: Sequence[str], rewritten: str
) -> None:
    assert rewriting.without(sentence, unverified) == rewritten
