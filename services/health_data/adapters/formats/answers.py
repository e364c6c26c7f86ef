"""The answers that a vendor's app has from a person, day by day, as entries of the journal."""

from collections import defaultdict
from datetime import date

from services.health_data.adapters.formats.questions import tag_of
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Entry, Place

_Questions = dict[str, tuple[bool, str, Place]]


class Answers:
    """Takes answers in any order. A "no" says that there was none that day, unless another question found some."""

    def __init__(self) -> None:
        self._answers: defaultdict[tuple[date, str], _Questions] = defaultdict(dict)

    def take(self, day: date, question: str, at: Place, *, said_yes: bool, note: str = "") -> None:
        answers = self._answers[day, tag_of(question)]
        if said_yes or question not in answers:
            answers[question] = (said_yes, note, at)

    def tell(self, gathering: Gathering) -> None:
        for (day, tag), by_question in self._answers.items():
            answers = sorted(by_question.items())
            yes = [(note, at) for _, (said_yes, note, at) in answers if said_yes]
            for note, at in yes:
                gathering.entry(Entry(day=day, tag=tag, note=note), at)
            if not yes:
                _, note, at = answers[0][1]
                gathering.entry(Entry(day=day, tag=tag, amount=0.0, note=note), at)
