"""What the double answers to whom: written beforehand, and whatever nobody wrote fails."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from tests.vendor.answers import Answer, Failure, Fault
from tests.vendor.incoming import Request, known_prompts

ALWAYS: Final = 1_000_000_000
Said: TypeAlias = Answer | Fault | Callable[[Request], Answer | Fault]


@dataclass(frozen=True)
class Line:
    """What is answered to calls for a purpose.

    Attributes:
        answer: may be a function of the request.
        when: which of these calls; all without it.
        data_sha256: of the data of these calls; any if empty.
        times: how often it must be used; `ALWAYS` may be any number, none included.
    """

    purpose: str
    answer: Said
    when: Callable[[Request], bool] | None = None
    data_sha256: str = ""
    times: int = 1

    def fits(self, request: Request) -> bool:
        return (
            self.purpose == request.purpose
            and self.data_sha256 in ("", request.data_sha256)
            and (self.when is None or self.when(request))
        )


class Script:
    """The lines, used in their order.

    Args:
        lines: asked before `automatic`.
        automatic: for demos and load, a function for each purpose that no line is left for.
        prompts: the purpose of each system text; the services' own if None.
    """

    def __init__(
        self,
        *lines: Line,
        automatic: Mapping[str, Callable[[Request], Answer | Fault]] | None = None,
        prompts: Mapping[str, str] | None = None,
    ) -> None:
        self.prompts = known_prompts() if prompts is None else prompts
        self._automatic = automatic or {}
        self._lines = lines
        self._left = [line.times for line in lines]
        self._unexpected: list[str] = []

    def answer(self, request: Request) -> Answer | Fault:
        """What is said to that; an unexpected call fails and is remembered."""
        for place, line in enumerate(self._lines):
            if self._left[place] and line.fits(request):
                self._left[place] -= 1
                return line.answer(request) if callable(line.answer) else line.answer
        if (own := self._automatic.get(request.purpose)) is not None:
            return own(request)
        self._unexpected.append(request.purpose or f"unknown system text: {request.system[:80]!r}")
        return Failure(status=500, type="api_error", message="Nobody expected this call.")

    def check(self) -> None:
        """Raises AssertionError for a call that nobody expected and for a line that was not used up."""
        pairs = zip(self._lines, self._left, strict=True)
        unused = [line.purpose for line, left in pairs if left and line.times < ALWAYS]
        assert not self._unexpected, f"unexpected calls: {self._unexpected}"
        assert not unused, f"lines that were not used: {unused}"
