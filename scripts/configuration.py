"""Writes `docs/configuration.md`: every setting of every service, as the settings classes have it."""

import importlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib.metadata import entry_points
from inspect import get_annotations
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from amy.llm.settings import MindSettings
from amy.runtime.database import DatabaseSettings
from amy.runtime.settings import EnvironmentSettings, ServiceSettings
from amy.runtime.telemetry.settings import TelemetrySettings

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "configuration.md"
_INTRODUCTION: Final = """\
# Configuration

Each service reads its settings once, at its start, from environment variables. `make configuration` writes this page
from the settings classes, `services/<name>/settings.py` and `gateway/settings.py`. `amy up` gives every service its
address, its database and the mesh token ([command line](cli.md#amy-up)). How a system is run:
[operating](operating.md).

Two variables are read beside the classes: `AMY_LOG_LEVEL` (`DEBUG`, `INFO`, `WARNING`, `ERROR`; default `INFO`) by
every service, and `AMY_DATABASE_URL` by `amy up` alone. Where a row has two names, the one that names the service
outranks the other. A **secret** is never logged; keep it out of files that others read.
"""
_HEAD: Final = "| variable | type | default | what it does |\n| --- | --- | --- | --- |\n"
_ANY: Final = "<SERVICE>"
_TELEMETRY: Final = "Of every process; nothing is collected unless one of the first is set ([telemetry](telemetry.md))."
_TYPES: Final[Mapping[object, str]] = {
    str: "text",
    SecretStr: "text, **secret**",
    bool: "true or false",
    int: "whole number",
    float: "number",
    Path: "path",
}
_UNITS: Final[Mapping[str, str]] = {
    "_s": "seconds",
    "_bytes": "bytes",
    "_kb": "KiB",
    "_mb": "MiB",
    "_usd": "US dollars",
    "_per_minute": "a minute",
}
_MIB: Final = 1 << 20


def settings_classes() -> Mapping[str, type[ServiceSettings]]:
    """The settings class of each service that `amy up` starts, by its name."""
    packages = {point.name: point.module.removesuffix(".__main__") for point in entry_points(group="amy.services")}
    return {name: importlib.import_module(f"{packages[name]}.settings").Settings for name in sorted(packages)}


def page(classes: Mapping[str, type[ServiceSettings]]) -> str:
    """The whole page."""
    sections = [
        _section("Every service", ServiceSettings, _ANY, "`<SERVICE>` is the name of the service in capitals."),
        _section("Every service with a mind", MindSettings, _ANY, _minds(classes)),
        _section("Every service that keeps tables", DatabaseSettings, _ANY, _keeping(classes)),
        _section("Telemetry", TelemetrySettings, "TELEMETRY", _TELEMETRY),
        *(_section(f"`{name}`", each, name.upper(), "") for name, each in classes.items()),
    ]
    return "\n".join([_INTRODUCTION, *sections])


def undescribed(settings: type[EnvironmentSettings]) -> list[str]:
    """The fields that nothing is said of."""
    return [name for name, field in settings.model_fields.items() if not field.description]


def _minds(classes: Mapping[str, type[ServiceSettings]]) -> str:
    names = ", ".join(f"`{name}`" for name, each in classes.items() if issubclass(each, MindSettings))
    return f"{names}.\n\nProfiles: [models](models.md#profiles)."


def _keeping(classes: Mapping[str, type[ServiceSettings]]) -> str:
    names = ", ".join(f"`{name}`" for name, each in classes.items() if issubclass(each, DatabaseSettings))
    return f"{names}. How many connections that makes: [operating](operating.md#two-ways-to-run)."


def _section(title: str, settings: type[EnvironmentSettings], prefix: str, remark: str) -> str:
    rows = "".join(_rows(settings, prefix))
    return "\n".join([f"## {title}\n", *([f"{remark}\n"] if remark else []), f"{_HEAD}{rows}"])


def _rows(settings: type[EnvironmentSettings], prefix: str) -> Iterator[str]:
    own = get_annotations(settings)
    for name, field in settings.model_fields.items():
        if name in own:
            aliases = [alias for alias, of in settings.aliases.items() if of == name]
            names = " or ".join(f"`{each}`" for each in (*aliases, f"AMY_{prefix}_{name.upper()}"))
            described = " ".join((field.description or "").split()).replace("|", "\\|")
            yield f"| {names} | {_type(name, field)} | {_default(name, field)} | {described} |\n"


def _type(name: str, field: FieldInfo) -> str:
    numeric = {int, float} & {field.annotation, *get_args(field.annotation)}
    units = [unit for end, unit in _UNITS.items() if numeric and name.endswith(end)]
    return ", ".join([_named(field.annotation), *units[-1:], *_limits(field.metadata)])


def _named(annotation: Any) -> str:  # noqa: ANN401, any type that a field may have
    """A type as an operator would say it.

    Raises:
        KeyError: there is no word for it yet.
    """
    if get_origin(annotation) is Literal:
        return _one_of(get_args(annotation))
    if isinstance(annotation, UnionType):
        return " or ".join(_named(each) for each in get_args(annotation) if each is not NoneType)
    if get_origin(annotation) in (tuple, frozenset):
        return "list, separated by commas"
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _one_of(each.value for each in annotation)
    if is_dataclass(annotation):
        return ", ".join(each.name for each in fields(annotation))
    return _TYPES[annotation]


def _one_of(values: Iterable[object]) -> str:
    return " or ".join(f"`{value}`" for value in values)


def _limits(metadata: Iterable[object]) -> Iterator[str]:
    for limit in metadata:
        match limit:
            case Ge(ge=bound):
                yield f"≥ {bound}"
            case Gt(gt=bound):
                yield f"> {bound}"
            case Le(le=bound):
                yield f"≤ {bound}"
            case Lt(lt=bound):
                yield f"< {bound}"


def _default(name: str, field: FieldInfo) -> str:
    if field.is_required():
        return "**must be given**"
    value = field.default
    if field.default_factory is not None:
        return "made at the start"
    if value is None:
        return "none"
    shown = _shown(value)
    if name.endswith("_bytes") and value % _MIB == 0:
        return f"`{shown}` ({value // _MIB} MiB)"
    return f"`{shown}`" if shown else "empty"


def _shown(value: object) -> str:
    match value:
        case SecretStr():
            return value.get_secret_value()
        case Path():
            return str(value.relative_to(ROOT) if value.is_relative_to(ROOT) else value)
        case tuple() | frozenset():
            return ", ".join(sorted(value))
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
    return str(value)


if __name__ == "__main__":
    PAGE.write_text(page(settings_classes()), encoding="utf-8")
