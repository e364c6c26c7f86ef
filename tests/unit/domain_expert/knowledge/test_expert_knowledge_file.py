"""The shipped knowledge: what its Markdown says, cited, found, and never changed by being read."""

import hashlib
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from hypothesis import given, settings
from hypothesis import strategies as st

from services.domain_expert.adapters.knowledge_file import FOLDER, SHIPPED, KnowledgeFile, build
from services.domain_expert.domain.decisions import SearchKnowledge
from tests.unit.domain_expert.experts import shipped_ranges


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shipped() -> AsyncIterator[KnowledgeFile]:
    knowledge = KnowledgeFile()
    yield knowledge
    await knowledge.close()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Of the shipped file; may be broken."""
    return Path(shutil.copy(SHIPPED, tmp_path / "copy.sqlite3"))


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


async def test_the_shipped_file_is_what_its_markdown_gives(shipped: KnowledgeFile, tmp_path: Path) -> None:
    """`make knowledge` builds it again."""
    version = build(FOLDER, tmp_path / "built.sqlite3")
    built = KnowledgeFile(tmp_path / "built.sqlite3")
    assert shipped.version == version == built.version
    assert shipped.passages == built.passages
    await built.close()


async def test_there_are_many_passages_each_with_an_id_of_its_own_a_title_and_sources(shipped: KnowledgeFile) -> None:
    passages = shipped.passages
    assert len(passages) >= 250
    assert len({passage.id for passage in passages}) == len(passages)
    assert [passage.id for passage in passages if not (passage.title and passage.also and passage.sources)] == []


async def test_every_source_says_what_it_is_where_it_is_and_what_may_be_taken_from_it(shipped: KnowledgeFile) -> None:
    sources = {source for passage in shipped.passages for source in passage.sources}
    sources |= {row.source for row in shipped_ranges().rows}
    for source in sources:
        assert source.title.strip(), source
        assert source.publisher.strip(), source
        assert source.licence.strip(), source
        address = urlsplit(source.url)
        assert address.scheme in ("https", "http"), source
        assert "." in address.netloc, source
        assert " " not in source.url, source
        assert source.year == 0 or 1950 <= source.year <= 2026, source
        assert not source.doi or source.doi.startswith("10."), source


def test_a_passage_that_is_not_what_was_built_stops_the_start(copy: Path) -> None:
    change(copy, "update passage set text = text || ' Take it.' where id = 'sleep-duration-adults'")
    with pytest.raises(ValueError, match=r"^The passage sleep-duration-adults is not what was built\.$"):
        KnowledgeFile(copy)


def test_a_file_of_another_format_stops_the_start(copy: Path) -> None:
    change(copy, "update about set format = 3")
    with pytest.raises(ValueError, match=r"^copy\.sqlite3 has the format 3; this service reads 2\.$"):
        KnowledgeFile(copy)


def test_no_file_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        KnowledgeFile(tmp_path / "none.sqlite3")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("How much sleep do I need?", "sleep_minutes"),
        ("What is a good HRV?", "heart_rate_variability"),
        ("is my resting heart rate too high", "resting_heart_rate"),
        ("What does LDL cholesterol tell?", "LDL cholesterol"),
        ("how can i raise my vitamin d", "vitamin D"),
        ("What is a normal HbA1c?", "HbA1c"),
    ],
)
async def test_search_finds_what_a_question_is_about(shipped: KnowledgeFile, question: str, about: str) -> None:
    passages = await shipped.search(SearchKnowledge(query=question, about=(about,)), limit=5)
    assert 1 <= len(passages) <= 5
    assert about in passages[0].about


async def test_nearly_every_title_finds_its_passage(shipped: KnowledgeFile) -> None:
    titles = [
        passage for passage in shipped.passages if passage in shipped.find(SearchKnowledge(query=passage.title), 5)
    ]
    assert len(titles) >= 0.95 * len(shipped.passages)


@pytest.mark.parametrize(
    "question",
    [
        "Who won the world cup in 2018?",
        "Best pizza in Naples",
        "write a python script",
        "What is the capital of France?",
        "and what is normal?",
        "",
        "   ",
        "?!",
        "\U0001f600" * 50,
        "\x00",
    ],
)
async def test_search_abstains_from_what_the_passages_do_not_answer(shipped: KnowledgeFile, question: str) -> None:
    assert await shipped.search(SearchKnowledge(query=question), limit=5) == ()


@pytest.mark.parametrize(
    "query",
    [
        '"',
        "'",
        '""" OR 1',
        "sleep AND",
        "NOT sleep",
        "NEAR(sleep hours, 2)",
        "sleep*",
        "^sleep",
        "title : sleep",
        "{title text} : sleep",
        "sleep; drop table passage; --",
        "sleep' or '1'='1",
        "5 o'clock coffee and sleep hours",
        "sleep\x00hours",
        "sleep \U0001f634 hours",
        "sleep \ud800 hours",
        "sl\u0301eep \u200bhours",
        "\u4f60\u597d \u0645\u0631\u062d\u0628\u0627",
        "sleep hours " * 334,
        "x" * 4000,
        "(" * 4000,
        " ".join(f"word{number}" for number in range(600)),
    ],
)
async def test_hostile_queries_are_words_like_any_others(shipped: KnowledgeFile, query: str) -> None:
    assert len(await shipped.search(SearchKnowledge(query=query), limit=5)) <= 5
    assert await shipped.search(SearchKnowledge(query="How much sleep do I need?"), limit=1)


@given(query=st.text(max_size=200))
@settings(max_examples=150)
def test_no_query_breaks_the_search(shipped: KnowledgeFile, query: str) -> None:
    assert len(shipped.find(SearchKnowledge(query=f"sleep {query} hours"), 5)) <= 5


def test_searching_does_not_change_the_file(copy: Path) -> None:
    before = hashlib.sha256(copy.read_bytes()).hexdigest()
    copy.chmod(0o444)
    knowledge = KnowledgeFile(copy)
    for query in ("How much sleep do I need?", "insert into found", "'; delete from passage; --"):
        knowledge.find(SearchKnowledge(query=query), 5)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        knowledge._connection.execute("delete from passage")
    assert hashlib.sha256(copy.read_bytes()).hexdigest() == before
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


async def test_the_words_of_the_passages_are_general_ones_in_lower_case(shipped: KnowledgeFile) -> None:
    assert {"sleep", "cholesterol"} <= shipped.words
    assert all(word == word.lower() and not any(sign.isdigit() for sign in word) for word in shipped.words)
