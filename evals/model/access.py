"""Whether a model may be asked, and what an operator is told before it is."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from amy.cli.minds import Minds, explained, minds_of
from evals.model.suites import Suite

_SENT = (
    "Sent there: the questions of the evaluations, what Amy remembers of the people in them, and numbers that were\n"
    "computed from their records. The records themselves stay on this machine."
)


class NotAskedError(Exception):
    """Why no model is asked; for the operator."""


def minds(environ: Mapping[str, str]) -> Minds:
    """Who thinks, by the environment.

    Raises:
        NotAskedError: no model is configured, one cannot be reached, or nobody has consented.
        ProfileError: the file of profiles cannot be used.
    """
    with tempfile.TemporaryDirectory() as nowhere:
        found = minds_of(environ, Path(nowhere))
        told = list(explained(found, Path(nowhere)))
    if not found.profile.agents:
        raise NotAskedError("No model is configured: set ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL or AMY_CONFIG.")
    if bad := [text for level, text in told if level == "bad"]:
        raise NotAskedError("\n".join(bad))
    if any(level == "note" for level, _ in told):
        raise NotAskedError(
            f"Nothing is sent to {found.leaves_to} without consent: "
            "set AMY_CONSENT=true, or consent = true in the profile."
        )
    return found


def announcement(found: Minds, suites: Mapping[str, Suite], items: Mapping[str, int]) -> str:
    """What will be sent where, and in about how many calls."""
    with tempfile.TemporaryDirectory() as nowhere:
        told = [text for _, text in explained(found, Path(nowhere))]
    about = {name: suite.calls_an_item * items[name] for name, suite in suites.items()}
    lines = [
        f"  {name}: {items[name]} items, about {about[name]} calls" + (f" ({suite.note})" if suite.note else "")
        for name, suite in suites.items()
    ]
    return "\n".join([*told, _SENT, *lines, f"About {sum(about.values())} calls in all."])
