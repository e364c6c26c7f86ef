"""Whole replies: sentences, lists, tables and headings around the numbers."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from evals.replies.invented import SHAPES
from evals.replies.inventor import Invention, Inventor, NoSuchNumberError
from evals.replies.legitimate import WAYS, say
from evals.replies.prose import FILLERS, FILLERS_HELD_OUT, HEADINGS, SENTENCES
from evals.replies.truth import Known
from evals.replies.worlds import METRICS, Metric, World, make_world
from services.orchestrator.domain.numbers import fact_text

_WAYS: Final = tuple(WAYS)
_WAYS_WITHOUT_DATA: Final = ("echo", "idiom")
_REFERENCE: Final = re.compile(r"\{\{[^{}]*\}\}")
_IN_ITS_OWN_BLOCK: Final = frozenset({"level", "days", "interval", "share", "factor", "change", "rho", "counted"})
"""Slots whose numbers can stand in a table or a heading."""
_LIST_NUMBERS: Final = " ".join(map(str, range(10)))
_MARKS: Final = ("{}",) * 7 + ("**{}**", "*{}*", "`{}`", "_{}_", "[{}](#ds-001)", "({})")


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A sentence or a row of a reply.

    Attributes:
        kind: the name of the way its number is said, or of its shape; "filler" where it has none.
        frame: "sentence", "row", "line" or "block".
        declared: derivations that it declares.
    """

    kind: str
    frame: str
    text: str
    declared: tuple[Known, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Reply:
    """A reply as a mind would write it, references and all.

    Attributes:
        shape: how its invented number is written; empty without one.
        surfaces: what may never be streamed.
        another: a sentence with another invented number of that shape, for a mind that mends one invention by another.
        other_surfaces: what may never be streamed of that one.
    """

    world: World
    text: str
    pieces: tuple[Piece, ...]
    shape: str = ""
    frame: str = ""
    surfaces: tuple[str, ...] = ()
    another: str = ""
    other_surfaces: tuple[str, ...] = ()


def legitimate_reply(rng: Random) -> Reply:
    world = make_world(rng)
    pieces = [_legitimate(rng, world) for _ in range(rng.randint(3, 9))]
    return Reply(world=world, text=_laid_out(rng, pieces, world), pieces=tuple(pieces))


def invented_reply(rng: Random, shape: str) -> Reply:
    """A legitimate reply with one invented number of that shape in a random place.

    Turns are drawn until one does not know the number and does not say it elsewhere.
    """
    while True:
        world = make_world(rng)
        pieces = [_legitimate(rng, world) for _ in range(rng.randint(2, 7))]
        known = (*world.known, *(known for piece in pieces for known in piece.declared))
        try:
            invented, invention = _invented(rng, world, known, shape)
            other, another = _invented(rng, world, known, shape)
        except NoSuchNumberError:
            continue
        rest = _laid_out(rng, pieces, world)
        if _occurs((*invention.surfaces, *another.surfaces), world, rest):
            continue
        pieces.insert(rng.randint(0, len(pieces)), invented)
        return Reply(
            world=world,
            text=_laid_out(rng, pieces, world),
            pieces=tuple(pieces),
            shape=shape,
            frame=invented.frame,
            surfaces=invention.surfaces,
            another=other.text,
            other_surfaces=another.surfaces,
        )


def shown(surface: str, text: str) -> bool:
    """Whether a text shows a surface, not merely as a part of another number or word, invisible characters aside."""
    surface, text = _seen(surface), _seen(text)
    before = r"(?<![^\W_])(?<!\d[.,])" if surface[0].isalnum() else ""
    after = r"(?![^\W_]|[.,]\d)" if surface[-1].isalnum() else ""
    return re.search(before + re.escape(surface) + after, text, re.IGNORECASE) is not None


def _seen(text: str) -> str:
    return "".join(character for character in text if unicodedata.category(character) != "Cf")


def _occurs(surfaces: Sequence[str], world: World, rest: str) -> bool:
    """Whether the rest of a reply shows a surface anyway, in a fact that it cites or as a number of a list."""
    parts = (_REFERENCE.sub(" ", rest), *map(fact_text, world.facts), _LIST_NUMBERS)
    return any(shown(surface, part) for surface in surfaces for part in parts)


def _legitimate(rng: Random, world: World) -> Piece:
    if rng.random() < 0.3:
        kind, fillers = rng.choice((("filler", FILLERS),) * 3 + (("filler, held out", FILLERS_HELD_OUT),))
        return Piece(kind=kind, frame="sentence", text=_filled(rng, world, rng.choice(fillers)))
    kind, said = say(rng, world, _WAYS_WITHOUT_DATA if world.failed else _WAYS)
    frame, text = _framed(rng, world, said.slot, said.text, said.metric)
    return Piece(kind=kind, frame=frame, text=text, declared=said.declared)


def _invented(rng: Random, world: World, known: Sequence[Known], shape: str) -> tuple[Piece, Invention]:
    metric = rng.choice([finding.metric for finding in world.findings] * 2 + [rng.choice(METRICS)])
    invention = SHAPES[shape](Inventor(rng=rng, world=world, known=known, metric=metric))
    if invention.block:
        return Piece(kind=shape, frame="block", text=invention.block), invention
    frame, text = _framed(rng, world, invention.slot, invention.text, metric)
    return Piece(kind=shape, frame=frame, text=text), invention


def _framed(rng: Random, world: World, slot: str, text: str, metric: Metric | None) -> tuple[str, str]:
    """A number in a sentence, a table row or a line of its own, perhaps marked up."""
    marked = rng.choice(_MARKS).format(text) if not set("\n[]") & set(text) else text
    if slot in _IN_ITS_OWN_BLOCK and "\n" not in text and "|" not in text and rng.random() < 0.2:
        name = (metric or world.findings[0].metric).name
        if rng.random() < 0.6:
            return "row", f"| {name} | {marked} |"
        return "line", rng.choice(("### {m}: {q}", "**{m}**: {q}", "{m}: {q}", "## {m}, {q}")).format(m=name, q=marked)
    return "sentence", _filled(rng, world, rng.choice(SENTENCES[slot]), marked, metric)


def _filled(rng: Random, world: World, template: str, number: str = "", metric: Metric | None = None) -> str:
    finding = rng.choice(world.findings)
    window = _over(finding.window)
    paper = world.paper
    text = template.format(
        q=number,
        Q=number[:1].upper() + number[1:] if not number.startswith("{{") else number,
        m=(metric or finding.metric).name,
        o=finding.other.name,
        w=window,
        w_=window[0].upper() + window[1:],
        c=paper.citation if paper else "Shaffer and Ginsberg",
        u=paper.url if paper else "https://example.org",
    )
    return text[0].upper() + text[1:] if text[0].islower() and not template.startswith("{Q}") else text


def _over(window: str) -> str:
    if window == "all data":
        return "over all your data"
    return f"over the {window}" if window.startswith(("last", "past")) else f"in {window}"


def _laid_out(rng: Random, pieces: Sequence[Piece], world: World) -> str:
    """The pieces in their order, as paragraphs, lists and tables."""
    blocks: list[str] = []
    waiting: list[str] = []
    rows: list[str] = []

    def close() -> None:
        if waiting:
            blocks.append(_paragraph(rng, tuple(waiting)))
            waiting.clear()
        if rows:
            head = (
                ["| metric | value |", "|---|---|"] if rng.random() < 0.8 else ["| Metric | Result |", "| :-- | --: |"]
            )
            blocks.append("\n".join([*head, *rows]))
            rows.clear()

    for piece in pieces:
        if piece.frame == "row":
            if waiting:
                close()
            rows.append(piece.text)
            continue
        if rows or piece.frame != "sentence" or len(waiting) >= rng.randint(2, 5):
            close()
        if piece.frame == "sentence":
            waiting.append(piece.text)
        else:
            blocks.append(piece.text)
    close()
    if rng.random() < 0.4:
        heading = _filled(rng, world, rng.choice(HEADINGS))
        blocks.insert(rng.randint(0, len(blocks) - 1), heading)
    return "\n\n".join(blocks)


def _paragraph(rng: Random, sentences: Sequence[str]) -> str:
    style = rng.randrange(8)
    if style == 0:
        return "\n".join(f"- {sentence}" for sentence in sentences)
    if style == 1:
        return "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, start=1))
    if style == 2:
        return "> " + " ".join(sentences)
    if style == 3:
        return "\n".join(f"* {sentence}" for sentence in sentences)
    return (" " if style < 7 else "\n").join(sentences)
