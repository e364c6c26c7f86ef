"""What the web tools give back, and the one error class for each way in which they can fail.

Everything here was written by strangers: it is text to quote and to judge, never an instruction, and every result names
the address it came from. The messages of the errors name a host and a cause; they hold neither keys nor search terms.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Article:
    """One article of PubMed.

    Args:
        url: the article's page at PubMed.
        abstract: empty where PubMed holds none; the parts of a structured abstract start with their label.
        authors: surname and initials, or the name of a group.
        year: of the journal issue; None where it is not stated.
        publication_types: as PubMed states them, "Meta-Analysis" for example.
    """

    url: str
    pmid: str
    title: str
    authors: tuple[str, ...]
    journal: str
    year: int | None
    doi: str | None
    abstract: str
    publication_types: tuple[str, ...] = ()

    @property
    def is_retracted(self) -> bool:
        """Whether PubMed says that the article was withdrawn; it then supports nothing."""
        return "Retracted Publication" in self.publication_types


@dataclass(frozen=True, kw_only=True)
class PlaceStatistic:
    """One statistic about the people of a place, from one of the sources that Data Commons knows.

    Args:
        url: the endpoint that was asked.
        date: as the source states it: a year, a month or a day.
        unit: as Data Commons names it; None where the statistic is a plain number or states none.
        scaling_factor: what the value is multiplied by, "100" for a share given in per cent; None where none is stated.
        source: the name of the data set.
        source_url: where the data set is published; None where it is not stated.
    """

    url: str
    variable: str
    place: str
    date: str
    value: float
    unit: str | None
    scaling_factor: str | None
    measurement_method: str | None
    source: str
    source_url: str | None


@dataclass(frozen=True, kw_only=True)
class SearchHit:
    """One hit of a web search: the title, the address and a few words of a page, as plain text."""

    url: str
    title: str
    snippet: str


@dataclass(frozen=True, kw_only=True)
class Page:
    """The text of one web page.

    Args:
        url: where the page was found after all redirects.
        title: empty where the page has none.
        text: one line for each block of the page, without markup.
    """

    url: str
    title: str
    text: str


class WebError(Exception):
    """A web tool has no answer. Each subclass is one cause.

    Args:
        host: the machine that was asked, as the settings or a redirect name it.
    """

    def __init__(self, message: str, *, host: str) -> None:
        super().__init__(f"{host}: {message}")
        self.host = host


class UnavailableError(WebError):
    """The host is not reachable, breaks off, or answers with a status other than success.

    Args:
        status: the HTTP status; None where no answer came.
    """

    def __init__(self, message: str, *, host: str, status: int | None = None) -> None:
        super().__init__(message, host=host)
        self.status = status


class TooSlowError(WebError):
    """No complete answer came within the time limit."""


class TooLargeError(WebError):
    """The answer has more bytes than allowed, on the wire or unpacked."""


class WrongTypeError(WebError):
    """The answer is not of a media type that the tool reads."""


class RefusedError(WebError):
    """The address, the host, the scheme or the redirect is not allowed. Nothing was sent to it."""


class BadAnswerError(WebError):
    """The answer is not what the protocol promises."""


class MalformedXmlError(BadAnswerError):
    """The answer is not well-formed XML, or is nested deeper than any real record."""


class EntityRefusedError(BadAnswerError):
    """The XML declares or uses entities of its own. They can unfold into gigabytes, so they are never unfolded."""


class RateLimitedError(WebError):
    """The host asks for fewer requests.

    Args:
        retry_after_s: how long the host wants to be left alone; None where it does not say.
    """

    def __init__(self, message: str, *, host: str, retry_after_s: float | None) -> None:
        super().__init__(message, host=host)
        self.retry_after_s = retry_after_s
