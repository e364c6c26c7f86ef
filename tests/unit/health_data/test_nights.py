"""Whose night a day's sleep is."""

from datetime import datetime

import pytest

from services.health_data.domain.nights import nights_follow

DAY = 19_724
"""2024-01-02."""


def at(day: int, hour: int) -> datetime:
    return datetime(2024, 1, day, hour)  # noqa: DTZ001, local


@pytest.mark.parametrize(
    ("bed", "woke", "follows"),
    [
        (None, at(3, 7), True),
        (None, at(2, 7), False),
        (at(2, 23), at(3, 7), True),
        (at(1, 23), at(2, 7), False),
        (at(2, 23), None, True),
        (at(3, 1), None, True),
        (at(2, 1), None, False),
        (at(1, 23), None, False),
        (None, None, False),
    ],
)
def test_a_wake_up_on_the_next_date_shows_that_the_night_follows(
    bed: datetime | None,
    woke: datetime | None,
    follows: bool,  # noqa: FBT001, a case
) -> None:
    assert nights_follow({DAY: bed} if bed else {}, {DAY: woke} if woke else {}) is follows


def test_most_nights_decide() -> None:
    wakes = {DAY: at(3, 7), DAY + 1: at(3, 7), DAY + 2: at(4, 7)}
    assert not nights_follow({}, wakes)
    assert nights_follow({}, wakes | {DAY + 1: at(4, 7)})
