"""What a person believes and wants confirmed: "I feel like I walked less in June", "steps dropped in June, right"."""

from typing import Final

_BELIEVED: Final = (
    ("i", "feel", "like"),
    ("it", "feels", "like"),
    ("feels", "like"),
    ("it", "seems", "like"),
    ("seems", "like"),
    ("i", "have", "the", "feeling"),
    ("i", "have", "a", "feeling"),
    ("i", "think"),
    ("i", "believe"),
    ("i", "suspect"),
    ("i", "guess"),
    ("i", "bet"),
    ("i", "assume"),
    ("is", "it", "true"),
    ("is", "it", "right"),
    ("is", "it", "correct"),
    ("is", "it", "the", "case"),
    ("is", "it", "so"),
    ("is", "it", "that"),
    ("it", "is", "true"),
    ("it", "is", "so"),
    ("am", "i", "right"),
    ("am", "i", "right", "in", "thinking"),
    ("true", "or", "false"),
    ("is", "it", "just", "me", "or"),
)
_TAGS: Final = (
    ("is", "that", "true"),
    ("is", "that", "right"),
    ("is", "that", "correct"),
    ("is", "it", "true"),
    ("is", "that", "so"),
    ("is", "that", "the", "case"),
    ("true",),
    ("correct",),
    ("right",),
    ("true", "or", "false"),
    ("am", "i", "right"),
    ("does", "that", "hold"),
    ("is", "it", "so"),
    ("or", "is", "that", "not", "so"),
    ("or", "is", "it", "not"),
    ("can", "you", "check"),
    ("can", "you", "confirm"),
    ("can", "you", "confirm", "that"),
)
_OF_ME: Final = (("for", "me"), ("in", "my", "case"), ("with", "me"))
_ASKING: Final = frozenset({"how", "what", "which", "who", "where", "why"})
_AUXILIARIES: Final = frozenset({"did", "do", "does", "is", "are", "was", "were", "have", "has", "am"})
_FRONTED: Final = frozenset({"when", "if", "on", "in", "during", "after"})
"""What a clause begins with that a statement may begin with too: it is asked as it stands."""


def asked(words: tuple[str, ...], polar: str) -> tuple[str, ...]:
    """Whether what is believed is so, with `polar` in the place of "is" or "did"; other sentences as they are."""
    inner = _without_tag(_without_belief(words))
    if inner == words or not inner or _ASKING & set(inner) or _asks_when(inner):
        return words
    if inner[0] in _FRONTED:
        return inner
    return (polar, *_not_polar(inner))


def _asks_when(words: tuple[str, ...]) -> bool:
    return words[0] == "when" and words[1:2] != () and words[1] in _AUXILIARIES


def _without_belief(words: tuple[str, ...]) -> tuple[str, ...]:
    for said in sorted(_BELIEVED, key=len, reverse=True):
        if words[: len(said)] == said and len(words) > len(said) + 2:
            rest = words[len(said) :]
            return rest[1:] if rest[0] in {"that", "if", "like", ","} else rest
    return words


def _without_tag(words: tuple[str, ...]) -> tuple[str, ...]:
    for own in _OF_ME:
        if words[-len(own) :] == own and (bare := words[: -len(own)]) != (cut := _without_tag(bare)):
            return cut
    for tag in sorted(_TAGS, key=len, reverse=True):
        if words[-len(tag) :] == tag and len(words) > len(tag) + 2:
            rest = words[: -len(tag)]
            return rest[:-1] if rest[-1] == "," else rest
    return words


def _not_polar(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[1:] if words[0] in _AUXILIARIES else words
