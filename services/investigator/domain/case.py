"""An investigation: who asks what, and what was looked at before."""

from dataclasses import dataclass

from services.investigator.domain.hypotheses import EarlierTest


@dataclass(frozen=True, kw_only=True)
class Case:
    """A question without a place to look.

    Attributes:
        question: as it was asked.
        earlier: the person's own messages before it, oldest first.
        memory_summary: what is remembered of the person, Markdown; may be empty.
        tested: what was tested in earlier turns.
        biomarkers: whether laboratory values may be looked at.
    """

    user_id: str
    question: str
    earlier: tuple[str, ...] = ()
    memory_summary: str = ""
    tested: tuple[EarlierTest, ...] = ()
    biomarkers: bool = True
