"""Whether invented numbers get into answers, and whether true ones are kept out of them.

Writes random replies, half of them with one invented number in a random place and shape, and streams them in random
chunks through the code that streams an answer in a turn. Passes when no invented number is ever streamed and at most
0.1 % of the sentences of legitimate replies are held back. The same sentences go through the documented fact-check,
for comparison. What "invented" means is defined in `evals.replies.truth`, independently of the checker.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeAlias

from evals.replies.build import Reply, invented_reply, legitimate_reply, shown
from evals.replies.invented import SHAPES
from evals.replies.spelling import dice
from evals.replies.worlds import World
from services.orchestrator.app.recorder import Recorder
from services.orchestrator.app.writing import Rewrite, write_answer
from services.orchestrator.domain.events import AgentThought, TurnEvent
from services.orchestrator.domain.numbers import AnswerWriter, Unverified, fact_check_documented

MAY_BE_HELD_BACK = 0.001
_BLOCK = 250
"""Replies that one worker writes and streams at a time."""


MakeWriter: TypeAlias = Callable[[World], AnswerWriter]


class Listener(Recorder):
    """A recorder that keeps what it is told instead of storing it."""

    def __init__(self) -> None:
        self.deltas: list[str] = []

    def emit(self, event: TurnEvent) -> None:
        if isinstance(event, AgentThought):
            self.deltas.append(event.delta)


@dataclass(frozen=True, kw_only=True)
class Streamed:
    """What became of a reply: the pieces of text that were sent, and the sentences that were held back."""

    deltas: tuple[str, ...]
    held: tuple[Unverified, ...]

    @property
    def read(self) -> tuple[str, ...]:
        """All sentences with their references resolved, as they were or would have been read."""
        return (*self.deltas, *(sentence.rendered for sentence in self.held))


@dataclass(kw_only=True)
class Tally:
    """Counts over replies.

    Attributes:
        seen: by the shape of the invented number, or by the way a true one is said.
        missed: of those, the invented numbers that were streamed, or the true ones in a sentence held back.
        let_through: of those, the invented numbers that the documented check does not flag.
        sentences: sentences of all replies.
        held: of those, how many were held back.
        flagged: of those, how many the documented check flags.
    """

    seen: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    let_through: Counter[str] = field(default_factory=Counter)
    sentences: int = 0
    held: int = 0
    flagged: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.seen += other.seen
        self.missed += other.missed
        self.let_through += other.let_through
        self.sentences += other.sentences
        self.held += other.held
        self.flagged += other.flagged
        self.examples += other.examples


def writer_for(world: World) -> AnswerWriter:
    """The checker as a turn sets it up: facts, the user's numbers, and literature that is allowed as prose."""
    allowed = (world.literature,) if world.literature else ()
    return AnswerWriter(world.facts, allowed, derivations=not world.failed)


def stream(reply: Reply, seed: str, writer: AnswerWriter) -> Streamed:
    """Streams a reply as a turn does, cut into random chunks, with a mind that mends nothing.

    Asked to rewrite a sentence, that mind gives up, repeats it, or comes with another invention.
    """
    rng = dice(seed)
    held: list[Unverified] = []
    answers = ("", None, reply.another)

    async def chunks() -> AsyncIterator[str]:
        at = 0
        while at < len(reply.text):
            size = rng.choice((1, 3, 8, 20, 60))
            yield reply.text[at : at + size]
            at += size

    async def rewrite(sentence: Unverified) -> str:
        held.append(sentence)
        answer = rng.choice(answers)
        return sentence.source if answer is None else answer

    listener = Listener()
    asyncio.run(_written(chunks(), writer, rewrite, listener))
    return Streamed(deltas=tuple(listener.deltas), held=tuple(held))


async def _written(chunks: AsyncIterator[str], writer: AnswerWriter, rewrite: Rewrite, recorder: Recorder) -> None:
    await write_answer(chunks, writer=writer, rewrite=rewrite, recorder=recorder)


def judge_invented(seed: str, numbers: Iterable[int], make_writer: MakeWriter = writer_for) -> Tally:
    """Streams one reply with an invented number per number of the range, going round the shapes."""
    tally, shapes = Tally(), tuple(SHAPES)
    for number in numbers:
        name, shape = f"{seed}/invented/{number}", shapes[number % len(shapes)]
        reply = invented_reply(dice(name), shape)
        streamed = stream(reply, name, make_writer(reply.world))
        sent = "".join(streamed.deltas)
        leaked = [surface for surface in (*reply.surfaces, *reply.other_surfaces) if shown(surface, sent)]
        telling = [text for text in streamed.read if any(shown(surface, text) for surface in reply.surfaces)]
        tally.seen[shape] += 1
        tally.missed[shape] += bool(leaked)
        tally.let_through[shape] += not any(_flagged(reply, text) for text in telling)
        if leaked:
            tally.examples.append(f"LEAK {shape} ({reply.frame}): {leaked[0]!r} in {_around(leaked[0], sent)!r}")
    return tally


def judge_legitimate(seed: str, numbers: Iterable[int], make_writer: MakeWriter = writer_for) -> Tally:
    """Streams one legitimate reply per number of the range."""
    tally = Tally()
    for number in numbers:
        name = f"{seed}/legitimate/{number}"
        reply = legitimate_reply(dice(name))
        streamed = stream(reply, name, make_writer(reply.world))
        tally.sentences += len(streamed.read)
        tally.held += len(streamed.held)
        tally.flagged += sum(_flagged(reply, text) for text in streamed.read)
        for piece in reply.pieces:
            tally.seen[piece.kind] += 1
            tally.missed[piece.kind] += any(_overlap(piece.text, sentence.source) for sentence in streamed.held)
        for sentence in streamed.held:
            kinds = [piece.kind for piece in reply.pieces if _overlap(piece.text, sentence.source)]
            tokens = [issue.token for issue in sentence.issues]
            tally.examples.append(f"FALSE {'/'.join(kinds)}: {tokens} in {sentence.source.strip()!r}")
    return tally


def _flagged(reply: Reply, sentence: str) -> bool:
    """Whether the documented check flags a rendered sentence of a reply."""
    sheet = {fact.claim: fact.value for fact in reply.world.sheet}
    return bool(fact_check_documented(sentence, sheet, reply.world.question, reply.world.literature))


def _overlap(piece: str, sentence: str) -> bool:
    return piece in sentence or sentence.strip() in piece


def _around(surface: str, text: str) -> str:
    """The piece of a text that shows a surface."""
    pieces = text.split("\n")
    return next((piece for piece in pieces if shown(surface, piece)), text)[:160]


def judged(seed: str, replies: int) -> tuple[Tally, Tally]:
    """The tallies of invented and of legitimate replies, worked out on all cores."""
    blocks = [range(start, min(start + _BLOCK, replies)) for start in range(0, replies, _BLOCK)]
    invented, legitimate = Tally(), Tally()
    with ProcessPoolExecutor() as workers:
        seeds = [seed] * len(blocks)
        for tally in workers.map(judge_invented, seeds, blocks):
            invented.add(tally)
        for tally in workers.map(judge_legitimate, seeds, blocks):
            legitimate.add(tally)
    return invented, legitimate


def show(invented: Tally, legitimate: Tally, *, examples: int) -> None:
    print(f"{'shape of the invented number':34} {'replies':>8} {'streamed':>9} {'documented lets through':>24}")
    for shape, seen in invented.seen.items():
        print(f"{shape:34} {seen:8,} {invented.missed[shape]:9,} {invented.let_through[shape] / seen:24.1%}")
    print(f"\n{'true numbers, by how they are said':34} {'said':>8} {'held back':>9}")
    for way, seen in sorted(legitimate.seen.items()):
        print(f"{way:34} {seen:8,} {legitimate.missed[way]:9,}")
    for example in chain(invented.examples[:examples], legitimate.examples[:examples]):
        print(example)
    replies, leaks = invented.seen.total(), invented.missed.total()
    held, sentences = legitimate.held, legitimate.sentences
    print(
        f"\ninvented numbers streamed: {leaks} of {replies:,} replies (0 allowed); "
        f"the documented check lets {invented.let_through.total() / replies:.1%} through"
    )
    print(
        f"legitimate sentences held back: {held} of {sentences:,} ({held / sentences:.3%}, {MAY_BE_HELD_BACK:.1%} "
        f"allowed); the documented check flags {legitimate.flagged / sentences:.3%}"
    )


def passes(invented: Tally, legitimate: Tally) -> bool:
    """Whether no invented number was streamed, and few enough legitimate sentences were held back."""
    return not invented.missed.total() and legitimate.held <= MAY_BE_HELD_BACK * legitimate.sentences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--replies", type=int, default=10_000, help="of each kind")
    parser.add_argument("--examples", type=int, default=10, help="print so many failures of each kind")
    arguments = parser.parse_args()
    invented, legitimate = judged(arguments.seed, arguments.replies)
    show(invented, legitimate, examples=arguments.examples)
    return 0 if passes(invented, legitimate) else 1


if __name__ == "__main__":
    sys.exit(main())
