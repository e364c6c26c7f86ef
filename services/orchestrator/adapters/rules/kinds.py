"""Which kind of answer a message needs: its words and meaning, those before it, and what data science makes of it.

A multinomial logistic regression (Hosmer, Lemeshow and Sturdivant, Applied Logistic Regression, 3rd ed., 2013,
chapter 8). The weights are fitted by `evals.routing.fit` and are data.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from amy.meaning.encoder import opened
from amy.meaning.weights import read_weights
from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.asked import asked
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.understanding import Computable, NotMine, Partly, Topic, Understood

_WEIGHTS: Final = Path(__file__).with_name("kinds_weights.json")
_TOKEN: Final = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:[.,]\d+)?|\?")
_MOST_TOKENS: Final = 80
_WORDS_A_STEP: Final = 4
_MOST_STEPS: Final = 6
_CLEARLY: Final = 1.5
_RATHER: Final = 0.3
"""Differences of log-odds."""
_START, _END = "^", "$"


class MessageKind(StrEnum):
    """In the order of the weights."""

    KNOWLEDGE = "knowledge"
    DATA = "data"
    DATA_AND_KNOWLEDGE = "data_and_knowledge"
    ADVICE = "advice"
    ADVICE_ON_DATA = "advice_on_data"
    ADVICE_ON_DATA_AND_KNOWLEDGE = "advice_on_data_and_knowledge"
    VAGUE = "vague"
    CONVERSATION = "conversation"


_MORE_THAN_DATA: Final = (
    MessageKind.DATA_AND_KNOWLEDGE,
    MessageKind.ADVICE_ON_DATA,
    MessageKind.ADVICE_ON_DATA_AND_KNOWLEDGE,
)
_OF_KNOWLEDGE: Final = (MessageKind.KNOWLEDGE, MessageKind.DATA_AND_KNOWLEDGE)


@dataclass(frozen=True, kw_only=True)
class Weights:
    """What speaks for which kind: of every message, by clue, and by figure of the meaning.

    Each row is in the order of `MessageKind`; `of_meaning` is (figures, kinds), as `meaning` has them.
    """

    bias: tuple[float, ...]
    of_clue: Mapping[str, tuple[float, ...]]
    of_meaning: NDArray[np.float64]


@cache
def weights() -> Weights:
    """As `evals.routing.fit` wrote them."""
    loaded = read_weights(_WEIGHTS)
    return Weights(
        bias=tuple(loaded["bias"]),
        of_clue={clue: tuple(row) for clue, row in loaded["of_clue"].items()},
        of_meaning=np.array(loaded["of_meaning"], dtype=np.float64),
    )


def kind_of(conversation: Conversation, understood: Understood | None) -> MessageKind:
    """The most likely kind of the last message; `understood` is None where data science was not asked.

    What can be computed is for data science unless another kind is clearly more likely; where a part of it cannot be,
    and advice or a judgement is asked for, somebody else says that part. What cannot be computed is still data
    science's, which says why, unless it is rather a matter of knowledge.
    """
    odds = _log_odds(conversation, understood)
    likeliest = max(MessageKind, key=lambda kind: odds[kind])
    lead = odds[likeliest] - odds[MessageKind.DATA]
    match understood:
        case Computable() if lead < _CLEARLY:
            return MessageKind.DATA
        case NotMine() if lead < _RATHER and likeliest in _OF_KNOWLEDGE and understood.topic is not Topic.NO_RECORDS:
            return MessageKind.DATA
        case Partly() if likeliest is MessageKind.DATA and _asks_for_more(conversation, understood):
            return max(_MORE_THAN_DATA, key=lambda kind: odds[kind])
        case _:
            return likeliest


def _log_odds(conversation: Conversation, understood: Understood | None) -> Mapping[MessageKind, float]:
    known = weights()
    rows = [known.of_clue[clue] for clue in clues(conversation, understood) if clue in known.of_clue]
    by_meaning = (meaning(conversation) @ known.of_meaning).tolist()
    summed = (sum(column) for column in zip(known.bias, by_meaning, *rows, strict=True))
    return dict(zip(MessageKind, summed, strict=True))


def _asks_for_more(conversation: Conversation, understood: Partly) -> bool:
    wants = asked(conversation, names_own=understood.own_numbers is not None)
    return wants.advice or wants.judgement or wants.reason or wants.meaning


def clues(conversation: Conversation, understood: Understood | None) -> frozenset[str]:
    """What a message holds that can speak for a kind, each as a short name."""
    newest = conversation.question
    earlier = [message.content for message in conversation.history if message.role == "user"]
    return frozenset(
        {
            *_of_words(newest),
            *_of_matter(newest, earlier),
            *_before(earlier),
            *_of_understanding(understood),
            *_of_what_is_asked(conversation, understood),
        }
    )


def meaning(conversation: Conversation) -> NDArray[np.float64]:
    """What the newest message means, the one before it, and the newest one once more if another came before it.

    Shape: (three times the encoder's width,).
    """
    earlier = [message.content for message in conversation.history if message.role == "user"]
    newest, before = opened().vectors([conversation.question, earlier[-1] if earlier else ""])
    behind = newest if earlier else np.zeros_like(newest)
    return np.concatenate([newest, before, behind]).astype(np.float64)


def _of_words(text: str) -> Iterator[str]:
    tokens = _tokens(text)
    yield f"length:{min(len(tokens) // _WORDS_A_STEP, _MOST_STEPS)}"
    for before, token in zip([_START, *tokens], [*tokens, _END], strict=True):
        yield f"w:{before} {token}"
        if token != _END:
            yield f"w:{token}"


def _of_matter(text: str, earlier: list[str]) -> Iterator[str]:
    for name, pattern, said in (
        ("metric", lexicon.METRIC, text),
        ("clinical", lexicon.CLINICAL, " . ".join([*earlier, text])),
        ("medical", lexicon.MEDICAL, text),
        ("own", lexicon.POSSESSIVE, text),
    ):
        yield f"{name}:{bool(pattern.search(said))}"


def _before(earlier: list[str]) -> Iterator[str]:
    """Words of the messages before, those of the last one in pairs as well."""
    if not earlier:
        return
    yield "follows"
    last = _tokens(earlier[-1])
    yield from (f"before:{token}" for token in last)
    yield from (f"before:{one} {other}" for one, other in pairwise(last))
    yield from (f"earlier:{token}" for text in earlier[:-1] for token in _tokens(text))


def _of_understanding(understood: Understood | None) -> Iterator[str]:
    if understood is None or (isinstance(understood, NotMine) and understood.topic is Topic.NO_RECORDS):
        return
    name = f"not:{understood.topic.value}" if isinstance(understood, NotMine) else type(understood).__name__.lower()
    names_own = understood.own_numbers is not None
    yield from (f"understood:{name}", f"on record:{names_own}", f"understood:{name}, on record:{names_own}")


def _of_what_is_asked(conversation: Conversation, understood: Understood | None) -> Iterator[str]:
    wants = asked(conversation, names_own=understood is not None and understood.own_numbers is not None)
    yield from (f"asks:{field.name}" for field in fields(wants) if getattr(wants, field.name))
    if wants.stated:
        yield f"asks:stated, own:{wants.own}, judgement:{wants.judgement}, advice:{wants.advice}"


def _tokens(text: str) -> list[str]:
    """Words in lower case, numbers alike, and question marks."""
    plain = text.lower().replace("\u2019", "'")
    return ["#" if found[0].isdigit() else found for found in _TOKEN.findall(plain)[:_MOST_TOKENS]]
