"""Who thinks in a local system: the profile, what it may send away, and what its services are told of it."""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar, Final, Literal

from amy.llm.profile import FILE_NAME, AgentConfig, DriverType, Profile
from amy.llm.settings import MindSettings, chosen
from amy.runtime.extras import not_installed

_ASKED: Final = "consent.json"
"""In the data directory: what was answered, by profile and by whom the data goes to."""
_VENDOR: Final = "https://api.anthropic.com"
_SANDBOX: Final = "AMY_DATA_SCIENCE_SANDBOX_"
QUESTION: Final = (
    "With the profile “{profile}” language models answer. What you ask, what Amy remembers of you, and numbers that\n"
    "were computed from your records are then sent to {whom}.\nThe records themselves stay on this machine.\n"
    "Without your consent Amy answers by her own rules, and nothing is sent. May it be sent?"
)


class _Settings(MindSettings):
    service: ClassVar[str] = "cli"


@dataclass(frozen=True, kw_only=True)
class Minds:
    """Who thinks.

    Attributes:
        name: of the profile.
        base_url: where models are asked whose agent names no address.
        has_key: whether there is a key for the vendor's interface.
        consents: whether personal data may leave, by the profile or the environment.
        unpriced: the models of which nobody knows what a call costs.
    """

    name: str
    profile: Profile
    base_url: str
    has_key: bool
    consents: bool
    unpriced: tuple[str, ...] = ()

    @property
    def leaves_to(self) -> str:
        """Whom personal data would go to; empty where it stays."""
        away = {
            _whom(agent.at(self.base_url))
            for agent in self.profile.agents.values()
            if not agent.at(self.base_url).stays_here
        }
        return " and ".join(sorted(away))


def minds_of(environ: Mapping[str, str], data_dir: Path) -> Minds:
    """What the environment and the file of profiles say.

    Raises:
        ProfileError: the file cannot be used.
    """
    settings = _Settings.from_env(with_file(environ, data_dir))
    name = settings.profile_name()
    profile = chosen(settings.profiles(), name)
    return Minds(
        name=name,
        profile=profile,
        base_url=settings.anthropic_base_url,
        has_key=bool(settings.anthropic_api_key.get_secret_value()),
        consents=settings.consent or profile.consent,
        unpriced=settings.without_price(profile.agents.values(), datetime.now(UTC).date()),
    )


def with_file(environ: Mapping[str, str], data_dir: Path) -> Mapping[str, str]:
    """The environment with the data directory's own file of profiles, where it names none and there is one."""
    own = data_dir.expanduser() / FILE_NAME
    return environ if "AMY_CONFIG" in environ or not own.exists() else {**environ, "AMY_CONFIG": str(own)}


def told_to_services(
    environ: Mapping[str, str], data_dir: Path, *, ask: Callable[[str], bool] | None
) -> Mapping[str, str]:
    """The environment that services are started with.

    Args:
        environ: the user's.
        data_dir: of the system; an answer is kept there.
        ask: puts a question to the person and tells whether the answer was yes; None where nobody can be asked.

    Raises:
        ProfileError: the file of profiles cannot be used.
    """
    minds = minds_of(environ, data_dir)
    sandbox = {f"{_SANDBOX}{key.upper()}": str(value) for key, value in minds.profile.sandbox.items()}
    told = {**sandbox, **with_file(environ, data_dir)}
    if minds.leaves_to and not minds.consents and _answered(minds, data_dir, ask):
        told["AMY_CONSENT"] = "true"
    return told


def consent_given(minds: Minds, data_dir: Path) -> bool | None:
    """What was answered before for this profile and these recipients; None where nobody was asked."""
    try:
        kept = json.loads((data_dir.expanduser() / _ASKED).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    answer = kept.get(_key(minds)) if isinstance(kept, dict) else None
    return answer if isinstance(answer, bool) else None


def _answered(minds: Minds, data_dir: Path, ask: Callable[[str], bool] | None) -> bool:
    before = consent_given(minds, data_dir)
    if before is not None or ask is None:
        return bool(before)
    answer = ask(QUESTION.format(profile=minds.name, whom=minds.leaves_to))
    path = data_dir.expanduser() / _ASKED
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        kept = {}
    path.write_text(json.dumps({**kept, _key(minds): answer}, indent=2), "utf-8")
    return answer


def _key(minds: Minds) -> str:
    return f"{minds.name} → {minds.leaves_to}"


def _whom(agent: AgentConfig) -> str:
    match agent.driver:
        case DriverType.API:
            return agent.options.base_url or _VENDOR
        case DriverType.CLAUDE | DriverType.CODEX:
            return f"the maker of the command `{agent.options.command or agent.driver.value}`"


def explained(minds: Minds, data_dir: Path) -> Iterator[tuple[Literal["good", "note", "bad"], str]]:
    """What `amy doctor` says of it."""
    if not minds.profile.agents:
        yield "good", f"profile {minds.name}: Amy's own rules; no model is asked and nothing leaves this machine"
        return
    consents = minds.consents or bool(consent_given(minds, data_dir))
    for name, agent in sorted(minds.profile.agents.items()):
        placed = agent.at(minds.base_url)
        model = agent.model or ", ".join(agent.models.values()) or "the models of its roles"
        said = f"profile {minds.name}: {name} asks {model} through {_whom(placed)}"
        if not consents and not placed.stays_here:
            yield "note", f"{said}; not without your consent: amy up asks, or set consent = true in {FILE_NAME}"
        elif placed.driver is DriverType.API and not minds.has_key and not placed.options.base_url:
            yield "bad", f"{said}; there is no key: set ANTHROPIC_API_KEY"
        elif placed.driver is DriverType.API and find_spec("anthropic") is None:
            missing = not_installed("Asking it", package="anthropic", extra="model")
            yield "bad", f"{said}. {missing}"
        elif (
            placed.driver is not DriverType.API and shutil.which(placed.options.command or placed.driver.value) is None
        ):
            yield "bad", f"{said}; that command is not installed"
        else:
            yield "good", said
    if minds.unpriced:
        yield "note", f"nobody knows here what {', '.join(minds.unpriced)} cost: turns that ask them tell no cost"
