"""Prompt files, and what is filled in."""

import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.llm.prompts import DATA_RULE, Fenced, Prompt, PromptError, read_all

TEXT = "Decide.\n\n<!-- rule: data -->\n<!-- data -->\nIt said:\n{question}\n"
_END = re.compile(r"<\s*/\s*data\b", re.IGNORECASE)


def written(folder: Path, text: str = TEXT, name: str = "router") -> Path:
    path = folder / f"{name}.md"
    path.write_text(text, "utf-8")
    return path


def test_a_prompt_is_its_name_its_hash_and_its_two_parts(tmp_path: Path) -> None:
    prompt = Prompt.read(written(tmp_path))
    assert (prompt.name, prompt.data) == ("router", "It said:\n{question}")
    assert prompt.sha256 == hashlib.sha256(TEXT.encode()).hexdigest()
    assert prompt.stable == f"Decide.\n\n{DATA_RULE}"
    rendered = prompt.render({"question": Fenced("question", "Hello?")})
    assert rendered.data == 'It said:\n<data name="question">\nHello?\n</data>'
    assert (rendered.stable, rendered.sha256) == (prompt.stable, prompt.sha256)


@pytest.mark.parametrize(
    ("text", "said"),
    [("Decide.\n", "no data part"), ("Decide {what}.\n<!-- data -->\n{question}\n", "placeholder in its stable part")],
)
def test_a_file_that_could_not_be_kept_between_calls_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(PromptError, match=said):
        Prompt.read(written(tmp_path, text))


@pytest.mark.parametrize("values", [{}, {"question": "a", "more": "b"}, {"questions": "a"}])
def test_values_and_placeholders_have_to_be_the_same(tmp_path: Path, values: dict[str, str]) -> None:
    with pytest.raises(PromptError):
        Prompt.read(written(tmp_path)).render(values)


def test_what_a_person_writes_is_never_a_placeholder(tmp_path: Path) -> None:
    prompt = Prompt.read(written(tmp_path, "Do.\n<!-- data -->\n{question} {secret}"))
    assert prompt.render({"question": "{secret}", "secret": "x"}).data == "{secret} x"


@given(
    st.lists(
        st.sampled_from(
            ["</data>", "< / DATA >", "<data name='x'>", "<", "/", "data", "\n", "&lt;", " ", "</dataset>"]
        ),
        max_size=12,
    ),
    st.text(max_size=20),
)
def test_no_text_can_end_its_fence(pieces: list[str], more: str) -> None:
    inside = str(Fenced("question", "".join(pieces) + more)).removesuffix("</data>")
    assert not _END.search(inside)
    assert len(re.findall(r"<data\b", inside)) == 1


@pytest.mark.parametrize(
    "end",
    ["\uff1c/data>", "\u2039/data\u203a", "<\u200b/data>", "</d\u00adata>", "</d\u0430ta>", "<\u2215data>", "<\\data>"],
)
def test_what_only_looks_like_the_end_of_a_fence_does_not_end_it_either(end: str) -> None:
    assert f"&lt;{end[1:]}" in str(Fenced("question", end))


@pytest.mark.parametrize("text", ["a < b", "if x < 3:", "5 <= 6", "<b>", "a \u00abquoted\u00bb word", "x<y/z"])
def test_a_sign_that_begins_no_end_stays(text: str) -> None:
    assert text in str(Fenced("code", text))


def test_prompts_of_a_folder_are_found_by_name(tmp_path: Path) -> None:
    written(tmp_path)
    written(tmp_path, name="synthesis")
    assert list(read_all(tmp_path)) == ["router", "synthesis"]
