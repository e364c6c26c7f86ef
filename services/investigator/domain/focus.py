"""What a question is about, and what is looked at for it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Focus:
    """One thing people ask about; an empty `name` is everything.

    Attributes:
        words: how people say it, lower case; the first focus with a word of the question is meant.
        metrics: what is looked at, the most telling first.
        rhythm: of which the days off are held against the others, what they change most first.
        labs: what the names of laboratory values contain that bear on it, lower case.
        changed: what leads a briefing in which something changed; empty for nothing.
        unchanged: what leads one in which nothing stands out.
        ends_with: the sentence that a briefing on it ends with; empty for none.
    """

    name: str
    words: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    rhythm: tuple[str, ...] = ()
    labs: tuple[str, ...] = ()
    changed: str = ""
    unchanged: str = ""
    ends_with: str = ""
    pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        spoken = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in self.words)
        object.__setattr__(self, "pattern", re.compile(rf"\b(?:{spoken})\b" if spoken else r"(?!)", re.IGNORECASE))

    def bears_on(self, lab: str) -> bool:
        """Whether a laboratory value has to do with it; with everything all of them do."""
        spoken = lab.casefold()
        return not self.name or any(each in spoken for each in self.labs)


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two metrics that may go together, neither of which goes into the other.

    Attributes:
        lag_days: how many days after the first the second is read.
        because: why it is plausible; one sentence.
    """

    left: str
    right: str
    lag_days: int
    because: str


def focus_of(question: str, focuses: Sequence[Focus], *, everything: Focus) -> Focus:
    """The first focus that the question has a word of."""
    return next((each for each in focuses if each.pattern.search(question)), everything)
