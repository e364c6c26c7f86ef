"""Where values, and the facts that were computed from them, come from."""

from collections.abc import Mapping, Sequence
from typing import Final

from amy.runtime.errors import InvalidFieldError, TurnNotFoundError
from amy.runtime.ids import is_id
from gateway.domain.data_requests import ProvenanceQuery, Span
from gateway.domain.data_views import Provenance
from gateway.domain.model import FactEntry, FactInput
from gateway.ports import Turns
from gateway.ports.health_data import Imports

_WHY: Final[Mapping[str, str]] = {
    "user": "You said this number yourself.",
    "literature": "This number is published: {citation}",
    "document": "This number is from a document of yours: {citation}",
}
_NO_INPUT: Final = "This fact names no metric of the daily records, so there is no day to follow it to."


class Tracing:
    """Follows values to the imports that state them."""

    def __init__(self, turns: Turns, imports: Imports) -> None:
        self._turns = turns
        self._imports = imports

    async def trace(self, user_id: str, query: ProvenanceQuery) -> Provenance:
        """A page of stated values: of a metric, or of all that a fact was computed from, one input after the other.

        Raises:
            TurnNotFoundError: there is no such turn, or it is another user's.
            InvalidFieldError: an unknown metric, a fact that the turn does not have, or a cursor of another list.
        """
        if query.metric:
            own = FactInput(metric=query.metric, start=query.start or None, end=query.end or None)
            return await self._stated(user_id, [own], query)
        fact, inputs = await self._followed(user_id, query.fact)
        if not inputs:
            why = _WHY.get(fact.source, _NO_INPUT).format(citation=fact.citation or "its source is not kept")
            return Provenance(inputs=[], note=why, data=[], next_cursor=None, has_more=False)
        return await self._stated(user_id, inputs, query)

    async def _followed(self, user_id: str, name: str) -> tuple[FactEntry, Sequence[FactInput]]:
        """A fact, and what it was computed from; a derived one from what its operands were."""
        turn_id, _, claim = name.partition("/")
        if not is_id(turn_id, "turn"):
            raise TurnNotFoundError("There is no such turn.")
        turn = await self._turns.get(user_id, turn_id)
        sheet = {fact.claim: fact for fact in turn.result.fact_sheet} if turn.result is not None else {}
        if claim not in sheet:
            raise InvalidFieldError("fact: the turn has no fact of this claim.", field="fact")
        fact = sheet[claim]
        operands = [sheet[each] for each in fact.derivation.operands if each in sheet] if fact.derivation else []
        inputs = [each for one in (fact, *operands) for each in one.inputs or ()]
        return fact, list(dict.fromkeys(inputs))

    async def _stated(self, user_id: str, inputs: Sequence[FactInput], query: ProvenanceQuery) -> Provenance:
        """The cursor says which input the page is of, and where in it the page begins."""
        position, _, token = query.cursor.partition(".") if query.cursor else ("0", "", "")
        if not (position.isascii() and position.isdigit()) or int(position) >= len(inputs):
            raise InvalidFieldError("cursor: it is not one of this list's.", field="cursor")
        at = int(position)
        one = inputs[at]
        span = Span(start=one.start or "", end=one.end or "")
        page = await self._imports.stated(user_id, one.metric, span, limit=query.limit, cursor=token)
        following = f"{at}.{page.next_cursor}" if page.next_cursor else f"{at + 1}." if at + 1 < len(inputs) else None
        return Provenance(
            inputs=list(inputs), note=None, data=page.data, next_cursor=following, has_more=following is not None
        )
