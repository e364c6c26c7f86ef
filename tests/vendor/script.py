"""What the vendor answers to whom, written beforehand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.vendor.answers import Answer, Fault
from tests.vendor.requests import Request

Answering: TypeAlias = Answer | Callable[[Request], Answer]


@dataclass(frozen=True, kw_only=True)
class Line:
    """An answer to requests for a purpose.

    Attributes:
        only_if: which of them; any.
        data_sha256: of the data part; any.
        times: how often it is used at most; None for always.
    """

    purpose: str
    answer: Answering
    only_if: Callable[[Request], bool] = lambda _request: True
    data_sha256: str = ""
    times: int | None = 1

    def fits(self, request: Request) -> bool:
        by_data = self.data_sha256 in ("", request.data_sha256)
        return self.purpose == request.purpose and by_data and self.only_if(request)


@dataclass
class Script:
    """Lines in order: the first that fits and is left answers."""

    lines: list[Line] = field(default_factory=list)
    unexpected: list[str] = field(default_factory=list)
    _used: dict[int, int] = field(default_factory=dict)

    def answer(self, request: Request) -> Answer:
        for at, line in enumerate(self.lines):
            left = line.times is None or self._used.get(at, 0) < line.times
            if left and line.fits(request):
                self._used[at] = self._used.get(at, 0) + 1
                return line.answer(request) if callable(line.answer) else line.answer
        self.unexpected.append(request.purpose or "(an unknown prompt)")
        return Fault.BROKEN

    def check(self) -> None:
        """Nothing came that nobody expected, and everything expected came."""
        unused = [line.purpose for at, line in enumerate(self.lines) if line.times and not self._used.get(at)]
        assert not self.unexpected, f"nobody expected: {self.unexpected}"
        assert not unused, f"never asked: {unused}"


@dataclass
class Automatic:
    """Answers each purpose by a function; for demos and load."""

    by_purpose: Mapping[str, Callable[[Request], Answer]]

    def answer(self, request: Request) -> Answer:
        return self.by_purpose[request.purpose](request)

    def check(self) -> None:
        """Nothing is expected of it."""
