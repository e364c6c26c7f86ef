"""What a finding rests on: what its question asks about."""

from functools import lru_cache

from services.validator.domain.algebra import Question
from services.validator.domain.claims.basis import Basis, basis_of_question, series_of
from services.validator.domain.claims.finding import Finding
from services.validator.domain.questions.names import recorded_name
from services.validator.domain.questions.needs import needs_of_question
from services.validator.domain.questions.problems import too_large
from services.validator.domain.records.store import Needs


def needs_of(finding: Finding) -> Needs:
    """What of the user's records a finding needs; nothing if it cannot be read anyway."""
    return Needs() if finding.question is None else needs_of_question(finding.question)


def names_in(finding: Finding) -> tuple[str, ...]:
    """The names of the series that it is about, as they are recorded; none where nothing is measured."""
    if finding.question is None or too_large(finding.question):
        return ()
    return tuple(recorded_name(each) for each in series_of(finding.question))


def basis_of(finding: Finding) -> Basis | None:
    """How its values are chosen; None where it does not say, or says more than can be read."""
    return None if finding.question is None else _basis(finding.question)


@lru_cache(maxsize=16)
def _basis(question: Question) -> Basis | None:
    """Kept, because what is told of a finding asks for it a dozen times."""
    return None if too_large(question) else basis_of_question(question)
