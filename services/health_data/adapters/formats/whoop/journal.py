"""The answers of WHOOP's journal, each about the day before the night that its cycle begins with."""

from datetime import timedelta
from typing import Final

from services.health_data.adapters.formats.answers import Answers
from services.health_data.adapters.formats.questions import tag_of
from services.health_data.adapters.formats.tables import Row
from services.health_data.adapters.formats.whoop import columns
from services.health_data.domain.gathering import Gathering

_HALF_A_DAY: Final = timedelta(hours=12)


class Journal:
    """Takes rows in any order."""

    def __init__(self) -> None:
        self._answers = Answers()

    def take(self, row: Row, gathering: Gathering) -> None:
        start = row.moment(*columns.CYCLE_START)
        answer = row.text(*columns.ANSWER).casefold()
        question = row.text(*columns.QUESTION)
        if start is None or not tag_of(question):
            gathering.skip("journal: no date or no question", row.at)
        elif answer not in columns.YES | columns.NO:
            gathering.skip("journal: no answer", row.at)
        else:
            day, note = (start - _HALF_A_DAY).date(), row.text(*columns.NOTES)
            self._answers.take(day, question, row.at, said_yes=answer in columns.YES, note=note)

    def tell(self, gathering: Gathering) -> None:
        self._answers.tell(gathering)
