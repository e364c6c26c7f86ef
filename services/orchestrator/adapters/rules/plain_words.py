"""What people type in a hurry, written out."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

_SHORT: Final[Mapping[str, str]] = {
    "u": "you",
    "ya": "you",
    "ur": "your",
    "r": "are",
    "abt": "about",
    "bout": "about",
    "wat": "what",
    "wot": "what",
    "wut": "what",
    "whats": "what's",
    "thats": "that's",
    "pls": "please",
    "plz": "please",
    "k": "ok",
    "im": "I'm",
    "ive": "I've",
    "u've": "you've",
    "uve": "you've",
    "youve": "you've",
    "u'll": "you'll",
    "u're": "you're",
    "youre": "you're",
    "dont": "don't",
    "doesnt": "doesn't",
    "didnt": "didn't",
    "cant": "can't",
    "wont": "won't",
    "isnt": "isn't",
    "arent": "aren't",
    "wasnt": "wasn't",
    "w": "with",
    "bc": "because",
    "cuz": "because",
    "coz": "because",
    "cos": "because",
    "yrs": "years",
    "thx": "thanks",
}
_SHORT_WORD: Final = re.compile(
    rf"(?<![\w'.-])(?:{'|'.join(sorted(map(re.escape, _SHORT), key=len, reverse=True))})(?![\w'-])", re.IGNORECASE
)
_OF_MEMORY: Final = (
    "remember",
    "remembered",
    "remembering",
    "forget",
    "forgetting",
    "forgot",
    "delete",
    "deleted",
    "erase",
    "remove",
    "removed",
    "everything",
    "memory",
    "memories",
    "saved",
    "stored",
    "about",
)
_LONG_WORD: Final = re.compile(r"[a-z]{5,}", re.IGNORECASE)
_ALIKE: Final = 0.83
"""Of two words, by `difflib`'s ratio: "remeber" is "remember"."""


def plain(text: str) -> str:
    """The text with shortened words written out and straight apostrophes: "dont" is "don't", "u" is "you"."""
    return _SHORT_WORD.sub(lambda word: _SHORT[word[0].lower()], text.replace("\u2019", "'"))


def spelled(text: str) -> str:
    """The words by which memory is spoken of, put right where a letter is missing, doubled or swapped."""
    return _LONG_WORD.sub(_put_right, text)


def _put_right(found: re.Match[str]) -> str:
    word = found[0].lower()
    alike = get_close_matches(word, [each for each in _OF_MEMORY if each[0] == word[0]], n=1, cutoff=_ALIKE)
    return alike[0] if alike else found[0]
