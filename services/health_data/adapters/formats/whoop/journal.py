"""The answers of WHOOP's journal, each about the day before the night that its cycle begins with."""

from collections import defaultdict
from datetime import date, timedelta
from typing import Final

from services.health_data.adapters.formats.questions import tag_of
from services.health_data.adapters.formats.tables import Row
from services.health_data.adapters.formats.whoop import columns
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Entry, Place

_HALF_A_DAY: Final = timedelta(hours=12)
_YES: Final = frozenset({"true", "yes", "1", "sí", "verdadero"})
_NO: Final = frozenset({"false", "no", "0", "falso"})


class Journal:
    """Takes answers in any order. A "no" says that there was none that day, unless another question found some."""

    def __init__(self) -> None:
        self._answers: defaultdict[tuple[date, str], dict[str, tuple[bool, str, Place]]] = defaultdict(dict)

    def take(self, row: Row, gathering: Gathering) -> None:
        start = row.moment(*columns.CYCLE_START)
        answer = row.text(*columns.ANSWER).casefold()
        question = row.text(*columns.QUESTION)
        tag = tag_of(question)
        if start is None or not tag:
            gathering.skip("journal: no date or no question", row.at)
        elif answer not in _YES | _NO:
            gathering.skip("journal: no answer", row.at)
        else:
            day = (start - _HALF_A_DAY).date()
            known = self._answers[day, tag].get(question)
            if known is None or answer in _YES:
                self._answers[day, tag][question] = (answer in _YES, row.text(*columns.NOTES), row.at)

    def tell(self, gathering: Gathering) -> None:
        for (day, tag), by_question in self._answers.items():
            answers = sorted(by_question.items())
            yes = [(notes, at) for _, (said, notes, at) in answers if said]
            for notes, at in yes:
                gathering.entry(Entry(day=day, tag=tag, note=notes), at)
            if not yes:
                _, notes, at = answers[0][1]
                gathering.entry(Entry(day=day, tag=tag, amount=0.0, note=notes), at)
