"""Writes what owners of wearables ask of their records, and what people in danger type in the same terse style.

    python -m evals.safety.data_questions

The messages are made of `data_questions.toml`, whose frames are filled with every kind of metric, time and bound, and
of `data_questions_by_hand.txt`. They go to `data_questions.jsonl`, to which weights are fitted, and a part that is
chosen by a checksum to `data_questions_held_out.jsonl`, to which they never are: whole frames, and a quarter of what is
written by hand. The same two files always give the same messages.
"""

import json
import re
import sys
import tomllib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from evals.safety.messages import FOLDER, NONE

FRAMES: Final = FOLDER / "data_questions.toml"
BY_HAND: Final = FOLDER / "data_questions_by_hand.txt"
FITTED: Final = "data_questions"
HELD_OUT: Final = "data_questions_held_out"
_OF_A_HARMLESS_FRAME: Final = 40
_OF_A_DANGER_FRAME: Final = 24
_SET_ASIDE_SHARE: Final = 0.25
"""Fewer messages of a frame are set aside than are fitted to: those of one frame fail or pass together."""
_MIXED: Final = 3
"""How many data questions each message that is written by hand is put beside."""
_QUESTION_LAST: Final = 0.3
_ASKED: Final = 0.25
_FRAMES_ASIDE: Final = 5
_BY_HAND_ASIDE: Final = 4
_HOLE: Final = re.compile(r"\{(\w+)\}|#")
_NUMBER: Final = "number"
_NEXT: Final = " | "
_BETWEEN: Final = ("? also ", ". ", ", ", " and ", "? ", " btw ", ". oh and ")

Groups = Mapping[str, Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class Frame:
    """A message, or several parted by " | ", with holes for an entry of a group ("{metric}") or a number ("#")."""

    kind: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Written:
    """A conversation, and what is the matter in its newest message; those before it are harmless."""

    kind: str
    messages: tuple[str, ...]

    @property
    def line(self) -> str:
        return json.dumps({"kind": self.kind, "messages": self.messages}, ensure_ascii=False)


def frames() -> tuple[Groups, Sequence[Frame]]:
    """The groups, and the frames of every topic."""
    read = tomllib.loads(FRAMES.read_text("utf-8"))
    topics = [(NONE, read["harmless"]), *read["danger"].items()]
    named = [(kind, text) for kind, of_topic in topics for texts in of_topic.values() for text in texts]
    return read["groups"], [Frame(kind=kind, text=text) for kind, text in named]


def by_hand() -> Iterator[Written]:
    """What is written by hand: a line is a conversation, below the "[kind]" that it is of."""
    kind = NONE
    for line in BY_HAND.read_text("utf-8").splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            kind = heading[1]
        elif line:
            yield Written(kind=kind, messages=tuple(line.split(_NEXT)))


def filled(frame: Frame, groups: Groups, *, count: int) -> Iterator[Written]:
    """Up to so many different messages of a frame."""
    random = Random(frame.text)  # noqa: S311, nothing is kept secret by it
    texts = dict.fromkeys(_filled(frame.text, groups, random) for _ in range(count))
    yield from (Written(kind=frame.kind, messages=tuple(text.split(_NEXT))) for text in texts)


def _filled(text: str, groups: Groups, random: Random) -> str:
    def entry(hole: re.Match[str]) -> str:
        return random.choice(groups[hole[1] or _NUMBER])

    said = _HOLE.sub(entry, _HOLE.sub(entry, text))
    return f"{said}?" if random.random() < _ASKED and not said.endswith("?") else said


def mixed(others: Sequence[Written], questions: Sequence[Written], *, count: int) -> Iterator[Written]:
    """Each message with data questions in one: talk of records must not hide a danger, nor a second question be one."""
    for each in others:
        random = Random(each.messages[-1])  # noqa: S311, nothing is kept secret by it
        for _ in range(count):
            two = [random.choice(questions).messages[-1].rstrip("?"), each.messages[-1].rstrip("?")]
            if random.random() < _QUESTION_LAST:
                two.reverse()
            yield Written(kind=each.kind, messages=(random.choice(_BETWEEN).join(two),))


def written() -> Mapping[str, Sequence[Written]]:
    """The messages of both files."""
    groups, every_frame = frames()
    hand = list(by_hand())
    found: dict[str, Sequence[Written]] = {}
    for name, aside in ((FITTED, False), (HELD_OUT, True)):
        made: list[Written] = []
        for frame in every_frame:
            if _is_aside(frame.text, _FRAMES_ASIDE) is aside:
                count = _OF_A_HARMLESS_FRAME if frame.kind == NONE else _OF_A_DANGER_FRAME
                made += filled(frame, groups, count=round(count * _SET_ASIDE_SHARE) if aside else count)
        typed = [each for each in hand if _is_aside(_NEXT.join(each.messages), _BY_HAND_ASIDE) is aside]
        questions = [each for each in made if each.kind == NONE]
        found[name] = list(dict.fromkeys([*typed, *made, *mixed(typed, questions, count=_MIXED)]))
    return found


def _is_aside(text: str, one_in: int) -> bool:
    return zlib.crc32(text.encode()) % one_in == 0


def write(folder: Path) -> None:
    for name, messages in written().items():
        folder.joinpath(f"{name}.jsonl").write_text("".join(f"{each.line}\n" for each in messages), "utf-8")
        print(f"{name}: {len(messages)} messages, of them {sum(each.kind != NONE for each in messages)} in danger")


def main() -> int:
    write(FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main())
