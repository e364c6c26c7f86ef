"""Nothing that a file, a memory or a model says reaches a terminal as anything but text."""

import json
import unicodedata

import pytest
from hypothesis import example, given
from rich.text import Text

from amy.cli.text import clean, clean_json, safe
from tests.unit.text.hostile import HORRORS, hostile_text

DRIVES = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


def driving(text: str) -> list[str]:
    return [c for c in text if unicodedata.category(c) in DRIVES and c not in "\n\t\N{ZERO WIDTH JOINER}"]


@given(hostile_text())
@example("\\")
@example("[b]\\\\\\")
def test_printed_text_holds_nothing_that_drives_a_terminal_or_that_rich_would_read(text: str) -> None:
    assert not driving(clean(text))
    printed = Text.from_markup(f"{safe(text)}[bold]![/]")
    assert printed.plain == f"{clean(text)}!"
    assert [str(span.style) for span in printed.spans if span.start < span.end] == ["bold"]
    assert Text.from_markup(safe(text)).plain == clean(text)
    assert not [span for span in Text.from_markup(safe(text)).spans if span.start < span.end]


@given(hostile_text())
def test_printed_json_says_the_same_and_drives_nothing(text: str) -> None:
    line = clean_json(json.dumps({"answer": text}, ensure_ascii=False))
    assert not driving(line)
    assert json.loads(line) == {"answer": text}


@pytest.mark.parametrize("horror", HORRORS)
def test_no_escape_sequence_survives(horror: str) -> None:
    for printed in (clean(horror), clean_json(json.dumps(horror, ensure_ascii=False))):
        assert "\x1b" not in printed
        assert "\x9b" not in printed
        assert "\u202e" not in printed


def test_words_of_every_script_and_emoji_stay() -> None:
    assert clean("Øl 散歩 👩\N{ZERO WIDTH JOINER}💻\n\t-") == "Øl 散歩 👩\N{ZERO WIDTH JOINER}💻\n\t-"
