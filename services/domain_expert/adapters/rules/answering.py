"""An answer of what was found: the verdict on a number or the passage that answers, and the person's own number."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, assert_never

from services.domain_expert.adapters.rules.asking import (
    Aim,
    aim_of,
    asks_amount_of_another,
    asks_for_a_range,
    asks_of_medicine,
    asks_of_others,
    asks_of_treatment,
    cause_in,
    is_of_a_case,
    is_of_doing,
    is_plain,
    kinds_of,
    wanted,
    weighs_two,
)
from services.domain_expert.adapters.rules.on_topic import root, roots
from services.domain_expert.adapters.rules.yes_no import led
from services.domain_expert.domain.case import Case, OwnNumber
from services.domain_expert.domain.decisions import (
    Answer,
    Compared,
    FoundArticles,
    FoundPassages,
    Observed,
    SearchLiterature,
    Statement,
)
from services.domain_expert.domain.knowledge.passages import Kind, Passage
from services.domain_expert.domain.knowledge.querying import subjects_in, terms_of, words_of
from services.domain_expert.domain.quantities import Quantity
from services.domain_expert.domain.ranges.comparing import Comparison
from services.domain_expert.domain.ranges.telling import among_others, meaning, verdict

_MEDICINES: Final = "medicines"
_GENERAL: Final = (Kind.MEANING, Kind.USUAL)
_BESIDE: Final[Mapping[Kind, tuple[Kind, ...]]] = {
    **dict.fromkeys((Kind.CAUSES, Kind.IMPROVING, Kind.MEASURING), _GENERAL),
    Kind.MEANING: (Kind.USUAL, Kind.MEASURING, Kind.IMPROVING),
}
"""What of a quantity comes up although something else of it is asked."""
_MOST_SENTENCES: Final = 6
_FEW_OTHERS: Final = 2
_FEWEST_OF_PASSAGE: Final = 3
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")
_ABOUT_PEOPLE: Final = frozenset(
    ["age", "woman", "women", "man", "men", "female", "male", "year", "years", "old", "people", "others"]
)


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A quantity that is asked about, with the person's number of it if there is one.

    Attributes:
        written: how that number is told: a reference to a finding, or as the person wrote it.
        own: the finding that it is from; None where the person wrote it, or there is none.
        beside: what else is told of that finding, beside its days.
    """

    quantity: Quantity
    value: Decimal | None = None
    unit: str = ""
    written: str = ""
    own: OwnNumber | None = None
    beside: str = ""

    @property
    def is_stated(self) -> bool:
        return self.value is not None and self.own is None


def compose(
    case: Case, subjects: Sequence[Subject], seen: Sequence[Observed], *, most: int = _MOST_SENTENCES
) -> Answer | None:
    """The answer, with so many sentences of a passage at most; None where nothing that was found tells anything."""
    passages = [
        passage
        for observed in seen
        if isinstance(observed.result, FoundPassages)
        for passage in observed.result.passages
    ]
    passages = [*_on_the_cause(case, passages)]
    compared = {
        each.result.comparison.of.casefold(): each.result.comparison
        for each in seen
        if isinstance(each.result, Compared)
    }
    pairs = [(each, compared[name]) for each in subjects if (name := each.quantity.name.casefold()) in compared]
    statements = list(_statements(case, pairs, passages, most=most))
    if statements and aim(case, [subject for subject, _ in pairs], passages) in (Aim.VERDICT, Aim.VERDICT_AND_PASSAGE):
        statements[0] = replace(statements[0], text=led(case.question, statements[0].text))
    return Answer(statements=tuple(statements)) if statements else _articles(seen)


def aim(case: Case, subjects: Sequence[Subject], passages: Sequence[Passage] = ()) -> Aim:
    """What the answer begins with."""
    if not subjects or _turns_elsewhere(case) or weighs_two(case.question) or is_of_doing(case.question):
        return Aim.PASSAGE
    if asks_amount_of_another(case.question, subjects[0].quantity):
        return Aim.PASSAGE
    kinds = (*kinds_of(case), *((Kind.CAUSES,) if asks_of_medicine(case.question) else ()))
    if is_of_a_case(case.question):
        kinds = tuple(kind for kind in kinds if kind is not Kind.USUAL)
    first = aim_of(
        kinds,
        is_stated=any(subject.is_stated for subject in subjects),
        has_own=any(subject.own is not None for subject in subjects),
        is_plain=is_plain(case.question, subjects[0].quantity),
    )
    return _WITH_A_CASE.get(first, first) if passages and _is_on_a_case(case, subjects, passages[0]) else first


_WITH_A_CASE: Final = {Aim.USUAL: Aim.PASSAGE, Aim.VERDICT: Aim.VERDICT_AND_PASSAGE}
"""What is told where the nearest passage is on just the circumstances that the question names."""


def _is_on_a_case(case: Case, subjects: Sequence[Subject], passage: Passage) -> bool:
    """Whether the title of a passage names what else the question is about: pregnancy, altitude, a kind of food."""
    if passage.kind is Kind.IMPROVING and passage.kind not in kinds_of(case):
        return False
    names = {root(word) for subject in subjects for name in subject.quantity.spoken for word in words_of(name)}
    terms = {root(term) for term in subjects_in(terms_of(case.question)) if term not in _ABOUT_PEOPLE}
    return bool((terms - names) & {root(word) for word in words_of(passage.title)} - _SAID_OF_ANY)


def _on_the_cause(case: Case, passages: Sequence[Passage]) -> Sequence[Passage]:
    """The passages with those first whose title names what is said to act on something: "how does X affect Y".

    Where X is said in several words, a passage that holds none of them does not answer.
    """
    cause = {root(term) for term in subjects_in(terms_of(cause_in(case.question)))} - _OF_ANY_CAUSE
    named = [each for each in passages if cause & roots(each.title)]
    others = [each for each in passages if each not in named]
    if len(cause) > 1:
        others = [each for each in others if cause & roots(f"{' '.join(each.also)} {each.text}")]
    return [*named, *others]


def _asks_for_limits(case: Case, judged: Sequence[tuple[Subject, Comparison]], passages: Sequence[Passage]) -> bool:
    """Whether it asks for the range of a quantity that no passage found is about: then its limits answer."""
    names = {subject.quantity.name for subject, _ in judged}
    is_told = any(names & set(passage.about) for passage in passages)
    return bool(judged) and asks_for_a_range(case.question) and not is_told


_OF_ANY_CAUSE: Final = frozenset(root(word) for word in ("different", "various", "certain", "being", "changes"))
_SAID_OF_ANY: Final = frozenset(
    root(word) for word in ("adults", "blood", "rate", "level", "heart", "test", "value", "result", "day", "night")
)


def _is_on_much_else(case: Case, judged: Sequence[tuple[Subject, Comparison]]) -> bool:
    """Whether most of what the question names is not the quantity that could be judged."""
    names = {root(word) for subject, _ in judged for name in _names_of(subject) for word in words_of(name)}
    terms = {root(term) for term in subjects_in(terms_of(case.question)) if not term[0].isdigit()}
    others = terms - names - _ABOUT_PEOPLE - _SAID_OF_ANY
    return len(others) > max(_FEW_OTHERS, len(terms & names))


def _names_of(subject: Subject) -> tuple[str, ...]:
    return subject.quantity.noun, *subject.quantity.spoken


def _turns_elsewhere(case: Case) -> bool:
    """Whether a follow-up asks for nothing but what is different in some case: "and after a hard week?"."""
    terms = [term for term in subjects_in(terms_of(case.question)) if not term[0].isdigit()]
    is_of_people = set(terms) <= _ABOUT_PEOPLE or any(sign.isdigit() for sign in case.question)
    return bool(case.earlier and terms) and not wanted(case.question) and not is_of_people


def _statements(
    case: Case, pairs: Sequence[tuple[Subject, Comparison]], passages: Sequence[Passage], *, most: int
) -> Iterator[Statement]:
    subjects = [subject for subject, _ in pairs]
    judged = [(subject, comparison) for subject, comparison in pairs if comparison.stand is not None]
    with_value = _governing([pair for pair in judged if pair[0].value is not None]) or judged[:1]
    match aim(case, subjects, passages) if judged else Aim.PASSAGE:
        case Aim.VERDICT_AND_PASSAGE if passages and _adds(_best(case, subjects, passages), case, subjects):
            told = list(_verdicts(case, with_value))
            left = most - sum(len(_sentences(statement.text)) for statement in told)
            yield from told
            yield from _passage(case, subjects, passages, most=max(left, _FEWEST_OF_PASSAGE))
        case Aim.VERDICT | Aim.VERDICT_AND_PASSAGE:
            yield from _stands(case, with_value)
        case Aim.USUAL:
            yield from _stands(case, judged[:1])
        case Aim.PASSAGE if passages and not _asks_for_limits(case, judged, passages):
            own = [] if Kind.MEASURING in kinds_of(case) else list(_own_numbers(subjects))
            yield from _passage(case, subjects, passages, most=max(most - len(own), _FEWEST_OF_PASSAGE))
            yield from own
        case Aim.PASSAGE:
            if Kind.MEASURING not in kinds_of(case) and not _is_on_much_else(case, judged):
                yield from _stands(case, judged[:1])
        case never:
            assert_never(never)


def _stands(case: Case, judged: Sequence[tuple[Subject, Comparison]]) -> Iterator[Statement]:
    yield from _verdicts(case, judged)
    for subject, comparison in judged[:1]:
        yield from meaning(comparison, value=subject.written)
    for subject, comparison in judged[:1] if asks_of_others(case.question) else ():
        yield from among_others(comparison, noun=subject.quantity.noun, value=subject.written)


def _verdicts(case: Case, judged: Sequence[tuple[Subject, Comparison]]) -> Iterator[Statement]:
    for subject, comparison in judged:
        laboratory = _laboratory(case, subject.quantity.name)
        yield from verdict(comparison, value=_value(subject), laboratory=laboratory)


def _value(subject: Subject) -> str:
    if subject.own is None:
        return subject.written
    beside = f", {subject.beside}" if subject.beside else ""
    if subject.own.statistic == "latest":
        return f"{subject.written} (your latest value{_on_its_day(subject.own)}{beside})"
    return f"{subject.written} (your average{f' over {subject.own.window}' if subject.own.window else ''}{beside})"


def _on_its_day(own: OwnNumber) -> str:
    return f" of {{{{{own.day}}}}}" if own.day else ""


def _passage(case: Case, subjects: Sequence[Subject], passages: Sequence[Passage], *, most: int) -> Iterator[Statement]:
    """So many sentences at most of the one that answers best: the first ones answer."""
    best = _best(case, subjects, passages)
    yield Statement(text=" ".join(_sentences(best.text)[:most]), rests_on=(best.id,))


def _best(case: Case, subjects: Sequence[Subject], passages: Sequence[Passage]) -> Passage:
    """The nearest or, where that is on something else of the quantity, one on what is asked of it."""
    best = passages[0]
    if asks_of_treatment(case.question):
        best = next((each for each in passages if asks_of_treatment(each.title)), best)
    if asks_of_medicine(case.question) and not (_is_on_medicines(best) or _is_on_a_case(case, subjects, best)):
        best = next(filter(_is_on_medicines, passages), best)
    names = {name for subject in subjects for name in (subject.quantity.name, *_STAGES.get(subject.quantity.name, ()))}
    asked = kinds_of(case)[:1]
    asks_nothing_else = bool(subjects) and is_plain(case.question, subjects[0].quantity)
    others = _BESIDE.get(asked[0], ()) if asked else ()
    if best.kind in others and asks_nothing_else:
        fits = (passage for passage in passages if passage.kind in asked and names & set(passage.about))
        best = next(fits, best)
    return best


def _is_on_medicines(passage: Passage) -> bool:
    return passage.topic.startswith(_MEDICINES)


def _adds(passage: Passage, case: Case, subjects: Sequence[Subject]) -> bool:
    """Whether it says more than the verdict's own words: on something else, or on what is asked of the quantity."""
    is_on_it = any(subject.quantity.name in passage.about for subject in subjects)
    is_asked = _is_on_medicines(passage) or passage.kind in kinds_of(case)
    return is_asked or not is_on_it or _is_on_a_case(case, subjects, passage)


_STAGES: Final = {
    "deep_sleep_percent": ("deep_sleep_minutes",),
    "rem_sleep_percent": ("rem_sleep_minutes",),
    "light_sleep_percent": ("light_sleep_minutes",),
}
"""Passages on a stage of sleep are about its minutes."""


def _sentences(text: str) -> list[str]:
    return _SENTENCE_END.split(text)


def _governing(pairs: Sequence[tuple[Subject, Comparison]]) -> list[tuple[Subject, Comparison]]:
    """Of the two numbers of a blood pressure only the one further from normal is judged, for it decides.

    The person's own are two averages, or two values of one day, of which the other is told beside it.
    """
    pressures = sorted((pair for pair in pairs if pair[0].quantity.name in _PRESSURES), key=_weight)
    if len(pressures) != len(_PRESSURES):
        return list(pairs)
    subject, comparison = pressures[-1]
    if subject.own is not None:
        which = "lower" if subject.quantity.name == _PRESSURES[-1] else "upper"
        told = replace(subject, beside=f"with the {which} one at {pressures[0][0].written}")
        return [(told, comparison), *(pair for pair in pairs if pair not in pressures)]
    values = {each.quantity.name: each.value for each, _ in pressures}
    whole = "/".join(f"{values[name]}" for name in reversed(_PRESSURES))
    told = replace(subject, written=f"{subject.written} (of {whole})")
    return [(told, comparison), *(pair for pair in pairs if pair not in pressures)]


_PRESSURES: Final = ("diastolic blood pressure", "systolic blood pressure")
_BY_WEIGHT: Final = ("normal", "elevated", "low", "stage-1", "stage-2", "severe")


def _weight(pair: tuple[Subject, Comparison]) -> tuple[int, int]:
    """How much the band of a blood pressure matters; of two that are alike the upper number counts."""
    subject, comparison = pair
    row = comparison.placed_by
    band = row.id.partition("-")[2] if row else ""
    return _BY_WEIGHT.index(band) if band in _BY_WEIGHT else -1, _PRESSURES.index(subject.quantity.name)


def _own_numbers(subjects: Sequence[Subject]) -> Iterator[Statement]:
    for subject in subjects:
        if subject.own is None:
            continue
        if subject.own.statistic == "latest":
            yield Statement(text=f"Your latest value of {subject.quantity.noun} is {subject.written}.")
        else:
            when = f" over {subject.own.window}" if subject.own.window else ""
            read = _READ_AS.get(subject.quantity.name, "")
            yield Statement(text=f"Your own average {subject.quantity.noun}{when} is {subject.written}{read}.")


_READ_AS: Final = {"stress_management_score": "; a higher score means fewer signs of stress"}
"""Of a number that is read the wrong way round by its name, how it is read."""


def _laboratory(case: Case, of: str) -> str:
    """The laboratory's own range, with its limits where they are known."""
    limits = {number.statistic: f"{{{{{number.claim}}}}}" for number in case.own_numbers if _is_of(number, of)}
    low, high = limits.get("reference_low"), limits.get("reference_high")
    if low and high:
        return f"your laboratory's own range, {low} to {high}"
    if high:
        return f"your laboratory's own upper limit of {high}"
    return f"your laboratory's own lower limit of {low}" if low else "your laboratory's own range"


def _is_of(number: OwnNumber, of: str) -> bool:
    return number.of.casefold() == of.casefold()


def _articles(seen: Sequence[Observed]) -> Answer | None:
    """Where nothing was written beforehand, what others have published: by its title, since nobody has read it here."""
    found = [article for observed in seen if isinstance(observed.result, FoundArticles) for article in observed.citable]
    if not found:
        return None
    is_part = any(isinstance(each.call, SearchLiterature) and each.call.terms.is_part for each in seen)
    on = " on a part of what you ask" if is_part else ""
    text = f"I have nothing of my own on that, but there is published research{on}."
    lead = Statement(text=text, rests_on=(found[0].id,))
    titles = (Statement(text=f"“{article.sources[0].title.rstrip('.')}”.", rests_on=(article.id,)) for article in found)
    return Answer(statements=(lead, *titles))
