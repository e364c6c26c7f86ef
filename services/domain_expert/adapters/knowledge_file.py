"""The shipped knowledge: one SQLite file, built from Markdown and never changed, searched by words and by meaning."""

import asyncio
import hashlib
import json
import re
import sqlite3
import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from amy.meaning.encoder import Encoder, Vectors
from services.domain_expert.domain.citing import Source
from services.domain_expert.domain.decisions import SearchKnowledge
from services.domain_expert.domain.knowledge.markdown import PassageError, passages_in
from services.domain_expert.domain.knowledge.nearness import Meanings, elsewhere, fused, nearness, places_of
from services.domain_expert.domain.knowledge.passages import Kind, Passage
from services.domain_expert.domain.knowledge.querying import (
    KIND_WORDS,
    LEAST_LOG_ODDS,
    Held,
    rarity,
    share,
    subjects_in,
    terms_of,
)

FOLDER: Final = Path(__file__).parents[1] / "knowledge"
SHIPPED: Final = FOLDER / "knowledge.sqlite3"
FORMAT: Final = 2

_SCHEMA: Final = """
create table about (format integer not null, version text not null, encoder text not null);
create table passage (
  id text primary key, topic text not null, title text not null, about text not null, also text not null,
  kind text not null, text text not null, sha256 text not null, sources text not null
);
create table meaning (passage integer not null, message text not null, vector blob not null);
create virtual table found using fts5 (
  title, also, asked, text, topic, asks, tokenize = "porter unicode61 remove_diacritics 2"
);
"""
_OF_WHAT_IT_FOLLOWS: Final = 0.5
"""How much the message before counts in the meaning of a follow-up that does not point back to it."""
_POINTS_BACK: Final = re.compile(r"\b(?:it|that|this|them|those|these|one)\b", re.IGNORECASE)
_WHOLE: Final = 127
"""What 1 is in a vector of bytes."""
_RANK: Final = "bm25(found, 1.0, 1.0, 1.0, 0.5, 0.5, 0.1)"
"""Weights of title, also, asked, text, topic and the words that ask for a kind."""


def read(folder: Path) -> tuple[Sequence[Passage], Mapping[str, Sequence[str]]]:
    """The passages of a folder of Markdown, and the messages that ask for each, by its id.

    Raises:
        PassageError: the folder breaks the format.
    """
    sources = _sources(folder / "sources")
    passages = [
        passage
        for path in sorted(folder.glob("*.md"))
        if path.stem != "README"
        for passage in passages_in(path.read_text("utf-8"), topic=path.stem, sources=sources)
    ]
    twice = {one.id for one in passages if sum(other.id == one.id for other in passages) > 1}
    if twice:
        raise PassageError(f"Ids are used twice: {', '.join(sorted(twice))}.")
    return passages, _asked(folder / "asked", frozenset(passage.id for passage in passages))


def nothing(folder: Path) -> Sequence[str]:
    """Messages that no passage of the folder answers."""
    file = folder / "nothing.txt"
    return file.read_text("utf-8").splitlines() if file.exists() else ()


def build(folder: Path, file: Path, encoder: Encoder | None = None) -> str:
    """Writes the knowledge file from a folder of Markdown; answers its version.

    Raises:
        PassageError: the folder breaks the format.
    """
    passages, asked = read(folder)
    encoder = encoder or Encoder()
    file.unlink(missing_ok=True)
    with sqlite3.connect(file) as connection:
        connection.executescript(_SCHEMA)
        version = version_of(passages, asked, nothing(folder))
        connection.execute("insert into about values (?, ?, ?)", (FORMAT, version, encoder.sha256))
        for passage in passages:
            _insert(connection, passage, asked.get(passage.id, ()), encoder)
        _insert_nothing(connection, nothing(folder), encoder)
        connection.execute("insert into found (found) values ('optimize')")
    connection.execute("vacuum")
    connection.close()
    return version


def version_of(passages: Sequence[Passage], asked: Mapping[str, Sequence[str]], none: Sequence[str]) -> str:
    """The same for the same passages, asked for by the same messages; `none` asks for no passage."""
    rows = [
        json.dumps([asdict(passage), *sorted(asked.get(passage.id, ()))], sort_keys=True, ensure_ascii=False)
        for passage in passages
    ]
    rows += sorted(none)
    return hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()[:16]


def _sources(folder: Path) -> Mapping[str, Source]:
    found: dict[str, Source] = {}
    for path in sorted(folder.glob("*.toml")):
        for name, entry in tomllib.loads(path.read_text("utf-8")).items():
            if name in found:
                raise PassageError(f"{path.name}: the source {name} is there already.")
            found[name] = _source(entry, where=f"{path.name}, {name}")
    return found


def _source(entry: Mapping[str, Any], *, where: str) -> Source:
    try:
        return Source(
            title=entry["title"],
            publisher=entry["publisher"],
            year=entry["year"],
            url=entry["url"],
            doi=entry["doi"],
            licence=entry["licence"],
        )
    except KeyError as error:
        raise PassageError(f"{where}: the source has no {error.args[0]}.") from None


def _asked(folder: Path, known: frozenset[str]) -> Mapping[str, Sequence[str]]:
    """How people ask for each passage, by its id: lines of an id, a tab and a message."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            name, _, message = line.partition("\t")
            if name not in known or not message:
                raise PassageError(f"{path.name}: {line[:80]!r} asks for no passage.")
            found.setdefault(name, []).append(message)
    return found


def _insert(connection: sqlite3.Connection, passage: Passage, asked: Sequence[str], encoder: Encoder) -> None:
    sources = json.dumps([asdict(source) for source in passage.sources], ensure_ascii=False)
    row = connection.execute(
        "insert into passage values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            passage.id,
            passage.topic,
            passage.title,
            "\n".join(passage.about),
            "\n".join(passage.also),
            passage.kind.value,
            passage.text,
            passage.sha256,
            sources,
        ),
    ).lastrowid
    about = " ".join(name.replace("_", " ") for name in passage.about)
    connection.execute(
        "insert into found (rowid, title, also, asked, text, topic, asks) values (?, ?, ?, ?, ?, ?, ?)",
        (
            row,
            passage.title,
            " ; ".join(passage.also),
            " ; ".join(asked),
            passage.text,
            f"{passage.topic.replace('_', ' ')} {about}",
            KIND_WORDS[passage.kind],
        ),
    )
    texts = (passage.spoken, passage.title, *passage.also, *asked)
    messages = ("", *texts[1:])
    vectors = np.rint(encoder.vectors(texts) * _WHOLE).astype(np.int8)
    connection.executemany(
        "insert into meaning values (?, ?, ?)",
        [(row, message, vector.tobytes()) for message, vector in zip(messages, vectors, strict=True)],
    )


def _insert_nothing(connection: sqlite3.Connection, messages: Sequence[str], encoder: Encoder) -> None:
    """Under the passage 0, which there is not."""
    vectors = np.rint(encoder.vectors(messages) * _WHOLE).astype(np.int8) if messages else ()
    connection.executemany(
        "insert into meaning values (0, ?, ?)",
        [(message, vector.tobytes()) for message, vector in zip(messages, vectors, strict=True)],
    )


class KnowledgeFile:
    """A `Knowledge`. Reads on a thread of its own.

    Args:
        file: what `build` wrote.
        encoder: reads questions; where the file was built with another one, what passages mean is read anew with it.

    Raises:
        ValueError: the file is of another format, or a passage is not what was built.
    """

    def __init__(self, file: Path = SHIPPED, encoder: Encoder | None = None) -> None:
        self._encoder = encoder or Encoder()
        self._connection = sqlite3.connect(
            f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="knowledge")
        self.format, self.version, built_with = self._connection.execute("select * from about").fetchone()
        if self.format != FORMAT:
            raise ValueError(f"{file.name} has the format {self.format}; this service reads {FORMAT}.")
        self._passages = {row: self._read(values) for row, *values in self._rows()}
        self._places = {row: at for at, row in enumerate(self._passages)}
        self._meanings = self._meant(is_built_with_it=built_with == self._encoder.sha256)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the passages, in lower case: general words, and nobody's name."""
        texts = (f"{each.title} {' '.join(each.also)} {each.text}" for each in self._passages.values())
        return frozenset(word for text in texts for word in re.findall(r"[a-z]+(?:-[a-z]+)*", text.lower()))

    @property
    def passages(self) -> Sequence[Passage]:
        return tuple(self._passages.values())

    async def search(self, asked: SearchKnowledge, *, limit: int) -> Sequence[Passage]:
        """The passages that answer, the best first; none if none holds enough of what the query is about."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.find, asked, limit)

    def find(self, asked: SearchKnowledge, limit: int) -> Sequence[Passage]:
        """As `search`, on the thread that calls it."""
        ranked, held = self.ranked(asked, limit)
        return ranked if held is not None and held.log_odds >= LEAST_LOG_ODDS else ()

    def ranked(self, asked: SearchKnowledge, limit: int) -> tuple[Sequence[Passage], Held | None]:
        """The passages that come nearest, and how well the first fits; None where the query has no subject."""
        terms = terms_of(f"{asked.query} {asked.follows}")
        holding = {term: self._holding(term) for term in subjects_in(terms)}
        if not any(holding.values()):
            return (), None
        rarities = {term: rarity(len(rows), len(self._passages)) for term, rows in holding.items()}
        words = self._by_words(terms)
        meant = self._meant_by(asked.query, asked.follows)
        meaning = nearness(meant, self._meanings)
        first = np.argsort(-fused(meaning, words), kind="stable")[:limit]
        rows = list(self._passages)
        best = self._passages[rows[first[0]]]
        held = Held(
            meaning=float(meaning[first[0]]),
            elsewhere=elsewhere(meant, self._meanings),
            covered=share((term for term, found in holding.items() if rows[first[0]] in found), rarities),
            known=share((term for term, found in holding.items() if found), rarities),
            score=float(words.max()) / len(terms),
            terms=len(terms),
            named=bool(set(asked.about) & set(best.about)),
        )
        return tuple(self._passages[rows[at]] for at in first), held

    def _meant_by(self, query: str, follows: str) -> Vectors:
        both = self._encoder.vectors([query, follows])
        summed = both[0] + (1.0 if _POINTS_BACK.search(query) else _OF_WHAT_IT_FOLLOWS) * both[1]
        return np.asarray(summed / max(float(np.linalg.norm(summed)), 1e-9), dtype=np.float32)

    async def close(self) -> None:
        self._thread.shutdown()
        self._connection.close()

    def _by_words(self, terms: Sequence[str]) -> NDArray[np.float64]:
        """Of each passage, the score of BM25; 0 where it shares no term."""
        scores = np.zeros(len(self._passages))
        query = " OR ".join(f'"{term}"' for term in terms)
        found = self._connection.execute(f"select rowid, -{_RANK} from found where found match ?", (query,))  # noqa: S608, constants
        for row, score in found:
            scores[self._places[row]] = score
        return scores

    def _meant(self, *, is_built_with_it: bool) -> Meanings:
        held = self._connection.execute("select passage, message, vector from meaning order by rowid").fetchall()
        stored = (
            np.frombuffer(b"".join(vector for *_, vector in held), dtype=np.int8).reshape(len(held), -1)
            if is_built_with_it
            else self._encoder.vectors([message or self._passages[row].spoken for row, message, _ in held])
        )
        is_text = np.array([not message for _, message, _ in held])
        is_nothing = np.array([not row for row, *_ in held])
        owners = [self._places[row] for row, message, _ in held if message and row]
        return Meanings(
            texts=_scaled(stored[is_text]),
            messages=_scaled(stored[~is_text & ~is_nothing]),
            of_passage=places_of(owners, len(self._passages)),
            nothing=_scaled(stored[is_nothing]),
        )

    def _holding(self, term: str) -> frozenset[int]:
        rows = self._connection.execute(
            "select rowid from found where found match ?", (f'{{title also asked text topic}} : "{term}"',)
        )
        return frozenset(row for (row,) in rows)

    def _rows(self) -> sqlite3.Cursor:
        return self._connection.execute(
            "select rowid, id, topic, title, about, also, kind, text, sha256, sources from passage order by rowid"
        )

    @staticmethod
    def _read(values: Sequence[str]) -> Passage:
        id_, topic, title, about, also, kind, text, sha256, sources = values
        passage = Passage(
            id=id_,
            topic=topic,
            title=title,
            about=tuple(about.splitlines()),
            also=tuple(also.splitlines()),
            kind=Kind(kind),
            text=text,
            sources=tuple(Source(**source) for source in json.loads(sources)),
        )
        if passage.sha256 != sha256:
            raise ValueError(f"The passage {id_} is not what was built.")
        return passage


def _scaled(stored: Vectors | NDArray[np.int8]) -> Vectors:
    """Vectors of bytes as what they stand for; others as they are."""
    vectors = stored.astype(np.float32, copy=False)
    return vectors / np.float32(_WHOLE) if stored.dtype == np.int8 else vectors
