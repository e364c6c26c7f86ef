"""What a finding rests on: by its question, or where it has none by its selection."""

from services.validator.domain import selection
from services.validator.domain.basis import Basis
from services.validator.domain.finding import Finding
from services.validator.domain.questions.basis import basis_of_question
from services.validator.domain.questions.sampling import sample_of_question
from services.validator.domain.recomputing.needs import needs_of_question
from services.validator.domain.recomputing.problems import too_large
from services.validator.domain.sample import Sample
from services.validator.domain.selected_basis import basis_of_selection
from services.validator.domain.store import Needs, Store
from services.validator.domain.unreadable import Unreadable


def needs_of(finding: Finding) -> Needs:
    """What of the user's records a finding needs; nothing if it cannot be read anyway."""
    if finding.question is not None:
        return needs_of_question(finding.question)
    return selection.needs_of(finding)


def read_sample(finding: Finding, store: Store) -> Sample | Unreadable:
    """The numbers behind a finding; its own play no part.

    Args:
        finding: the claim.
        store: what was read of what it needs.
    """
    if finding.question is not None:
        return sample_of_question(finding, finding.question, store)
    return selection.read_sample(finding, store)


def basis_of(finding: Finding) -> Basis | None:
    """How its values are chosen; None where it does not say, or says more than can be read."""
    if finding.question is not None:
        return None if too_large(finding.question) else basis_of_question(finding.question)
    return None if finding.selection is None else basis_of_selection(finding.selection)
