"""The format that authors of passages write: read as meant, or refused with the passage's name and what is wrong."""

from pathlib import Path

import pytest

from services.domain_expert.adapters.knowledge_file import KnowledgeFile, build
from services.domain_expert.domain.decisions import SearchKnowledge
from services.domain_expert.domain.knowledge.markdown import FEWEST_WORDS, MOST_WORDS, PassageError, passages_in
from services.domain_expert.domain.knowledge.passages import Kind
from tests.unit.domain_expert.experts import OTHER, SOURCE

SOURCES = {"one": SOURCE, "two": OTHER}
WORDS = " ".join(["word"] * FEWEST_WORDS)
GOOD = f"""# Sleep

## sleep-hours
title: Hours of sleep: how many
about: sleep_minutes, vitamin D
also: how long to sleep,  sleep need
kind: usual
source: one, two

{WORDS}
on a second line.

## sleep-why
title: Why
about:
also:
kind: causes
source: two

{WORDS}
"""
TOML = """[{name}]
title = "On sleep"
publisher = "A journal"
year = 2020
url = "https://sleep.example/1"
doi = ""
licence = "facts only"
"""


def test_passages_are_read_as_they_are_written() -> None:
    first, second = passages_in(GOOD, topic="sleep", sources=SOURCES)
    assert (first.id, first.topic, first.title, first.kind) == (
        "sleep-hours",
        "sleep",
        "Hours of sleep: how many",
        Kind.USUAL,
    )
    assert first.about == ("sleep_minutes", "vitamin D")
    assert first.also == ("how long to sleep", "sleep need")
    assert first.sources == (SOURCE, OTHER)
    assert first.text == f"{WORDS} on a second line."
    assert (second.id, second.about, second.also, second.sources) == ("sleep-why", (), (), (OTHER,))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kind: usual\n", "", "sleep, sleep-hours: its particulars are about, also, kind, source, title, each once."),
        ("kind: usual\n", "kind: usual\nmood: good\n", "sleep, sleep-hours: its particulars are"),
        ("title: Why\n", "Title: Why\n", "sleep: a section is not a passage."),
        ("source: two\n\n", "source: two\n", "sleep: a section is not a passage."),
        ("## sleep-why", "## sleep why", "sleep: a section is not a passage."),
        ("## sleep-hours", "## Sleep-hours", "sleep, Sleep-hours: an id is words in lower case with hyphens."),
        ("kind: usual", "kind: gossip", "sleep, sleep-hours: a kind is one of meaning, usual, causes, improving,"),
        (
            "source: one, two",
            "source: three",
            "sleep, sleep-hours: it needs sources that the sources' files hold, not three.",
        ),
        ("source: one, two", "source:", "sleep, sleep-hours: it needs sources that the sources' files hold, not none."),
        (
            "on a second",
            "\nin a second paragraph",
            "sleep, sleep-hours: a passage is one paragraph of 30 to 125 words.",
        ),
        (f"{WORDS}\non a second line.", f"{WORDS[5:]}", "sleep, sleep-hours: a passage is one paragraph of 30 to"),
        ("on a second", "long " * MOST_WORDS, "sleep, sleep-hours: a passage is one paragraph of 30 to 125 words."),
    ],
)
def test_what_breaks_the_format_is_refused_by_name(old: str, new: str, message: str) -> None:
    assert GOOD.count(old) >= 1
    with pytest.raises(PassageError) as refused:
        passages_in(GOOD.replace(old, new, 1), topic="sleep", sources=SOURCES)
    assert str(refused.value).startswith(message)


def test_a_passage_may_have_as_few_and_as_many_words_as_said() -> None:
    for words in (FEWEST_WORDS, MOST_WORDS):
        text = GOOD.replace(f"{WORDS}\non a second line.", " ".join(["word"] * words))
        assert len(passages_in(text, topic="sleep", sources=SOURCES)[0].text.split()) == words


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of two passages that builds."""
    (tmp_path / "sources").mkdir()
    (tmp_path / "asked").mkdir()
    (tmp_path / "sleep.md").write_text(GOOD, "utf-8")
    (tmp_path / "README.md").write_text("## not a passage", "utf-8")
    (tmp_path / "sources" / "all.toml").write_text(TOML.format(name="one") + TOML.format(name="two"), "utf-8")
    (tmp_path / "asked" / "some.tsv").write_text("sleep-hours\thow long should I snooze\n", "utf-8")
    return tmp_path


async def test_a_folder_builds_a_file_that_finds_by_title_by_text_and_by_what_was_asked(folder: Path) -> None:
    version = build(folder, folder / "built #1.sqlite3")
    knowledge = KnowledgeFile(folder / "built #1.sqlite3")
    assert knowledge.version == version
    assert [passage.id for passage in knowledge.passages] == ["sleep-hours", "sleep-why"]
    for query in ("hours", "line", "snooze"):
        assert knowledge.ranked(SearchKnowledge(query=query), 1)[0][0].id == "sleep-hours"
    await knowledge.close()


def test_the_version_tells_whether_passages_or_what_was_asked_changed(folder: Path) -> None:
    file = folder / "built.sqlite3"
    first = build(folder, file)
    assert build(folder, file) == first
    asked = folder / "asked" / "some.tsv"
    asked.write_text("sleep-hours\thow long should I doze\n", "utf-8")
    second = build(folder, file)
    (folder / "sleep.md").write_text(GOOD.replace("title: Why", "title: Reasons"), "utf-8")
    assert len({first, second, build(folder, file)}) == 3


@pytest.mark.parametrize(
    ("path", "more", "message"),
    [
        ("asked/some.tsv", "nap-hours\thow long\n", "some.tsv: 'nap-hours\\thow long' asks for no passage."),
        ("asked/some.tsv", "sleep-hours\n", "some.tsv: 'sleep-hours' asks for no passage."),
        ("asked/some.tsv", "\n", "some.tsv: '' asks for no passage."),
        ("sources/more.toml", TOML.format(name="one"), "more.toml: the source one is there already."),
        ("sources/more.toml", '[three]\ntitle = "x"\n', "more.toml, three: the source has no publisher."),
        ("nap.md", GOOD, "Ids are used twice: sleep-hours, sleep-why."),
        ("nap.md", "## nap\n", "nap: a section is not a passage."),
    ],
)
def test_a_folder_that_breaks_the_format_leaves_the_file_as_it_was(
    folder: Path, path: str, more: str, message: str
) -> None:
    file = folder / "built.sqlite3"
    file.write_bytes(b"as it was")
    with (folder / path).open("a", encoding="utf-8") as opened:
        opened.write(more)
    with pytest.raises(PassageError) as refused:
        build(folder, file)
    assert str(refused.value) == message
    assert file.read_bytes() == b"as it was"
