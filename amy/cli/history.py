"""What has been said in a conversation, as the API takes it."""

from dataclasses import dataclass
from typing import Final

MOST_EXCHANGES: Final = 10
"""Questions with their answers that are sent along; the older ones are forgotten."""
MOST_CHARACTERS: Final = 60_000
"""Sent at once, the new question included; the API takes a little more."""


@dataclass(frozen=True, kw_only=True)
class Exchange:
    question: str
    answer: str


@dataclass(frozen=True, kw_only=True)
class History:
    """The exchanges so far, oldest first. A question that was not answered is none of them."""

    exchanges: tuple[Exchange, ...] = ()

    def asking(self, question: str) -> list[dict[str, str]]:
        """The messages of the turn that asks this: the newest exchanges that fit, then the question."""
        said: list[dict[str, str]] = [{"role": "user", "content": question}]
        room = MOST_CHARACTERS - len(question)
        for exchange in reversed(self.exchanges):
            room -= len(exchange.question) + len(exchange.answer)
            if room < 0:
                break
            said.append({"role": "assistant", "content": exchange.answer})
            said.append({"role": "user", "content": exchange.question})
        return said[::-1]

    def answered(self, question: str, answer: str) -> "History":
        """With one exchange more; an empty answer says nothing that could be followed up."""
        if not answer:
            return self
        exchange = Exchange(question=question, answer=answer)
        return History(exchanges=(*self.exchanges, exchange)[-MOST_EXCHANGES:])
