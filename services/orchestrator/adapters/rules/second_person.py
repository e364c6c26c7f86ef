"""What somebody says of themselves, said to them: "I work nights" becomes "You work nights."."""

import re
from collections.abc import Mapping
from typing import Final

_MAX_LENGTH: Final = 500
_TOLD: Final[Mapping[str, str]] = {
    "i am": "you are",
    "i'm": "you are",
    "im": "you are",
    "i was": "you were",
    "i've": "you have",
    "ive": "you have",
    "i'd": "you would",
    "i'll": "you will",
    "i": "you",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
    "we are": "you are",
    "we're": "you are",
    "we": "you",
    "us": "you",
    "our": "your",
    "dont": "don't",
    "cant": "can't",
    "doesnt": "doesn't",
    "isnt": "isn't",
    "wanna": "want to",
    "gonna": "going to",
}
_WORDS: Final = re.compile(
    rf"(?<![\w'])(?:{'|'.join(sorted(map(re.escape, _TOLD), key=len, reverse=True))})(?![\w'])", re.IGNORECASE
)


def told(said: str) -> str:
    """One sentence of at most 500 characters, of the second person."""
    text = " ".join(_WORDS.sub(lambda word: _TOLD[word[0].lower()], said).split()).strip(" .!,;:-")
    text = f"{text[:1].upper()}{text[1:]}."
    return text if len(text) <= _MAX_LENGTH else text[: _MAX_LENGTH - 1].rsplit(" ", 1)[0] + "…"
