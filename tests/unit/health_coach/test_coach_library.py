"""The library of strategies: what is shipped keeps its format, and a mistake stops the start."""

from pathlib import Path

import pytest

from services.health_coach.adapters.library_files import FOLDER, LibraryFiles
from services.health_coach.domain.strategy import Strategy
from services.health_coach.domain.tags import Tag
from services.health_coach.domain.topics import Topic
from tests.unit.health_coach.coaching import LIBRARY

STRATEGY = """
[[strategy]]
id = "walk"
topics = ["steps"]
text = "walk"
how_it_helps = "It helps."
tags = ["walking"]
fits = []
goal = { by = "days", days = 3 }
technique_ids = ["BCIO:007003"]
source = { title = "T", publisher = "P", url = "https://example.org" }
"""


def folder_with(tmp_path: Path, text: str, name: str = "steps.toml") -> Path:
    (tmp_path / "techniques.toml").write_text('"BCIO:007003" = "set behaviour goal"\n', "utf-8")
    (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_the_format_is_read(tmp_path: Path) -> None:
    (strategy,) = LibraryFiles(folder_with(tmp_path, STRATEGY)).strategies
    assert (strategy.id, strategy.topics, strategy.tags) == ("walk", (Topic.STEPS,), frozenset({Tag.WALKING}))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('topics = ["steps"]', 'topics = ["stepps"]'),
        ('topics = ["steps"]', 'topics = ["sleep"]'),
        ('tags = ["walking"]', 'tags = ["wandering"]'),
        ('technique_ids = ["BCIO:007003"]', 'technique_ids = ["BCIO:000000"]'),
        ('technique_ids = ["BCIO:007003"]', "technique_ids = []"),
        ('by = "days", days = 3', 'by = "days", days = 9'),
        ('by = "days", days = 3', 'by = "level", metric = "weight_kg"'),
        ("https://example.org", "http://example.org"),
        ('text = "walk"', ""),
    ],
)
def test_a_mistake_is_told_with_file_and_id(tmp_path: Path, right: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=r"steps\.toml, walk"):
        LibraryFiles(folder_with(tmp_path, STRATEGY.replace(right, wrong)))


def test_an_id_is_there_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="twice"):
        LibraryFiles(folder_with(tmp_path, STRATEGY * 2))


@pytest.mark.parametrize("strategy", LIBRARY.strategies, ids=lambda each: each.id)
def test_a_strategy_reads_as_a_step(strategy: Strategy) -> None:
    assert strategy.text[0].islower()
    assert not strategy.text.endswith(".")
    assert strategy.how_it_helps[0].isupper()
    assert strategy.how_it_helps.endswith(".")
    assert not set('"“”{}[]?') & set(strategy.text + strategy.how_it_helps)
    assert len(f"{strategy.text} {strategy.how_it_helps}".split()) <= 45
    assert not any(strategy.text in other.text for other in LIBRARY.strategies if other.id != strategy.id)


def test_there_is_something_for_every_topic() -> None:
    for topic in Topic:
        assert topic is Topic.GENERAL or any(topic in strategy.topics for strategy in LIBRARY.strategies)


def test_every_tag_is_in_the_readme() -> None:
    readme = (FOLDER / "README.md").read_text("utf-8")
    assert all(f" {tag}" in readme.replace("`", " ") for tag in Tag)
