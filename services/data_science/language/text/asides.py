"""What people say beside a question: "June to August I mean", "I work shifts so tell me honestly"."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

_QUESTION: Final = "how|what|when|which|did|do|does|was|is|are|were|am|have|has|can|who"
_AFTER_COMMA: Final = re.compile(r" , (?P<said>[^,]+?) i mean(?= ,|$)")
_PREFACE: Final = re.compile(
    r"^(?:(?:i|we) (?:work|am working|do) "
    r"(?:shifts?|shift work|nights|night shifts?|from home|at a desk|a desk job|in an office)"
    r"|(?:serious|honest|stupid|silly) question|be honest|honestly|long story short)"
    r"(?: (?:so|and|now|but))?(?: (?:tell me|be honest|please|just|honestly|straight))*(?: honestly)? ?,? "
    rf"(?=(?:{_QUESTION})\b)"
)
_FEELING: Final = re.compile(
    r"^(?:i (?:feel|think|believe|guess|suspect|reckon)|it (?:feels|seems)|feels|seems)(?: like| that| as if)? "
    rf"(?P<said>[^,]+) , (?=(?:so )?(?:{_QUESTION})\b)"
)
_HEARSAY: Final = re.compile(
    r"^(?:(?:i|we) (?:keep|kept|am always|have been|always) (?:on )?(?:hearing|reading|seeing)"
    r"|(?:i|we) (?:hear|heard|read|see|saw)"
    r"|(?:everyone|everybody|people|they|my \w+|the internet)(?: \w+)? "
    r"(?:talks?|talking|keeps? talking|keeps? going on|goes on|go on|is obsessed|are obsessed|swears?|raves?))"
    r"\b"
    r"(?: \w+){0,4}? (?:about|with|by|on|of) "
)
_REMARK: Final = re.compile(
    r"(?: ,)? (?:(?:please )?do not (?:judge|laugh)(?: me| at me)?|no judge?ment(?: please)?|asking for (?:a|my) friend"
    r"|no pressure|hope that is (?:ok|okay|alright)|if that makes sense|sorry if (?:that|this|it) is (?:a )?"
    r"(?:dumb|stupid|silly|obvious)(?: question| 1)?|(?:do not|please do not) ask (?:me )?why|fingers crossed)(?: ,)? "
)
"""What says nothing of what is asked, wherever it is put in."""
_PERSONA: Final = re.compile(rf"^(?P<who>(?:[^\W\d_]+ ){{1,4}})here ,? ?(?=(?:so )?(?:{_QUESTION})\b)")
_SOMEBODY: Final = frozenset(
    [
        "a",
        "an",
        "new",
        "old",
        "young",
        "busy",
        "tired",
        "proud",
        "night",
        "shift",
        "nurse",
        "doctor",
        "teacher",
        "student",
        "mum",
        "mom",
        "mother",
        "dad",
        "father",
        "wife",
        "husband",
        "friend",
        "coach",
        "trainer",
        "woman",
        "man",
        "girl",
        "guy",
    ]
)
_NAMED_DAYS: Final = re.compile(
    r"\b(?P<name>(?:[^\W\d_]+ ){1,2})(?P<days>days?|nights?) (?P<between>[^,]*?)"
    r"(?P<said>meaning|, (?:say|meaning|i mean|ie|i e|as in|aka|that is|so)) "
    r"(?=(?:less|more|fewer|under|over|below|above|at least|at most|no more|<|>)\b)"
)
_MEANING: Final = re.compile(r"\b(days?|nights?) meaning(?= (?:less|more|fewer|under|over|below|above|at|no|<|>)\b)")
_MY_NIGHTS: Final = re.compile(r"\bmy (?:nights|days)\b")
_OF_IT: Final = re.compile(r"\b(?:of )?(?:it|that|this|mine)\b")


def without_remarks(words: tuple[str, ...], says_nothing: Callable[[Sequence[str]], bool]) -> tuple[str, ...]:
    """The question without who asks it ("marathon newbie here"), "don't judge", and a name that is explained.

    "Zombie nights (less than 6 hours)" are the nights of less than 6 hours, whatever they are called.

    Args:
        words: of a sentence.
        says_nothing: whether of some words none is known, nor stands for what nothing is recorded of.
    """
    said = _REMARK.sub(" ", f" {' '.join(words)} ").strip()
    persona = _PERSONA.match(said)
    if persona:
        of_nobody = [word for word in persona["who"].split() if word not in _SOMEBODY]
        said = said if of_nobody and not says_nothing(of_nobody) else said[persona.end() :]

    def explained(found: re.Match[str]) -> str:
        name = found["name"].split()
        named = name if says_nothing(name) else name[1:]
        kept = (*name[: len(name) - len(named)], found["days"], *found["between"].split(), "")
        return " ".join(kept) if says_nothing(named) else found[0]

    return tuple(_MEANING.sub(r"\1", _NAMED_DAYS.sub(explained, said)).split())


def without_asides(words: tuple[str, ...], names_a_time: Callable[[Sequence[str]], bool]) -> tuple[str, ...]:
    """The question without what is said beside it; nothing that names a time or a number is left out.

    "How restless are my nights, I mean how long am I awake" asks what is said last.
    """
    said = " ".join(words)
    preface = _PREFACE.match(said) or _FEELING.match(said)
    if preface and not names_a_time(preface[0].split()) and not re.search(r"\d", preface[0]):
        said = said[preface.end() :]
    head, meant, tail = said.partition(" i mean ")
    head, tail = head.removesuffix(" ,"), tail.removeprefix(", ")
    if meant and re.match(rf"(?:{_QUESTION})\b", tail) and re.match(rf"(?:{_QUESTION})\b", head):
        plain = not names_a_time(_MY_NIGHTS.sub("", head).split()) and not re.search(r"\d", head)
        return tuple((tail if plain else said).split())
    return tuple(_AFTER_COMMA.sub(r" , \g<said>", said).split())


def with_topics(said: Sequence[tuple[str, ...]], noun: Callable[[tuple[str, ...]], str]) -> Iterator[tuple[str, ...]]:
    """The sentences, with what is "it" in the question after "I keep hearing about deep sleep" put in its place.

    Args:
        said: the sentences of a message.
        noun: what is measured that a sentence names, if it names one thing alone, else nothing.
    """
    topic = ""
    held: tuple[str, ...] = ()
    for each in said:
        words, sentence = each, " ".join(each)
        if topic and _OF_IT.search(sentence) and not noun(words):
            words = tuple(_OF_IT.sub(topic, sentence, count=1).split())
        elif topic:
            yield held
        topic = noun(words) if _HEARSAY.match(sentence) else ""
        if topic:
            held = words
        else:
            yield words
    if topic:
        yield held
