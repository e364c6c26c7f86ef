"""What single words of a sentence do in it, told before it is read."""

from collections.abc import Sequence
from typing import Final

from services.data_science.language.grammar.leaning import is_brief

LOOSE: Final = frozenset({"of", "in", "with", "at", "ever", "it", "its", "one", "single", "there"})
"""What may be passed over too where a question is not read without."""
LEADING: Final = frozenset({"and", "so", "but", "or", ",", "also", "then"})
"""What a sentence may begin with before it begins."""
_NAMED_BEFORE: Final = frozenset({"them", "those", "they", "these"})
_SAID_BEFORE: Final = frozenset({"it", "that", "this", "then", "ones"})
"""What stands for something said before, and at the end of a sentence for nothing else."""
_RECORDED: Final = frozenset({"record", "recorded", "log", "logged", "track", "tracked", "measure", "measured"})
_MARKS: Final = frozenset({",", "%", "+", "<", ">", "<=", ">="})


def leans(words: Sequence[str]) -> bool:
    """Whether it goes on with what was said before: "and in May?", "how long was it?"."""
    return words[0] in LEADING or is_brief(words) or words[-1] in _SAID_BEFORE or not _NAMED_BEFORE.isdisjoint(words)


def says_more(words: Sequence[str], at: int) -> bool:
    """Whether a word that elsewhere is passed over says something here: "7 am", "got there", "past in May"."""
    earlier = words[at - 1] if at else ""
    return (
        (words[at] == "am" and earlier[:1].isdigit())
        or (words[at] == "there" and earlier in {"get", "got", "getting", "gotten"})
        or (words[at] in _RECORDED and earlier in {"not", "never"})
        or (words[at] == "in" and earlier in {"past", "last"})
        or (words[at] in {"do", "does", "did"} and "if" in words[at + 1 : at + 2])
    )


def is_number(word: str) -> bool:
    """Whether it is a number, or a mark that goes with numbers."""
    return word[0].isdigit() or word in _MARKS
