"""The settings of the domain expert."""

from pathlib import Path
from typing import Annotated, ClassVar, Final

from pydantic import BeforeValidator, Field, SecretStr

from amy.llm.settings import MindSettings
from amy.meaning.encoder import SHIPPED as ENCODER
from amy.runtime.database import DatabaseSettings
from services.domain_expert.adapters.knowledge_file import SHIPPED
from services.domain_expert.adapters.model import Offered
from services.domain_expert.adapters.web import DataCommonsAccount, WebSettings
from services.domain_expert.adapters.web.calls import Limits
from services.domain_expert.adapters.web.pubmed import PubMedAccount
from services.domain_expert.adapters.web.web_search import SearchAccount


def _listed(value: object) -> object:
    """A list as a variable holds it: "a, b"."""
    return frozenset(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


_VARIABLES: Final = frozenset(
    {
        "Percent_Person_BingeDrinking",
        "Percent_Person_Obesity",
        "Percent_Person_PhysicalInactivity",
        "Percent_Person_SleepLessThan7Hours",
        "Percent_Person_Smoking",
        "Percent_Person_WithAsthma",
        "Percent_Person_WithDiabetes",
        "Percent_Person_WithHighBloodPressure",
    }
)


class Settings(MindSettings, DatabaseSettings):
    service: ClassVar[str] = "domain_expert"

    database_url: SecretStr
    """The persons' own documents; `sqlite:///file` or `postgresql://…`; secret because it may hold a password."""
    knowledge_file: Path = SHIPPED
    """The file of passages and ranges that `make knowledge` built."""
    encoder: Path = ENCODER
    """What reads the meaning of questions: the shipped one, or another of the same format."""
    encoder_sha256: str = ""
    """The SHA-256 that the encoder must have; empty: any."""
    pubmed_url: str = ""
    """The folder of NCBI's E-utilities, "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"; empty: PubMed is not asked."""
    pubmed_key: SecretStr = SecretStr("")
    """An API key of NCBI; empty: asked without one."""
    pubmed_contact: str = ""
    """An e-mail address of whoever runs the service, as NCBI wishes; never of a person it serves."""
    data_commons_url: str = ""
    """The address of Data Commons' API; empty: it is not asked."""
    data_commons_key: SecretStr = SecretStr("")
    """An API key of Data Commons."""
    data_commons_variables: Annotated[frozenset[str], BeforeValidator(_listed)] = _VARIABLES
    """What Data Commons may be asked about a place, by the names that it gives them."""
    data_commons_places: Annotated[frozenset[str], BeforeValidator(_listed)] = frozenset({"country/USA"})
    """The places that it may be asked about."""
    web_search_url: str = ""
    """The address of a search service; empty: the web is not searched."""
    web_search_key_header: str = "X-Subscription-Token"
    """The header in which that service wants its key."""
    web_search_key: SecretStr = SecretStr("")
    """The key of that service."""
    web_fetch_hosts: Annotated[frozenset[str], BeforeValidator(_listed)] = frozenset()
    """Exact names of the hosts whose pages may be read: "www.nhs.uk, medlineplus.gov"; empty: no page is read."""
    web_timeout_s: float = Field(default=10.0, gt=0)
    """How long one look-up elsewhere may take, repeats included."""
    web_loopback: bool = False
    """For tests: the tools may speak plain http, and to this machine."""
    turn_journal: Path | None = None
    """For tests of durability: a file that gets a line for each decision of a consultation."""
    turn_pause_s: float = Field(default=0.0, ge=0)
    """For tests of durability: slept after each such line."""

    def offered(self) -> Offered:
        """What a model is offered of the web tools: those that `web` turns on."""
        asks_data_commons = bool(self.data_commons_url)
        return Offered(
            literature=bool(self.pubmed_url),
            search=bool(self.web_search_url),
            fetch_hosts=self.web_fetch_hosts,
            variables=self.data_commons_variables if asks_data_commons else frozenset(),
            places=self.data_commons_places if asks_data_commons else frozenset(),
        )

    def web(self) -> WebSettings:
        """Whom the web tools may ask."""
        pubmed = PubMedAccount(url=self.pubmed_url, key=self.pubmed_key or None, contact=self.pubmed_contact or None)
        return WebSettings(
            pubmed=pubmed if self.pubmed_url else None,
            data_commons=DataCommonsAccount(url=self.data_commons_url, key=self.data_commons_key)
            if self.data_commons_url
            else None,
            search=SearchAccount(
                url=self.web_search_url, key_header=self.web_search_key_header, key=self.web_search_key
            )
            if self.web_search_url
            else None,
            fetch_hosts=self.web_fetch_hosts,
            limits=Limits(total_s=self.web_timeout_s),
            loopback_for_tests=self.web_loopback,
        )
