"""What a person likes to do, by what it takes."""

import re
from collections.abc import Iterable
from typing import Final

from services.health_coach.domain.own_words import own_clauses
from services.health_coach.domain.tags import Tag

_LIKES: Final = re.compile(
    r"\b(?:like|love|enjoy|prefer|fond of|happy to|keen on|don't mind|into|rather|could|fun)\b[^.!?]{0,40}",
    re.IGNORECASE,
)
_NOT_LIKES: Final = re.compile(
    r"(?:don't|do not|not|never|didn't|no) (?:really )?(?:like|love|enjoy|prefer|fond|want|take|say|talk)|\bhate\b"
    r"|rather not|^\W*(?:no|not|nothing|never)\b",
    re.IGNORECASE,
)
_CALLED: Final = (
    (Tag.WALKING, r"walk|hik|stroll|hills?\b|trail|path\b"),
    (Tag.RUNNING, r"\brun|jog"),
    (Tag.CYCLING, r"cycl|bike|biking|\bride|riding"),
    (Tag.SWIMMING, r"swim|pool"),
    (Tag.STRENGTH, r"strength|weights|lifting|muscle"),
    (Tag.GYM, r"\bgym"),
    (Tag.OUTDOORS, r"outside|outdoors|nature|garden|park\b|forest|woods|fresh air|hills?\b|trail|path\b"),
    (Tag.HOME, r"\bat home|indoors|kitchen|living room"),
    (Tag.COMPANY, r"friend|together|company|group|with (?:someone|others|people|my)"),
    (Tag.STAIRS, r"stairs"),
    (Tag.FISH, r"fish|salmon|seafood"),
    (Tag.READING, r"read|writing|journal|lists?\b"),
    (Tag.HOT_BATH, r"bath|shower|sauna"),
    (Tag.MEDITATION, r"meditat|mindful"),
    (Tag.YOGA, r"yoga|pilates"),
    (Tag.EVENING, r"evening|after dinner|before bed"),
    (Tag.WORK, r"lunch|at work"),
    (Tag.COLD_WATER, r"ice bath|cold (?:water|shower|plunge)"),
)
_LIKED: Final = tuple((tag, re.compile(pattern, re.IGNORECASE)) for tag, pattern in _CALLED)


_ASKED_ABOUT: Final = re.compile(r"\b(?:what|how) about (?P<what>[^?.!]+)\?", re.IGNORECASE)


def asked_about(message: str) -> frozenset[Tag]:
    """What it takes that a message asks about in place of what was offered: "what about swimming?"."""
    return named_in(found["what"] for found in _ASKED_ABOUT.finditer(message))


def named_in(texts: Iterable[str]) -> frozenset[Tag]:
    """All that texts name, by what it takes."""
    words = list(texts)
    return frozenset(tag for tag, pattern in _LIKED if any(map(pattern.search, words)))


_FOODS: Final = tuple(
    (tag, re.compile(pattern, re.IGNORECASE))
    for tag, pattern in (
        (Tag.MEAT, r"\bmeat|\bbeef|chicken|turkey|\bham\b|sausage|bacon|\bpork"),
        (Tag.PORK, r"\bpork|\bham\b|sausage|bacon"),
        (Tag.DAIRY, r"\bmilk|cheese|yogh?urt|\bbutter|\bcream\b|\bdairy"),
        (Tag.EGGS, r"\beggs?\b"),
        (Tag.NUTS, r"\bnuts?\b|almond|walnut|peanut"),
        (Tag.GLUTEN, r"\bbread|\bpasta|wheat|gluten"),
        (Tag.SOY, r"\bsoya?\b|tofu"),
        (Tag.ALCOHOL, r"\bwine|\bbeers?\b|alcohol|\bdrinks\b"),
        (Tag.CAFFEINE, r"coffee|espresso|caffein|black tea"),
        (Tag.FASTING, r"\bfast(?:ing|s)?\b(?! (?:as|than))|skip(?:ping)? (?:a meal|breakfast|lunch|dinner)"),
        (Tag.EATING_LESS, r"eat(?:ing)? less|smaller (?:portion|meal|plate)|calorie"),
        (Tag.WEIGHING, r"\bweigh|\bscales?\b"),
        (Tag.COUNTING_CALORIES, r"calorie"),
        (Tag.BREATH_HOLDING, r"hold(?:ing)? your breath"),
        (Tag.COLD_WATER, r"cold (?:water|shower|plunge)|ice bath"),
        (Tag.HARD_EFFORT, r"sprint|interval|\bhard (?:effort|session|run|workout)"),
        (Tag.SQUATS, r"squat|lunges?\b"),
        (Tag.JUMPING, r"\bjump|\bhop(?:s|ping)?\b|skipping rope"),
    )
)


def involved_in(text: str) -> frozenset[Tag]:
    """What is named in a text, by what it takes: read generously, for nothing of it may be told to who cannot do it."""
    return frozenset(tag for tag, pattern in (*_LIKED, *_FOODS) if pattern.search(text))


def wanted_clauses(texts: Iterable[str]) -> list[str]:
    """What the person said of themselves, but for what they say they do not want."""
    clauses = (clause for text in texts for clause in own_clauses(text))
    return [clause for clause in clauses if not _NOT_LIKES.search(clause)]


def likes_in(texts: Iterable[str], answers: Iterable[str] = ()) -> frozenset[Tag]:
    """What the person likes to do, by what it takes; `answers` are to the question what they like."""
    liked = [found.group() for clause in wanted_clauses(texts) for found in _LIKES.finditer(clause)] + wanted_clauses(
        answers
    )
    return named_in(liked)
