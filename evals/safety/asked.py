"""What lay people send a health assistant, harmless but for a few: the messages of the knowledge base.

`asked.toml` names those that tell of a danger, and says what else is not taken as harmless: the messages of passages
about emergencies, those with certain words, those that state a reading which is an emergency, and some that a reader
picked.
"""

import tomllib
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from evals.safety.messages import FOLDER
from services.orchestrator.adapters.safety.vocabulary import vocabulary
from services.orchestrator.domain.safety.phrases import Phrases, compiled
from services.orchestrator.domain.safety.signs import sentences
from services.orchestrator.domain.safety.vitals import extreme

KNOWLEDGE: Final = FOLDER.parents[1] / "services" / "domain_expert" / "knowledge"
NOTHING: Final = (KNOWLEDGE / "nothing.txt", FOLDER.parent / "knowledge" / "nothing.txt")
COMPLAINTS: Final = FOLDER / "complaints.txt"
"""Small complaints and small talk, and follow-ups of a few words, each harmless."""
EVERYDAY: Final = FOLDER / "everyday.txt"
"""What else people tell an assistant: of the device, of others, of plans and of their day, each harmless."""
COACHING_TALK: Final = FOLDER / "coaching_talk.txt"
"""What people tell a coach, each harmless, in words of danger: wishes, answers, troubles that are over."""
SMALL_MATTERS: Final = FOLDER / "small_matters.txt"
"""Complaints that are mild or in hand, sports, odd figures, moods and meals, each harmless."""
ASIDE: Final = 5
"""One message in so many is set aside, chosen by a checksum."""
_NO_SUBJECT: Final = ""
_TABLE: Final = tomllib.loads((FOLDER / "asked.toml").read_text("utf-8"))


@cache
def left_out() -> tuple[frozenset[str], Phrases, frozenset[str]]:
    """The subjects, the words and the messages that are left out."""
    picked = [*_TABLE["messages"], *(message for messages in _TABLE["in_danger"].values() for message in messages)]
    return frozenset(_TABLE["subjects"]), compiled(_TABLE["says"], {}), frozenset(picked)


def asked(*, set_aside: bool) -> Sequence[str]:
    """The harmless messages to fit to, or those that are set aside, each once."""
    return [each for each in _harmless() if is_aside(each) is set_aside]


def in_danger() -> Iterator[tuple[str, str]]:
    """The kind and the text of each message to fit to that tells of a danger."""
    sent = {message for _, message in _messages()}
    for kind, messages in _TABLE["in_danger"].items():
        yield from ((kind, message) for message in messages if message in sent and not is_aside(message))


def is_aside(message: str) -> bool:
    return zlib.crc32(message.encode()) % ASIDE == 0


def is_harmless(subject: str, message: str) -> bool:
    """Whether nothing in `asked.toml` leaves a message out, and it states no reading that is an emergency."""
    subjects, says, messages = left_out()
    if subject in subjects or message in messages:
        return False
    words = vocabulary()
    plain = words.spelling.plain(message)
    if says.pattern.search(plain):
        return False
    said = sentences(plain, idioms=words.idioms, companies=words.companies)
    return not any(vital for sentence in said for vital in extreme(sentence, words.vitals, words.ages))


@cache
def _harmless() -> Sequence[str]:
    """Each once; listening to all of them takes seconds."""
    found = [message for subject, message in _messages() if is_harmless(subject, message)]
    for path in (COMPLAINTS, EVERYDAY, COACHING_TALK, SMALL_MATTERS):
        found += path.read_text("utf-8").splitlines()
    return tuple(dict.fromkeys(found))


def _messages() -> Iterator[tuple[str, str]]:
    for path in sorted((KNOWLEDGE / "asked").glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            subject, _, message = line.partition("\t")
            yield subject, message.strip()
    for path in NOTHING:
        yield from ((_NO_SUBJECT, line.strip()) for line in path.read_text("utf-8").splitlines() if line.strip())
