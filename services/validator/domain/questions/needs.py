"""What of a person's records a question is computed from."""

from services.validator.domain.algebra import All, Field, Norm, Question, ReferenceBound, Table
from services.validator.domain.questions.problems import too_large
from services.validator.domain.questions.traversal import nodes, sourced
from services.validator.domain.records.store import Needs


def needs_of_question(question: Question) -> Needs:
    """What to read; nothing if the question is too large to be computed.

    The days on record come with the activities, and nearly everything depends on them.
    """
    if too_large(question):
        return Needs()
    parts = tuple(nodes(question))
    return Needs(
        metrics=frozenset(
            each.name for each, source in sourced(question) if isinstance(each, Field) and source is Table.DAYS
        ),
        activities=True,
        samples=any(
            isinstance(each, ReferenceBound) or (isinstance(each, All) and each.table is Table.SAMPLES)
            for each in parts
        ),
        norms=frozenset(each.metric for each in parts if isinstance(each, Norm)),
    )
