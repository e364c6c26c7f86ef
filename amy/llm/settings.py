"""The settings of a service that has a mind."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import ClassVar

from pydantic import SecretStr

from amy.llm.models import ALIAS_VARIABLES, ROLE_DEFAULTS, ROLE_VARIABLES, Role, full_id
from amy.llm.prices import without_price
from amy.llm.profile import RULES, AgentConfig, DriverType, Profile, ProfileError, Profiles, read_profiles, without_file
from amy.runtime.settings import ServiceSettings


@dataclass(frozen=True, kw_only=True)
class ModelAccess:
    """All that is needed to ask an agent's model.

    Attributes:
        models: the full id of each role's model.
    """

    config: AgentConfig
    profile: Profile
    models: Mapping[Role, str]
    api_key: SecretStr


class MindSettings(ServiceSettings):
    """Base of the settings of a service that has a mind: who thinks, by the profile."""

    aliases: ClassVar[Mapping[str, str]] = {
        "AMY_CONFIG": "config",
        "AMY_PROFILE": "profile",
        "AMY_CONSENT": "consent",
        "ANTHROPIC_API_KEY": "anthropic_api_key",
        "ANTHROPIC_BASE_URL": "anthropic_base_url",
        **{variable: f"model_{role.value}" for role, variable in ROLE_VARIABLES.items()},
        **{variable: f"alias_{alias}" for alias, variable in ALIAS_VARIABLES.items()},
    }

    config: Path | None = None
    """A file of profiles that says who thinks; without one the key alone decides."""
    profile: str = ""
    """The profile that is used; empty: the file's `active_profile`."""
    consent: bool = False
    """Whether personal data may be sent to the providers of the models, whatever the profile says."""
    anthropic_api_key: SecretStr = SecretStr("")
    """Shown to the vendor of the models. Empty, and no base URL either: the rules decide."""
    anthropic_base_url: str = ""
    """Of an interface that speaks as the vendor's does; empty: the vendor's own."""
    model_main: str = ""
    """The model of the role main; outranks the profile."""
    model_fast: str = ""
    """The model of the role fast; outranks the profile."""
    model_analysis: str = ""
    """The model of the role analysis; outranks the profile."""
    model_validation: str = ""
    """The model of the role validation; outranks the profile."""
    alias_opus: str = ""
    """The full id that `opus` stands for; empty: the newest known."""
    alias_sonnet: str = ""
    """The full id that `sonnet` stands for; empty: the newest known."""
    alias_haiku: str = ""
    """The full id that `haiku` stands for; empty: the newest known."""

    def profiles(self) -> Profiles:
        """What may be chosen from.

        Raises:
            ProfileError: the file cannot be used.
        """
        if self.config is not None:
            return read_profiles(self.config)
        has_key = bool(self.anthropic_api_key.get_secret_value() or self.anthropic_base_url)
        return without_file(has_key=has_key, base_url=self.anthropic_base_url, consent=self.consent)

    def profile_name(self) -> str:
        return self.profile or self.profiles().active_profile

    def answering_profile(self) -> str:
        """The profile that turns are answered under: the rules' where no agent's model may be asked.

        Raises:
            ProfileError: the file cannot be used, or has no profile of that name.
        """
        profile = self._chosen()
        asked = any(profile.agent(name, base_url=self.anthropic_base_url) for name in profile.agents)
        return self.profile_name() if asked or not profile.agents else RULES

    def longest_call_s(self, agent: str) -> float:
        """How long a model of that agent may take over one call, all tries together; 0 where its rules decide.

        Raises:
            ProfileError: the file cannot be used, or has no profile of that name.
        """
        config = self._chosen().agent(agent, base_url=self.anthropic_base_url)
        return config.options.deadline_s if config else 0.0

    def model_access(self) -> ModelAccess | None:
        """How this service's model is asked; None where the rules decide.

        Raises:
            ProfileError: the file cannot be used, or has no profile of that name.
        """
        profile = self._chosen()
        config = profile.agent(self.service, base_url=self.anthropic_base_url)
        if config is None:
            return None
        return ModelAccess(
            config=config, profile=profile, models=self.models_of(config), api_key=self.anthropic_api_key
        )

    def models_of(self, config: AgentConfig) -> Mapping[Role, str]:
        """The full id of each role's model."""
        return {role: full_id(self._named(role, config), self._stand_for()) for role in Role}

    def without_price(self, agents: Iterable[AgentConfig], on: date) -> tuple[str, ...]:
        """The models of these agents of which nobody knows what a call costs; one driver is told so by its vendor."""
        priced = (agent for agent in agents if agent.driver is not DriverType.CLAUDE)
        return without_price((model for agent in priced for model in self.models_of(agent).values()), on)

    def _chosen(self) -> Profile:
        """With the consent that the environment gives."""
        profile = chosen(self.profiles(), self.profile_name())
        return profile.model_copy(update={"consent": profile.consent or self.consent})

    def _named(self, role: Role, config: AgentConfig) -> str:
        own: str = getattr(self, f"model_{role.value}")
        return own or config.models.get(role) or config.model or ROLE_DEFAULTS[role]

    def _stand_for(self) -> Mapping[str, str]:
        return {variable: getattr(self, f"alias_{alias}") for alias, variable in ALIAS_VARIABLES.items()}


def chosen(profiles: Profiles, name: str) -> Profile:
    """The profile of that name.

    Raises:
        ProfileError: there is none.
    """
    try:
        return profiles.profiles[name]
    except KeyError:
        known = ", ".join(sorted(profiles.profiles))
        raise ProfileError(f"There is no profile called {name}; there are {known}.") from None
