"""A call of the model as what is looked up, or why it is not; nothing reaches anybody elsewhere but through here."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError

from amy.llm.messages import Json, ToolCall
from services.domain_expert.adapters.model.inputs import (
    FetchInput,
    KnowledgeInput,
    RangeInput,
    SearchInput,
    StatisticInput,
)
from services.domain_expert.adapters.model.tools import (
    FETCH,
    KNOWLEDGE,
    LITERATURE,
    RANGE,
    STATISTIC,
    WEB,
    Offered,
)
from services.domain_expert.adapters.rules.mind import with_own
from services.domain_expert.domain.case import Case, OwnNumber, person_told
from services.domain_expert.domain.decisions import (
    Call,
    CompareRange,
    FetchPage,
    LookUpStatistic,
    Observed,
    SearchKnowledge,
    SearchLiterature,
    SearchWeb,
)
from services.domain_expert.domain.documents.found import FoundDocuments
from services.domain_expert.domain.quantities import Quantities
from services.domain_expert.domain.search_terms import (
    NotSendableError,
    SearchTerms,
    names_in,
    page_address,
    search_terms,
    statistic_name,
    words_in,
)

_M = TypeVar("_M", bound=BaseModel)
_NUMBER: Final = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_NOT_A_TOOL: Final = "There is no such tool."
_UNKNOWN_QUANTITY: Final = "That is none of the quantities that the tool lists."
_UNKNOWN_CLAIM: Final = "None of the person's numbers has that name and is of that quantity."
_NOT_THEIR_NUMBER: Final = (
    "That number does not stand in the person's words. Give it with the unit in which the person wrote it, or leave it "
    "out."
)
_NO_STATISTIC: Final = "After a document of the person's was read, nobody is asked for statistics."


class NotMadeError(ValueError):
    """A call that is not made; the message is told to the model."""


def input_of(given: Json, kind: type[_M]) -> _M:
    """What the model gave to a tool.

    Raises:
        NotMadeError: it does not fit.
    """
    try:
        return kind.model_validate(dict(given))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise NotMadeError(f"The input does not fit: {where}: {first['msg']}.") from None


class Reader:
    """Reads calls.

    Args:
        quantities: what can be compared.
        sendable: the words that may leave in a search; none other does.
        offered: what is set up of the tools that ask elsewhere.
    """

    def __init__(self, quantities: Quantities, *, sendable: frozenset[str], offered: Offered) -> None:
        self._quantities = quantities
        self._sendable = sendable
        self._offered = offered

    def call(self, asked: ToolCall, case: Case, seen: Sequence[Observed]) -> Call:
        """What is looked up.

        Raises:
            NotMadeError: it is not.
        """
        try:
            return self._call(asked.name, asked.input, case, seen)
        except NotSendableError as error:
            raise NotMadeError(f"That is not asked elsewhere: {error}.") from None

    def _call(self, name: str, given: Json, case: Case, seen: Sequence[Observed]) -> Call:
        offered = self._offered
        calls: dict[str, Callable[[], Call]] = {
            KNOWLEDGE: lambda: self._knowledge(input_of(given, KnowledgeInput)),
            RANGE: lambda: self._comparison(input_of(given, RangeInput), case),
        }
        if offered.literature:
            calls[LITERATURE] = lambda: SearchLiterature(terms=self._terms(given, case, seen))
        if offered.variables and offered.places:
            calls[STATISTIC] = lambda: self._statistic(input_of(given, StatisticInput), seen)
        if offered.search:
            calls[WEB] = lambda: SearchWeb(terms=self._terms(given, case, seen))
        if offered.fetch_hosts:
            calls[FETCH] = lambda: _fetch(input_of(given, FetchInput), seen)
        if name not in calls:
            raise NotMadeError(_NOT_A_TOOL)
        return calls[name]()

    def _knowledge(self, given: KnowledgeInput) -> SearchKnowledge:
        about = tuple(mention.quantity.name for mention in self._quantities.in_text(given.query))
        return SearchKnowledge(query=given.query, about=about)

    def _comparison(self, given: RangeInput, case: Case) -> CompareRange:
        """With the laboratory's own range where that is among the findings, and for whom the question is about."""
        quantity = self._quantities.named(given.of)
        if quantity is None:
            raise NotMadeError(_UNKNOWN_QUANTITY)
        person = person_told(case.question, case.person)
        if given.claim:
            own = next((each for each in _of(case, quantity.name) if each.claim == given.claim), None)
            if own is None:
                raise NotMadeError(_UNKNOWN_CLAIM)
            subject = with_own(quantity, own)
            bounds = {
                each.statistic: Decimal(str(each.value))
                for each in _of(case, quantity.name)
                if each.unit == subject.unit
            }
            return CompareRange(
                of=quantity.name,
                value=subject.value,
                unit=subject.unit,
                laboratory_low=bounds.get("reference_low"),
                laboratory_high=bounds.get("reference_high"),
                person=person,
            )
        if given.value is None:
            return CompareRange(of=quantity.name, person=person, is_unknown=given.asks_own)
        value = Decimal(str(given.value)).normalize()
        if value not in _numbers_in(case):
            raise NotMadeError(_NOT_THEIR_NUMBER)
        return CompareRange(of=quantity.name, value=value, unit=given.unit, person=person)

    def _terms(self, given: Json, case: Case, seen: Sequence[Observed]) -> SearchTerms:
        """Words that a passage holds; once a document of the person's was read only those of the question.

        A model says in words of its own what it has read: of a document that would be a word that tells of it.
        """
        vocabulary = self._sendable
        if _has_documents(seen):
            vocabulary &= words_in(case.question)
        return search_terms(
            input_of(given, SearchInput).words.lower(),
            known_numbers=[number.value for number in case.own_numbers],
            known_names=names_in("\n".join((*case.earlier, case.question))),
            vocabulary=vocabulary,
        )

    def _statistic(self, given: StatisticInput, seen: Sequence[Observed]) -> LookUpStatistic:
        if _has_documents(seen):
            raise NotMadeError(_NO_STATISTIC)
        name = statistic_name(
            variable=given.variable,
            place=given.place,
            variables=self._offered.variables,
            places=self._offered.places,
        )
        return LookUpStatistic(name=name)


def _fetch(given: FetchInput, seen: Sequence[Observed]) -> FetchPage:
    found = {source.url for each in seen for citable in each.citable for source in citable.sources if source.url}
    return FetchPage(address=page_address(given.address, offered=found))


def _of(case: Case, name: str) -> list[OwnNumber]:
    return [each for each in case.own_numbers if each.of.casefold() == name.casefold()]


def _has_documents(seen: Sequence[Observed]) -> bool:
    return any(isinstance(each.result, FoundDocuments) for each in seen)


def _numbers_in(case: Case) -> frozenset[Decimal]:
    """The numbers that the person wrote, "1,200" as thousands and "5,4" with a decimal comma."""
    written = (found for text in (case.question, *case.earlier) for found in _NUMBER.findall(text))
    return frozenset(
        Decimal(each.replace(",", "" if _THOUSANDS.fullmatch(each) else ".")).normalize() for each in written
    )
