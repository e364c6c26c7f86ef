"""What texts mean: pieces of words, their vectors, and how near a question is to passages."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.meaning.encoder import SHIPPED, Encoder, write
from amy.meaning.wordpieces import pieces, words
from services.domain_expert.adapters.knowledge_file import KnowledgeFile
from services.domain_expert.domain.decisions import SearchKnowledge
from services.domain_expert.domain.knowledge.nearness import Meanings, elsewhere, fused, nearness, places_of

VOCABULARY = {"sleep": 0, "##ing": 1, "s": 2, "##leep": 3}


@pytest.mark.parametrize(
    ("word", "expected"), [("sleep", (0,)), ("sleeping", (0, 1)), ("sleeps", ()), ("x", ()), ("s" * 41, ())]
)
def test_a_word_is_cut_into_the_longest_pieces_or_not_known_at_all(word: str, expected: tuple[int, ...]) -> None:
    assert pieces(word, VOCABULARY) == expected


def test_words_are_in_lower_case_without_accents_and_numbers_apart() -> None:
    assert words("Caf\u00e9-SpO2, 93%!") == ["cafe", "spo", "2", "93"]


@given(st.text(max_size=300))
def test_any_text_has_a_vector_of_length_one_or_none(text: str) -> None:
    length = float(np.linalg.norm(ENCODER.vectors([text])[0]))
    assert abs(length - 1) < 1e-4 or length == 0


ENCODER = Encoder()


def test_an_encoder_is_read_as_it_was_written_and_only_with_its_hash(tmp_path: Path) -> None:
    table = np.array([[1, 0, 0.5], [0, -1, 0.25]], dtype=np.float32)
    write(tmp_path / "small.npz", ["heart", "rate"], table)
    encoder = Encoder(tmp_path / "small.npz")
    found = encoder.vectors(["heart", "rate", "heart rate", "nothing"])
    expected = table / np.linalg.norm(table, axis=1, keepdims=True)
    assert np.allclose(found[:2], expected, atol=0.01)
    assert np.allclose(found[2], (table[0] + table[1]) / np.linalg.norm(table[0] + table[1]), atol=0.01)
    assert not found[3].any()
    assert Encoder(tmp_path / "small.npz", sha256=encoder.sha256.upper()).sha256 == encoder.sha256
    with pytest.raises(ValueError, match=r"^small\.npz has the SHA-256 "):
        Encoder(tmp_path / "small.npz", sha256="0" * 64)


def test_another_encoder_reads_what_passages_mean_anew(tmp_path: Path) -> None:
    write(tmp_path / "other.npz", ["sleep", "hours", "need"], np.eye(3, dtype=np.float32))
    other = KnowledgeFile(encoder=Encoder(tmp_path / "other.npz"))
    assert other._meanings.texts.shape[1] == 3
    ranked, _ = other.ranked(SearchKnowledge(query="How many hours of sleep do I need?"), 5)
    assert len(ranked) == 5


def test_the_shipped_file_was_built_with_the_shipped_encoder() -> None:
    knowledge = KnowledgeFile()
    built = knowledge._connection.execute("select encoder from about").fetchone()[0]
    assert built == Encoder(SHIPPED).sha256


def test_a_passage_is_as_near_as_its_three_nearest_messages_and_its_text() -> None:
    messages = np.array([[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1], [0, 1]], dtype=np.float32)
    meanings = Meanings(
        texts=np.array([[1, 0], [0, 1]], dtype=np.float32),
        messages=messages,
        of_passage=places_of([0, 0, 0, 0, 1, 1, 1], 2),
        nothing=np.array([[0, 1]] * 3, dtype=np.float32),
    )
    question = np.array([1, 0], dtype=np.float32)
    assert nearness(question, meanings).tolist() == [1.0, 0.0]
    assert elsewhere(question, meanings) == 0.0
    assert elsewhere(np.array([0, 1], dtype=np.float32), meanings) == 1.0


def test_words_lift_what_means_the_same_and_nothing_where_none_is_shared() -> None:
    meaning = np.array([0.5, 0.5])
    assert fused(meaning, np.array([0.0, 4.0])).tolist() == [0.5, 0.6]
    assert fused(meaning, np.zeros(2)).tolist() == [0.5, 0.5]


async def test_a_follow_up_is_searched_with_what_it_goes_on_from() -> None:
    knowledge = KnowledgeFile()
    alone = await knowledge.search(SearchKnowledge(query="and for somebody of 70?"), limit=3)
    after = await knowledge.search(
        SearchKnowledge(query="and for somebody of 70?", follows="How much deep sleep is normal?"), limit=3
    )
    assert any("deep_sleep_minutes" in passage.about for passage in after)
    assert not any("deep_sleep_minutes" in passage.about for passage in alone)
