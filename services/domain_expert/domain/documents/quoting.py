"""What of an excerpt is quoted: the sentences that answer, without those that nobody but their writer should say."""

from collections.abc import Sequence
from typing import Final

from services.domain_expert.domain.decisions import Statement
from services.domain_expert.domain.documents.found import name_of, title_of, told_of
from services.domain_expert.domain.documents.ranking import Excerpt
from services.domain_expert.domain.documents.stems import asked_for, stems_of, subjects_of
from services.domain_expert.domain.documents.treatment import orders_treatment
from services.domain_expert.domain.forbidden import breaks_a_rule

SAYS: Final = "Your document \u201c{title}\u201d says: {said}."
LEFT_OUT: Final = (
    "Your document \u201c{title}\u201d has something on that which I leave to it and to whoever wrote it, "
    "since it is about treatment or a diagnosis."
)
_MOST_QUOTED: Final = 2
_MOST_OF_A_SECTION: Final = 3
_SUBJECT: Final = 3.0
_PART: Final = 0.5
"""What a line without a full stop is worth among sentences: it is rather a letterhead."""
_ENDS: Final = (".", "!", "?")
_BESIDE: Final = 0.6
"""Of what the best sentence holds of the question, what a second one has to hold."""


def quotable(sentence: str) -> bool:
    """Whether it may be repeated: it names no dose, may order no medicine, and breaks no rule that holds for Amy."""
    return not orders_treatment(sentence) and not breaks_a_rule(sentence)


def quoted(question: str, excerpt: Excerpt) -> Statement | None:
    """What an excerpt says on a question, in its own words; None where there is nothing to say."""
    sentences = told_of(excerpt)
    best = _best(question, excerpt, sentences)
    kept = [sentences[place] for place in best if quotable(sentences[place])]
    title = title_of(excerpt)
    text = SAYS.format(title=title, said=" and: ".join(map(_in_quotes, kept)))
    if not kept or breaks_a_rule(text):
        text = LEFT_OUT.format(title=title)
    return None if not best or breaks_a_rule(text) else Statement(text=text, rests_on=(name_of(excerpt),))


def _best(question: str, excerpt: Excerpt, sentences: Sequence[str]) -> list[int]:
    """The places of the sentences that hold most of the question; where title and heading hold it, the beginning."""
    whole = [place for place, sentence in enumerate(sentences) if sentence.endswith(_ENDS)]
    above = stems_of(f"{excerpt.chunk.title} {excerpt.chunk.heading}")
    open_subjects = [subject for subject in subjects_of(question) if subject not in above]
    held = [
        _held(open_subjects, asked_for(question), stems_of(sentence)) * (1.0 if place in whole or not whole else _PART)
        for place, sentence in enumerate(sentences)
    ]
    most = max(held, default=0.0)
    if most < _SUBJECT * _PART:
        return (whole or list(range(len(sentences))))[:_MOST_OF_A_SECTION]
    ranked = sorted(range(len(sentences)), key=lambda place: (-held[place], place))
    return sorted(place for place in ranked[:_MOST_QUOTED] if held[place] >= _BESIDE * most)


def _held(subjects: Sequence[str], asked: Sequence[str], words: Sequence[str]) -> float:
    """How much of a question some words hold; a subject counts most."""
    if not set(subjects) & set(words):
        return 0.0
    return sum(_SUBJECT if term in subjects else 1.0 for term in asked if term in words)


def _in_quotes(sentence: str) -> str:
    return f"\u201c{sentence.rstrip('.!?:; ')}\u201d"
