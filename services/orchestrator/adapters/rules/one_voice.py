"""What no sentence of an answer says: who worked on it, and that somebody is going to."""

import re
from typing import Final

_NAMES: Final = re.compile(
    r"\b(?:data[- ]scien(?:ce|tist)|domain[- ]expert|health[- ]coach|investigator|validator|orchestrator|sub-?agents?"
    r"|the critic|fact sheet)\b",
    re.IGNORECASE,
)
_ANNOUNCES: Final = re.compile(
    r"\b(?:let me|i(?:['\u2019]ll| will| am going to|['\u2019]m going to| need to| have to))"
    r" (?:just |now |first |quickly |go and |have a |take a )*"
    r"(?:look|check|see (?:what|whether|if|how)|compute|calculate|analy[sz]e|pull|search|find out)\b"
    r"|\b(?:i['\u2019]?m|i am) (?:now )?(?:looking|checking|computing|calculating|analy[sz]ing|searching)\b"
    r"|^\W*one moment\b|\b(?:just a (?:moment|second|sec)|give me a (?:moment|second|sec)|bear with me)\b",
    re.IGNORECASE,
)


def is_of_one_voice(sentence: str) -> bool:
    """Whether it names no agent or part of the machinery, and announces no work: it tells what was found."""
    return not (_NAMES.search(sentence) or _ANNOUNCES.search(sentence))
