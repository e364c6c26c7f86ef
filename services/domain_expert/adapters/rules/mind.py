"""An `ExpertMind` made of rules: it looks up the question and every quantity it is about, and tells what was found."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from amy.runtime.aloud import Aloud, silent
from amy.spelling import mended
from services.domain_expert.adapters.rules.answering import Subject, aim, compose
from services.domain_expert.adapters.rules.asking import Aim, asks_of_own, kinds_of, plainer, without_likeness
from services.domain_expert.adapters.rules.documents import with_documents
from services.domain_expert.adapters.rules.on_topic import on_topic
from services.domain_expert.adapters.rules.parting import parts_of, standing_alone
from services.domain_expert.domain.case import Case, OwnNumber, person_told, without_age
from services.domain_expert.domain.decisions import (
    Answer,
    Call,
    CompareRange,
    Decision,
    FoundPassages,
    NothingKnown,
    Observed,
    SearchKnowledge,
    SearchLiterature,
)
from services.domain_expert.domain.knowledge.passages import Kind
from services.domain_expert.domain.knowledge.querying import KIND_WORDS, subjects_in, terms_of
from services.domain_expert.domain.quantities import (
    Mention,
    Quantities,
    Quantity,
    bare_number,
    is_hearsay,
    is_plausible,
)
from services.domain_expert.domain.ranges.spans import with_unit
from services.domain_expert.domain.search_terms import NotSendableError, SearchTerms, search_terms

_WORD: Final = re.compile(r"[A-Za-z]+")
_MOST_COMPARED: Final = 2
_FEW_SUBJECTS: Final = 4
_NEXT_TO_NOTHING: Final = 2
_FIRST_FOUND: Final = 3
_SEVERAL: Final = 2
_SENTENCES_OF_A_PART: Final = 3
_SHORT: Final = 5
"""Letters of a word that is too like others to be taken for a slip."""


class RulesMind:
    """Looks up the question, compares what it names, and composes the answer of what was found.

    Where that is nothing it asks PubMed once, if that is set up.

    Args:
        quantities: what can be named.
        sendable: the words that may leave in a search; none other does.
    """

    def __init__(self, quantities: Quantities, *, sendable: frozenset[str]) -> None:
        self._quantities = quantities
        self._sendable = sendable
        self._meant = quantities.words | _OFTEN_MISTYPED
        self._known = sendable | quantities.words

    async def decide(self, case: Case, seen: Sequence[Observed], *, aloud: Aloud = silent) -> Decision:
        """Without a word: rules have nothing to narrate."""
        del aloud
        case = self._mended(case)
        calls = [observed.call for observed in seen]
        if searches := self._to_make(case, calls):
            return searches[0]
        seen = self._on_topic(case, seen)
        subjects = self.subjects(case, seen)
        if subjects and len(calls) == 1 and _asks_what_it_is(case, seen):
            noun = subjects[0].quantity.noun
            return SearchKnowledge(query=f"What is {noun}?", follows="", about=(subjects[0].quantity.name,))
        compared = {call.of for call in calls if isinstance(call, CompareRange)}
        for subject in subjects:
            if subject.quantity.name not in compared:
                return self._comparison(subject, case, subjects)
        answer = self._by_part(case, seen) or compose(case, subjects, seen)
        if told := with_documents(case.question, answer, seen):
            return told
        if not any(isinstance(call, SearchLiterature) for call in calls) and (terms := self._terms(case)):
            return SearchLiterature(terms=terms)
        return NothingKnown(about=subjects[0].quantity.noun if subjects else "")

    def _to_make(self, case: Case, calls: Sequence[Call]) -> Sequence[SearchKnowledge]:
        """The searches that are left: of the question and of its parts; none where something else was looked up."""
        planned = [self.search(each) for each in (case, *self._parts(case))]
        made = [call for call in calls if isinstance(call, SearchKnowledge)]
        return [] if any(call not in planned for call in made) else [each for each in planned if each not in made]

    def _parts(self, case: Case) -> tuple[Case, ...]:
        """The parts of the question that are looked up by themselves, each beside the first or the next."""
        texts = parts_of(case.question)
        named = self._quantities.in_text(texts[0])[:1] if texts else ()
        noun = named[0].quantity.noun if named else ""
        alone = [standing_alone(text, noun) for text in texts]
        return tuple(replace(case, question=text, earlier=(alone[0 if at else 1],)) for at, text in enumerate(alone))

    def _on_topic(self, case: Case, seen: Sequence[Observed]) -> Sequence[Observed]:
        """What was found without passages that are on another quantity than the one that was looked up."""
        return [
            replace(each, result=FoundPassages(passages=on_topic(each.result.passages, self._named_in(each, case))))
            if isinstance(each.result, FoundPassages)
            else each
            for each in seen
        ]

    def _named_in(self, each: Observed, case: Case) -> tuple[Quantity, ...]:
        """The quantities that were looked up: by a part of the question, or by all of it."""
        is_part = isinstance(each.call, SearchKnowledge) and each.call != self.search(case)
        asked = each.call.query if is_part and isinstance(each.call, SearchKnowledge) else case.question
        return tuple(mention.quantity for mention in self._quantities.in_text(without_likeness(without_age(asked))))

    def _by_part(self, case: Case, seen: Sequence[Observed]) -> Answer | None:
        """An answer to each part in turn; None unless several are answered, each by something else."""
        told = [answer for part in self._parts(case) if (answer := self._of_part(part, seen))]
        rests = {statement.rests_on for answer in told for statement in answer.statements[:1]}
        if len(rests) < _SEVERAL:
            return None
        statements = {statement.text: statement for answer in told for statement in answer.statements}
        return Answer(statements=tuple(statements.values()))

    def _of_part(self, part: Case, seen: Sequence[Observed]) -> Answer | None:
        search = self.search(part)
        found = [each for each in seen if each.call == search or not isinstance(each.call, SearchKnowledge)]
        return compose(part, self.subjects(part, found), found, most=_SENTENCES_OF_A_PART)

    def _mended(self, case: Case) -> Case:
        """The case without slips of the finger: words that no passage holds, but one that is nearly the same."""

        def mend(text: str) -> str:
            found = _WORD.findall(text)
            pairs = zip(found, mended([word.lower() for word in found], self._meant, self._known), strict=True)
            for typed, meant in pairs:
                text = text if typed.lower() == meant else re.sub(rf"\b{typed}\b", meant, text)
            return text

        return replace(case, question=mend(case.question), earlier=tuple(map(mend, case.earlier)))

    def search(self, case: Case) -> SearchKnowledge:
        """What is looked up first."""
        subjects = self.subjects(case)
        named = self._with_noun(case)
        return SearchKnowledge(
            query=plainer(named or self._of_what_came_before(case)),
            follows="" if named else self._follows(case),
            about=tuple(subject.quantity.name for subject in subjects),
        )

    def _terms(self, case: Case) -> SearchTerms | None:
        known = [number.value for number in case.own_numbers]
        try:
            return search_terms(case.question.lower(), known_numbers=known, vocabulary=self._sendable)
        except NotSendableError:
            return None

    def subjects(self, case: Case, seen: Sequence[Observed] = ()) -> tuple[Subject, ...]:
        """What the question names; else what the findings are about, if passages are too or next to nothing is named.

        A number in a question that names nothing is of what was spoken of last.
        """
        asked = without_likeness(without_age(case.question))
        earlier = without_age(case.earlier[-1]) if case.earlier else ""
        named, before = self._quantities.in_text(asked), self._quantities.in_text(earlier)
        stated = (
            bare_number(asked) if not named and not any(is_hearsay(each.quantity, asked) for each in before) else {}
        )
        fitting = [each for each in before[:1] if is_plausible(each.quantity, stated)]
        told = asked if named else f"{earlier} {asked}"
        mentions = self._asleep(named or tuple(replace(each, **stated) for each in fitting), told)
        subjects = tuple(self._subject(mention, case) for mention in mentions)
        if subjects:
            return (*subjects, *self._beside(subjects, case))[:_MOST_COMPARED]
        found = tuple({subject.quantity.name: subject for subject in self._of_findings(case)}.values())
        if len(subjects_in(terms_of(asked))) > _NEXT_TO_NOTHING:
            about = _told_about(seen)
            return tuple(subject for subject in found if about & _names_of(subject))[:_MOST_COMPARED]
        return (found or tuple(self._subject(mention, case) for mention in before))[:_MOST_COMPARED]

    def _asleep(self, mentions: Sequence[Mention], question: str) -> tuple[Mention, ...]:
        """What has limits of its own in sleep, named as that where the question is about the night."""
        names = _ASLEEP if _IN_SLEEP.search(question) else {}
        of_night = {each.quantity.name: self._quantities.named(names.get(each.quantity.name, "")) for each in mentions}
        return tuple(replace(each, quantity=of_night[each.quantity.name] or each.quantity) for each in mentions)

    def _subject(self, mention: Mention, case: Case) -> Subject:
        """A number that the person wrote counts before one that was computed."""
        if mention.value is not None:
            unit = mention.unit or _likely_unit(mention)
            written = mention.written if mention.unit else with_unit(mention.written, unit)
            return Subject(quantity=mention.quantity, value=mention.value, unit=unit, written=written)
        own = next((number for number in case.own_numbers if _is_value_of(number, mention.quantity)), None)
        if own is None and (instead := self._instead(mention.quantity, case)):
            return instead
        share = self._quantities.named(_SHARES.get(mention.quantity.name, ""))
        as_share = share and next((number for number in case.own_numbers if _is_value_of(number, share)), None)
        return with_own(share, as_share) if share and as_share else with_own(mention.quantity, own)

    def _instead(self, quantity: Quantity, case: Case) -> Subject | None:
        """What a quantity without a number of its own is judged by, where there is one of that."""
        name, beside = _INSTEAD.get(quantity.name, ("", ""))
        other = self._quantities.named(name)
        own = next((number for number in case.own_numbers if other and _is_value_of(number, other)), None)
        return replace(with_own(other, own), beside=beside) if other and own else None

    def _beside(self, subjects: Sequence[Subject], case: Case) -> tuple[Subject, ...]:
        """The lower number of the person's own blood pressure beside the upper one."""
        lower = self._quantities.named(_LOWER)
        is_own = [each.quantity.name for each in subjects if each.own is not None] == [_UPPER]
        own = next((number for number in case.own_numbers if lower and _is_value_of(number, lower)), None)
        return (with_own(lower, own),) if lower and own and is_own else ()

    def _of_findings(self, case: Case) -> Iterator[Subject]:
        for number in case.own_numbers:
            quantity = self._quantities.named(number.of)
            if quantity and _is_value_of(number, quantity):
                yield with_own(quantity, number)

    def _comparison(self, subject: Subject, case: Case, subjects: Sequence[Subject]) -> CompareRange:
        """With the laboratory's own range where that is among the findings."""
        of = subject.quantity.name
        bounds = {
            number.statistic: Decimal(str(number.value))
            for number in case.own_numbers
            if number.of.casefold() == of.casefold() and subject.own is not None and number.unit == subject.unit
        }
        return CompareRange(
            of=of,
            value=subject.value,
            unit=subject.unit,
            laboratory_low=bounds.get("reference_low"),
            laboratory_high=bounds.get("reference_high"),
            person=person_told(case.question, case.person),
            is_unknown=aim(case, subjects) is Aim.USUAL and asks_of_own(case.question),
        )

    def _with_noun(self, case: Case) -> str:
        """A follow-up with the quantity that it points back to in place of "it"; empty where it points to none."""
        before = self._quantities.in_text(without_age(case.earlier[-1])) if case.earlier else ()
        if not before or self._quantities.in_text(case.question) or not _POINTS_BACK.search(case.question):
            return ""
        noun = before[0].quantity.noun
        noun = _BLOOD_PRESSURE if _BLOOD_PRESSURE in noun else noun
        return _POINTS_BACK.sub(noun, case.question, count=1)

    def _of_what_came_before(self, case: Case) -> str:
        """The question, behind the quantity that was spoken of where it names none and only goes on."""
        before = self._quantities.in_text(without_age(case.earlier[-1])) if case.earlier else ()
        terms = [term for term in subjects_in(terms_of(case.question)) if not term[0].isdigit()]
        is_of_it = _GOES_ON.match(case.question) and len(terms) <= _NEXT_TO_NOTHING
        if not before or not is_of_it or self._quantities.in_text(case.question):
            return case.question
        return f"{before[0].quantity.noun}: {case.question}"

    def _follows(self, case: Case) -> str:
        """What was said before; empty where the question names enough by itself."""
        is_short = len(subjects_in(terms_of(case.question))) <= _FEW_SUBJECTS
        return case.earlier[-1] if case.earlier and is_short else ""


_OFTEN_MISTYPED: Final = frozenset(word for text in KIND_WORDS.values() for word in text.split() if len(word) > _SHORT)
"""Words of asking in which people slip."""
_POINTS_BACK: Final = re.compile(r"\b(?:it|that|this|them|those|mine)\b", re.IGNORECASE)
_GOES_ON: Final = re.compile(r"\W*(?:and|what about|how about|also|even|but|or)\b", re.IGNORECASE)
_BLOOD_PRESSURE: Final = "blood pressure"
_UPPER: Final = "systolic blood pressure"
_LOWER: Final = "diastolic blood pressure"
_INSTEAD: Final = {
    "spo2_asleep": ("spo2", "which may hold values of the day too"),
    "total cholesterol": ("LDL cholesterol", ""),
    "iron": ("ferritin", ""),
    "body mass index": ("weight_kg", ""),
}
"""By what a quantity is judged that is not on record itself, and what is said beside it."""
_ASLEEP: Final = {"spo2": "spo2_asleep"}
_IN_SLEEP: Final = re.compile(r"\b(?:overnight|asleep|sleep(?:ing)?|nights?|nites?|nightly)\b", re.IGNORECASE)
_SHARES: Final = {
    "deep_sleep_minutes": "deep_sleep_percent",
    "rem_sleep_minutes": "rem_sleep_percent",
    "light_sleep_minutes": "light_sleep_percent",
    "weight_kg": "body mass index",
}
"""What a stage of sleep or a weight is judged by, where that is on record too."""


def _asks_what_it_is(case: Case, seen: Sequence[Observed]) -> bool:
    """Whether it asks what a quantity is, in words by which nothing was found."""
    found = any(each.result.passages for each in seen if isinstance(each.result, FoundPassages))
    return not found and kinds_of(case)[:1] == (Kind.MEANING,)


def _told_about(seen: Sequence[Observed]) -> frozenset[str]:
    """The quantities that the first passages found are about."""
    passages = [each.result.passages for each in seen if isinstance(each.result, FoundPassages)]
    return frozenset(name for found in passages for passage in found[:_FIRST_FOUND] for name in passage.about)


def _names_of(subject: Subject) -> frozenset[str]:
    minutes = (name for name, share in _SHARES.items() if share == subject.quantity.name)
    return frozenset({subject.quantity.name, *minutes})


def _is_value_of(number: OwnNumber, quantity: Quantity) -> bool:
    return number.of.casefold() == quantity.name.casefold() and number.statistic in ("mean", "latest")


def with_own(quantity: Quantity, own: OwnNumber | None) -> Subject:
    """The quantity with a number of the person's, in the unit in which it is judged."""
    if own is None:
        return Subject(quantity=quantity)
    is_daily = own.statistic == "mean" and quantity.name in _A_DAY
    return Subject(
        quantity=quantity,
        value=Decimal(str(own.value)),
        unit=_A_DAY[quantity.name] if is_daily else own.unit,
        written=f"{{{{{own.claim}}}}}{' a day' if is_daily else ''}",
        own=own,
    )


_A_DAY: Final = {"active_zone_minutes": "min/day"}
"""What the mean of a daily metric is judged in, where advice is given for a week."""


def _likely_unit(mention: Mention) -> str:
    """The unit that a number without one is most likely in: the first in which such a value is plausible."""
    plausible = (
        unit for unit, low, high in mention.quantity.plausible if mention.value and low <= mention.value <= high
    )
    return next(plausible, "")
