"""What of an answer may be said: what rests on something that was found, with citations numbered in order."""

import pytest

from services.domain_expert.domain.checking import Cited, checked, without_strange_addresses
from services.domain_expert.domain.decisions import (
    Answer,
    Compared,
    CompareRange,
    FoundArticles,
    Observed,
    SearchLiterature,
    Statement,
)
from services.domain_expert.domain.ranges.comparing import Comparison
from services.domain_expert.domain.search_terms import search_terms
from tests.unit.domain_expert.experts import HRV, OTHER, SOURCE, article, found, passage, row

SLEEP = passage()
REST = passage("rest", text="Rest helps.", sources=(OTHER,))
BOTH = passage("both", text="Both help.", sources=(OTHER, SOURCE))
SEEN = (found(SLEEP, REST, BOTH),)
NAME = SLEEP.id


def draft(text: str, *rests_on: str) -> str:
    return checked(Answer(statements=(Statement(text=text, rests_on=rests_on),)), SEEN, [HRV]).draft


def test_a_statement_that_rests_on_a_passage_is_said_with_its_citation() -> None:
    answer = Answer(statements=(Statement(text="Most adults need 7 hours.", rests_on=(NAME,)),))
    kept = checked(answer, SEEN, [])
    assert kept.draft == "Most adults need 7 hours [1]."
    assert kept.citations == (Cited(source=SOURCE, text=SLEEP.text),)


def test_a_statement_that_rests_on_nothing_is_left_out() -> None:
    assert draft("Most adults need 7 hours.") == ""


@pytest.mark.parametrize("rests_on", [("made-up",), (NAME, "made-up")])
def test_a_statement_that_rests_on_something_that_nobody_found_is_left_out(rests_on: tuple[str, ...]) -> None:
    assert draft("Most adults need 7 hours.", *rests_on) == ""


def test_a_number_of_the_persons_own_is_enough_to_rest_on() -> None:
    assert draft("Your average is {{ds-001.effect}}.") == "Your average is {{ds-001.effect}}."
    assert draft("Your average is {{ ds-001.effect }}.") == "Your average is {{ ds-001.effect }}."


@pytest.mark.parametrize("rests_on", [(), (NAME,)])
def test_a_number_that_no_finding_holds_takes_its_statement_away(rests_on: tuple[str, ...]) -> None:
    assert draft("Your average is {{ds-002.effect}} and {{ds-001.effect}}.", *rests_on) == ""


@pytest.mark.parametrize("text", ["You have diabetes.", "Take 400 mg of it.", "Stop taking your statin."])
def test_what_is_forbidden_is_left_out_though_it_is_cited_and_the_rest_stays(text: str) -> None:
    answer = Answer(statements=(Statement(text=text, rests_on=(NAME,)), Statement(text="Rest.", rests_on=("rest",))))
    kept = checked(answer, SEEN, [])
    assert kept.draft == "Rest [1]."
    assert kept.citations == (Cited(source=OTHER, text="Rest helps."),)


def test_citations_are_numbered_in_the_order_in_which_they_are_used_and_each_source_once() -> None:
    statements = (
        Statement(text="One.", rests_on=("rest",)),
        Statement(text="Two!", rests_on=(NAME, "both")),
        Statement(text="Three", rests_on=("both", "rest")),
        Statement(text="Your average is {{ds-001.effect}}."),
    )
    kept = checked(Answer(statements=statements), SEEN, [HRV])
    assert kept.draft == "One [1].\n\nTwo [2] [1]!\n\nThree [1] [2]\n\nYour average is {{ds-001.effect}}."
    assert [cited.source for cited in kept.citations] == [OTHER, SOURCE]
    assert kept.citations[0].text == "Rest helps.\nBoth help."
    assert kept.citations[1].text == "Most adults need 7 hours.\nBoth help."


def test_numbers_of_citations_that_a_mind_wrote_itself_are_replaced() -> None:
    assert draft("Rest helps [7], it says [12].", "rest") == "Rest helps, it says [1]."


def test_a_row_is_cited_with_the_words_that_were_printed() -> None:
    ldl = row("ldl", "100", "130", printed="100-129 near optimal")
    comparison = Comparison(
        of=ldl.of,
        value=None,
        unit="",
        laboratory=None,
        limit=None,
        interval=None,
        percentiles=(),
        target=None,
        rows=(ldl,),
    )
    observed = Observed(call=CompareRange(of=ldl.of), result=Compared(comparison=comparison))
    kept = checked(Answer(statements=(Statement(text="It is near.", rests_on=("ldl",)),)), [observed], [])
    assert kept.citations[0].text == "100-129 near optimal (adults; mg/dL)"


def test_an_article_that_was_withdrawn_supports_nothing_and_its_address_is_not_told() -> None:
    sound, withdrawn = article(1), article(2, publication_types=("Retracted Publication",))
    terms = search_terms("sleep", known_numbers=())
    seen = [Observed(call=SearchLiterature(terms=terms), result=FoundArticles(articles=(sound, withdrawn)))]
    statements = (
        Statement(text=f"It helps, see {withdrawn.url}", rests_on=(sound.url,)),
        Statement(text="It harms.", rests_on=(withdrawn.url,)),
    )
    assert checked(Answer(statements=statements), seen, []).draft == "It helps, see [1]"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("See https://evil.example/a?b=1.", "See."),
        ("See http://evil.example for more.", "See for more."),
        ("See HTTPS://EVIL.EXAMPLE/x", "See"),
        ("See www.evil.example/x, please.", "See, please."),
        ("See [the study](https://evil.example/x).", "See the study."),
        ("See [https://evil.example](https://evil.example/x).", "See."),
        ("See <https://evil.example>.", "See."),
        ("See doi:10.9999/x.y-1.", "See."),
        ("See DOI: 10.9999/x.", "See."),
        ("See 10.9999/x.", "See."),
        ("See https://doi.org/10.9999/x.", "See."),
        ("See doi.org/10.9999/x.", "See."),
        ("See evil.example/path.", "See."),
        ("See //evil.example/path.", "See."),
        ("See ftp://evil.example/path.", "See."),
        ("Write mailto:a@evil.example now.", "Write now."),
        ("See https://sleep.example/1/more.", "See."),
        ("See [a]: https://evil.example", "See [a]:"),
        ("![image](https://evil.example/p.png)", "!image"),
    ],
)
def test_an_address_that_no_tool_has_found_is_taken_out(text: str, left: str) -> None:
    assert without_strange_addresses(text, [SLEEP.citable]) == left


@pytest.mark.parametrize(
    "text",
    [
        "See https://sleep.example/1.",
        "See https://sleep.example/1, please.",
        "See [the study](https://sleep.example/1).",
        "See <https://sleep.example/1>.",
        "See doi:10.1000/a(1)b-2.",
        "See https://doi.org/10.1000/A(1)B-2.",
        "Between 1.5/2.5 and and/or 142/91 mmHg, 1.73 m2; e.g. this.",
        "{{ds-001.effect}}/{{ds-002.effect}} is  what it was",
    ],
)
def test_an_address_that_a_tool_has_found_and_words_without_address_stay(text: str) -> None:
    assert without_strange_addresses(text, [SLEEP.citable]) == text


def test_a_statement_that_is_nothing_but_a_strange_address_is_not_said() -> None:
    assert draft("https://evil.example", NAME) == ""


def test_an_answer_without_anything_that_may_be_said_is_an_empty_draft() -> None:
    kept = checked(Answer(statements=()), SEEN, [HRV])
    assert (kept.draft, kept.citations) == ("", ())
