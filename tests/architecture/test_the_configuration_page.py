"""`docs/configuration.md` is what the settings classes say, and pages name no variable that no class has."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import pytest
from pydantic import Field, SecretStr

from amy.runtime.settings import ServiceSettings
from amy.runtime.telemetry.settings import TelemetrySettings
from scripts.configuration import PAGE, page, settings_classes, undescribed

ROOT = Path(__file__).resolve().parents[2]
CLASSES = settings_classes()
OTHERS = {"AMY_LOG_LEVEL", "AMY_DATABASE_URL", "AMY_DATA_DIR", "AMY_BASE_URL", "AMY_API_KEY"}
"""Of the log, of `amy up` and of the command line."""
OF_COMPOSE = {"AMY_IMAGES", "AMY_TAG", "AMY_SECRETS", "AMY_HTTP_PORT", "AMY_POSTGRES_IMAGE"}
"""Of `make images` and of `deploy/compose.yaml`."""
NAMED = re.compile(r"\bAMY_(?!EVAL_)[A-Z0-9_]*[A-Z0-9](?![A-Z0-9_])(?!_?[…*<{])")


class Example(ServiceSettings):
    service: ClassVar[str] = "example"
    aliases: ClassVar[Mapping[str, str]] = {"AMY_PATIENCE": "patience_s"}

    door_key: SecretStr
    """Opens the door."""
    patience_s: Annotated[float, Field(gt=0, le=9)] = 2.5
    """How long it waits; one | two."""
    colour: Literal["red", "green"] = "red"
    silent: bool = False


def test_the_page_is_what_the_classes_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(CLASSES), "run `make configuration`"


@pytest.mark.parametrize("service", CLASSES)
def test_every_setting_is_described(service: str) -> None:
    assert undescribed(CLASSES[service]) == []


def test_every_setting_of_telemetry_is_described() -> None:
    assert undescribed(TelemetrySettings) == []


def test_a_setting_without_a_description_is_named() -> None:
    assert undescribed(Example) == ["colour", "silent"]


def test_a_row_has_names_type_limits_default_and_description() -> None:
    rows = page({"example": Example})
    assert "| `AMY_EXAMPLE_DOOR_KEY` | text, **secret** | **must be given** | Opens the door. |" in rows
    assert (
        "| `AMY_PATIENCE` or `AMY_EXAMPLE_PATIENCE_S` | number, seconds, > 0, ≤ 9 | `2.5` |"
        " How long it waits; one \\| two. |" in rows
    )
    assert "| `AMY_EXAMPLE_COLOUR` | `red` or `green` | `red` |" in rows


def test_the_page_shows_no_place_of_the_machine_that_wrote_it() -> None:
    assert str(ROOT) not in PAGE.read_text(encoding="utf-8")


def test_the_pages_name_no_variable_that_no_class_has() -> None:
    known = OTHERS | OF_COMPOSE | set(NAMED.findall(page(CLASSES)))
    known |= {f"AMY_{name.upper()}_{field.upper()}" for name, each in CLASSES.items() for field in each.model_fields}
    pages = [ROOT / "README.md", ROOT / "deploy" / "README.md", *(ROOT / "docs").rglob("*.md")]
    named = {(path.name, name) for path in pages for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    assert {(path, name) for path, name in named if name not in known} == set()
