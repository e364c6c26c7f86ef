"""Profiles: which mind each agent has, and what it may do. A TOML file, checked before anything starts."""

import ipaddress
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from amy.llm.messages import Effort
from amy.llm.models import Role
from amy.llm.retry import RetryConfig

MINDED: Final = ("orchestrator", "data_science", "domain_expert", "health_coach", "investigator", "validator")
"""The services that have a mind."""
FILE_NAME: Final = "amy.toml"
RULES: Final = "rules"
"""The profile without a file and without a key: nothing is asked of any model."""
CLAUDE: Final = "claude"
"""The profile without a file and with a key: everything is asked of the vendor's models."""


class DriverType(StrEnum):
    API = "api"
    CLAUDE = "claude"
    CODEX = "codex"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AgentOptions(_Frozen):
    """How an agent's model is called.

    Attributes:
        base_url: of an interface that speaks as the vendor's does; empty for the vendor's own, or `ANTHROPIC_BASE_URL`.
        deadline_s: for one call with all its tries.
        most_at_once: calls under way in one process.
        tokens_a_minute: in one process; 0 for any.
        effort: how hard the model should think, by the name of a prompt.
        command: of a command-line agent, if it is not on the path under its own name.
    """

    base_url: str = ""
    deadline_s: float = Field(default=120.0, gt=0)
    most_at_once: int = Field(default=16, ge=1)
    tokens_a_minute: int = Field(default=0, ge=0)
    effort: Mapping[str, Effort] = Field(default_factory=dict)
    command: str = ""


class AgentConfig(_Frozen):
    """The model of one agent.

    Attributes:
        model: for everything this agent decides; empty: what each role uses by default.
        models: by role, where they differ.
    """

    driver: DriverType
    model: str = ""
    models: Mapping[Role, str] = Field(default_factory=dict)
    options: AgentOptions = Field(default_factory=AgentOptions)

    def at(self, base_url: str) -> Self:
        """Asked at that address if it names none itself."""
        if self.options.base_url or not base_url:
            return self
        return self.model_copy(update={"options": self.options.model_copy(update={"base_url": base_url})})

    @property
    def stays_here(self) -> bool:
        """Whether nothing leaves this machine."""
        return self.driver is DriverType.API and _is_loopback(self.options.base_url)


class Profile(_Frozen):
    """One way to run.

    Attributes:
        consent: whether personal data may be sent to the providers of the models.
        agents: those that have a model; every other one, and all without any, has the rules.
        sandbox: where generated code runs, as `AMY_DATA_SCIENCE_SANDBOX_*` without the prefix.
    """

    consent: bool = False
    retry: RetryConfig = Field(default_factory=RetryConfig)
    agents: Mapping[str, AgentConfig] = Field(default_factory=dict)
    sandbox: Mapping[str, str | int | float | bool] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _knows_its_agents(self) -> Self:
        if unknown := sorted(set(self.agents) - set(MINDED)):
            raise ValueError(f"no agent is called {unknown[0]}; those with a mind are {', '.join(MINDED)}")
        return self

    def agent(self, name: str, *, base_url: str = "") -> AgentConfig | None:
        """The model of an agent; None where the rules decide: none is set, or its data may not leave this machine.

        Args:
            name: of a service.
            base_url: where the model is asked if the profile does not say.
        """
        if (found := self.agents.get(name)) is None:
            return None
        found = found.at(base_url)
        return found if self.consent or found.stays_here else None


class Profiles(_Frozen):
    """The whole file."""

    active_profile: str
    profiles: Mapping[str, Profile]

    @model_validator(mode="after")
    def _has_its_active_one(self) -> Self:
        if self.active_profile not in self.profiles:
            raise ValueError(f"active_profile is {self.active_profile}, and there is no such profile")
        return self


class ProfileError(Exception):
    """Why a file of profiles cannot be used; for the person who wrote it."""


def read_profiles(path: Path) -> Profiles:
    """The profiles of a file.

    Raises:
        ProfileError: it cannot be read, is no TOML, or says something that means nothing.
    """
    try:
        said: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        return Profiles.model_validate(said)
    except OSError as error:
        raise ProfileError(f"{path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ProfileError(f"{path} is not valid TOML: {error}.") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ProfileError(f"{path}: {where}: {first['msg'].removeprefix('Value error, ')}.") from None


def without_file(*, has_key: bool, base_url: str = "", consent: bool = False) -> Profiles:
    """What holds where nobody wrote a file: the rules, or with a key the vendor's models for every agent."""
    if not has_key:
        return Profiles(active_profile=RULES, profiles={RULES: Profile()})
    each = AgentConfig(driver=DriverType.API, options=AgentOptions(base_url=base_url))
    profile = Profile(consent=consent, agents=dict.fromkeys(MINDED, each))
    return Profiles(active_profile=CLAUDE, profiles={CLAUDE: profile})


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
