"""The chunk that answers is told; below the threshold nothing is."""

from collections.abc import Mapping, Sequence

import pytest

from services.domain_expert.domain.documents.document import EMPTY_SHELF, Chunk, MediaType, Shelf
from services.domain_expert.domain.documents.pointing import points_to_documents
from services.domain_expert.domain.documents.quoting import quoted
from services.domain_expert.domain.documents.ranking import MOST_EXCERPTS, ranked
from tests.unit.domain_expert.documents import first_contact
from tests.unit.domain_expert.documents.own_documents import (
    ANSWERED,
    DOCUMENTS,
    UNANSWERED,
    chunks,
    everything,
    shelf,
)

ALL = everything()


def told(question: str, of: Sequence[Chunk] = ALL) -> str:
    statements = (quoted(question, excerpt) for excerpt in ranked(question, shelf(of, question)))
    return "\n".join(statement.text for statement in statements if statement)


@pytest.mark.parametrize(("question", "words"), ANSWERED)
def test_the_sentence_that_answers_is_told(question: str, words: str) -> None:
    assert words in told(question)


@pytest.mark.parametrize("question", UNANSWERED)
def test_where_no_document_answers_nothing_of_them_is_told(question: str) -> None:
    assert told(question) == ""


def test_documents_and_questions_that_nothing_was_fitted_to() -> None:
    of = _cut(first_contact.DOCUMENTS)
    found = [question for question, words in first_contact.ANSWERED if words in told(question, of)]
    kept = [question for question in first_contact.UNANSWERED if not told(question, of)]
    assert len(found) >= 10, [each for each, _ in first_contact.ANSWERED if each not in found]
    assert len(kept) >= 10, [each for each in first_contact.UNANSWERED if each not in kept]


def _cut(documents: Mapping[str, tuple[str, MediaType]]) -> tuple[Chunk, ...]:
    return tuple(chunk for title, (text, kind) in documents.items() for chunk in chunks(title, text, kind))


def test_the_whole_set_of_documents_answers_as_each_of_them_alone() -> None:
    text, kind = DOCUMENTS["Lab comment"]
    question = "Why could my potassium not be judged?"
    assert told(question, chunks("Lab comment", text, kind)) == told(question)


def test_a_rare_word_counts_more_than_one_that_every_chunk_holds() -> None:
    common = [chunks(f"Note {number}", "The run was easy. The run was short.") for number in range(8)]
    rare = chunks("Blister", "The run gave a blister.")
    of = (*(chunk for each in common for chunk in each), *rare)
    (best, *_) = ranked("what did my notes say on the run with the blister", shelf(of, "run blister"))
    assert best.chunk.title == "Blister"


def test_at_most_two_documents_are_told_and_a_second_only_if_it_is_about_as_good() -> None:
    same = [chunks(f"Letter {number}", "Ferritin was low again.") for number in range(4)]
    question = "what do my letters say about ferritin"
    found = ranked(question, shelf([chunk for each in same for chunk in each], question))
    assert len(found) == MOST_EXCERPTS
    assert len({each.chunk.document_id for each in found}) == MOST_EXCERPTS


@pytest.mark.parametrize("question", ["", "???", "what is it", "how are you"])
def test_a_question_about_nothing_finds_nothing(question: str) -> None:
    assert ranked(question, Shelf(chunks=ALL, of=len(ALL), words=900)) == ()
    assert ranked(question, EMPTY_SHELF) == ()


@pytest.mark.parametrize(
    ("question", "points"),
    [
        ("What does my doctor's letter say about iron?", True),
        ("according to my training plan, when do I rest?", True),
        ("what did dr. meyer recommend", True),
        ("What's in the discharge summary?", True),
        ("did the MRI report mention a tear", True),
        ("My doctor said my TSH is high, what does it mean?", False),
        ("Should I see a doctor?", False),
        ("Make me a training plan", False),
        ("what do doctors recommend for sleep", False),
        ("does my watch show the right HRV", False),
        ("What was my average HRV last week?", False),
        ("take note of my weight", False),
    ],
)
def test_only_who_asks_what_a_document_says_points_to_it(question: str, *, points: bool) -> None:
    assert points_to_documents(question) is points
