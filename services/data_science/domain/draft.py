"""A draft: what is to be said, with its words and its references to numbers kept apart.

A reference is never spelled out of words. Whoever writes a sentence sets it with `reference`, between two characters
that Unicode keeps for the inside of a program and that no text from outside has (`wire` takes them out, and so does
`inert`). `Draft.of` makes parts of that, and only a part that is a `Reference` is ever resolved, or spelled with braces
for others to resolve: braces among the words are left out of the spelling. So no label, question or result can hold
one, whatever it says.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_OPENS: Final = "\ufdd0"
_CLOSES: Final = "\ufdd1"
_SET: Final = re.compile(f"{_OPENS}([^{_OPENS}{_CLOSES}]*){_CLOSES}")
_MARKS: Final = str.maketrans("", "", _OPENS + _CLOSES)
_BRACES: Final = str.maketrans("", "", "{}")


@dataclass(frozen=True)
class Reference:
    """What stands for a number: a claim, `ds-001.mean`, or arithmetic or a conversion of claims."""

    named: str


@dataclass(frozen=True)
class Draft:
    parts: tuple[str | Reference, ...]

    @classmethod
    def of(cls, text: str) -> "Draft":
        """The words and references of a text in which `reference` has set these."""
        pieces = _SET.split(text)
        return cls(
            tuple(Reference(piece) if place % 2 else piece.translate(_MARKS) for place, piece in enumerate(pieces))
        )

    @property
    def spelled(self) -> str:
        """As it travels: each reference in double braces, and no other brace anywhere."""
        return self._with(lambda each: f"{{{{{each.named}}}}}")

    def written(self, number: Callable[[str], str]) -> str:
        """With what `number` gives for each reference in its place."""
        return self._with(lambda each: number(each.named))

    def _with(self, told: Callable[[Reference], str]) -> str:
        return "".join(told(each) if isinstance(each, Reference) else each.translate(_BRACES) for each in self.parts)


def reference(named: str) -> str:
    """The reference as it is set in a text under way."""
    return f"{_OPENS}{named}{_CLOSES}"


def words(text: str) -> str:
    """A text from outside without the characters that set references."""
    return text.translate(_MARKS)
