"""Which chunks of a person's documents answer a question: BM25, and how much of the question one has to hold."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.domain_expert.domain.documents.document import Chunk, Shelf
from services.domain_expert.domain.documents.pointing import points_to_documents
from services.domain_expert.domain.documents.stems import asked_for, subjects_of
from services.domain_expert.domain.knowledge.querying import rarity

_SATURATION: Final = 1.2
_BY_LENGTH: Final = 0.75
LEAST_SHARE: Final = 0.75
"""Of the subjects of a question that points to no document; what is told of one unasked has to be about that."""
FEWEST_SUBJECTS: Final = 2
"""Of such a question, that a chunk holds: one word alone, "sleep", stands in too much."""
LEAST_SHARE_POINTED: Final = 0.5
_BESIDE: Final = 0.7
"""Of the best score, what a second document has to reach to be told as well."""
MOST_EXCERPTS: Final = 2


@dataclass(frozen=True, kw_only=True)
class Excerpt:
    """A chunk that answers; `score` is of BM25."""

    chunk: Chunk
    score: float


def ranked(question: str, shelf: Shelf) -> tuple[Excerpt, ...]:
    """The best chunk of each of at most two documents, the best first; none where none holds enough of the question."""
    asked, subjects = asked_for(question), subjects_of(question)
    is_pointed = points_to_documents(question)
    if not asked or not (subjects or is_pointed):
        return ()
    held = [(chunk, Counter(chunk.words.split())) for chunk in shelf.chunks]
    matching = {term: sum(term in words for _, words in held) for term in asked}
    rarities = {term: rarity(count, max(shelf.of, count)) for term, count in matching.items()}
    average = shelf.words / shelf.of if shelf.of else 1.0
    scored = [
        Excerpt(chunk=chunk, score=_score(asked, words, rarities, average))
        for chunk, words in held
        if _answers(subjects, words, is_pointed=is_pointed)
    ]
    best: dict[str, Excerpt] = {}
    for excerpt in sorted(scored, key=lambda each: (-each.score, each.chunk.position)):
        best.setdefault(excerpt.chunk.document_id, excerpt)
    found = list(best.values())[:MOST_EXCERPTS]
    return tuple(each for each in found if each.score >= _BESIDE * found[0].score)


def _answers(subjects: Sequence[str], words: Counter[str], *, is_pointed: bool) -> bool:
    """Whether a chunk holds enough of what a question is about; a question about nothing asks for any."""
    held = sum(subject in words for subject in subjects)
    if is_pointed:
        return held >= LEAST_SHARE_POINTED * len(subjects)
    return held >= max(FEWEST_SUBJECTS, LEAST_SHARE * len(subjects))


def _score(asked: Sequence[str], words: Counter[str], rarities: dict[str, float], average: float) -> float:
    norm = _SATURATION * (1 - _BY_LENGTH + _BY_LENGTH * words.total() / average)
    counts = ((term, words[term]) for term in asked)
    return sum(rarities[term] * count * (_SATURATION + 1) / (count + norm) for term, count in counts if count)
