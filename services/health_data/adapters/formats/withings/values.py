"""Numbers in Withings' objects of JSON."""

from collections.abc import Mapping


def measured(data: Mapping[str, object], *names: str) -> float | None:
    """The first of these that is more than 0, which stands for nothing measured."""
    values = (data.get(name) for name in names)
    return next(
        (float(value) for value in values if isinstance(value, int | float) and is_number(value) and value), None
    )


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
