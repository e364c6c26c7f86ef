"""What can go wrong with a call to a model: one class a cause."""

from typing import ClassVar

from amy.llm.messages import DriverUsage


class ModelError(Exception):
    """A call that came to no answer.

    Attributes:
        is_transient: whether the same call may succeed a little later.
        cause: its name in records and logs: "rate_limited".
        usage: what it used all the same, as far as known.
        retry_after_s: how long the provider asks to be left alone.
    """

    is_transient: ClassVar[bool] = False
    cause: ClassVar[str] = "model"

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        name = cls.__name__.removesuffix("Error")
        cls.cause = "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")

    def __init__(self, message: str, *, usage: DriverUsage | None = None, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.usage = usage
        self.retry_after_s = retry_after_s


class RateLimitedError(ModelError):
    is_transient = True


class OverloadedError(ModelError):
    is_transient = True


class ProviderFailedError(ModelError):
    """An error of the provider's own: a 5xx, or an error event in the middle of an answer."""

    is_transient = True


class CallTimedOutError(ModelError):
    is_transient = True


class ConnectionLostError(ModelError):
    """The provider could not be reached, or a stream ended in the middle."""

    is_transient = True


class SpendLimitReachedError(ModelError):
    """Somebody has to raise a limit or pay; asking again changes nothing."""


class WrongKeyError(ModelError):
    """The key is missing, wrong, or may not do this."""


class UnknownModelError(ModelError):
    pass


class RequestRefusedError(ModelError):
    """The provider does not take a request like this one: a fault of ours."""


class DeclinedError(ModelError):
    """The model declined to answer."""


class CutShortError(ModelError):
    """The answer did not fit into the tokens it had."""


class MalformedOutputError(ModelError):
    """The answer does not follow its schema.

    Attributes:
        output: what came.
        problem: what is wrong with it, in a sentence.
    """

    def __init__(self, *, output: str, problem: str, usage: DriverUsage | None = None) -> None:
        super().__init__(f"The answer does not follow its schema: {problem}", usage=usage)
        self.output = output
        self.problem = problem


class BudgetSpentError(ModelError):
    """This process has used the tokens it may use for now."""


class AgentMissingError(ModelError):
    """A vendor's command-line agent is not installed here, or is not signed in."""
