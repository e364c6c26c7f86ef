"""Which version of a record counts, whatever order they are delivered in."""

from collections.abc import Sequence
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.domain.records import to_epoch_day
from services.health_data.domain.terra import days
from services.health_data.domain.terra.events import Data, event
from services.health_data.domain.terra.mapping import records
from services.health_data.domain.terra.records import Record, counting
from tests.unit.health_data.terra.payloads import daily, day, of, sleep

DAY = to_epoch_day(date(2026, 7, 1))


def kept(payloads: Sequence[bytes]) -> days.Told:
    """What is told after the payloads came in one after the other."""
    stored: dict[tuple[str, str], Record] = {}
    for payload in payloads:
        said = event(payload)
        assert isinstance(said, Data)
        for each in records(said, None):
            stored[each.key] = counting(stored.get(each.key), each)
    return days.told(stored.values())


def steps(payloads: Sequence[bytes]) -> float:
    return kept(payloads).values["steps", DAY][0]


def at(hour: int, count: float) -> bytes:
    """The day as it was at an hour."""
    return of("daily", daily("2026-07-01", count, f"2026-07-01T{hour:02}:00:00+02:00"))


@settings(max_examples=50)
@given(st.permutations(range(24)), st.lists(st.integers(0, 9000), min_size=24, max_size=24))
def test_the_day_that_ends_last_counts_in_whatever_order_days_come(hours: list[int], counts: list[int]) -> None:
    assert steps([at(hour, counts[hour]) for hour in hours]) == counts[23]


@settings(max_examples=50)
@given(st.lists(st.integers(0, 9000), min_size=1, max_size=8))
def test_of_days_that_end_alike_the_one_delivered_last_counts(counts: list[int]) -> None:
    assert steps([at(23, count) for count in counts]) == counts[-1]


def test_ends_are_compared_as_instants() -> None:
    abroad = of("daily", daily("2026-07-01", 5, "2026-07-01T18:00:00-05:00"))
    home = of("daily", daily("2026-07-01", 9, "2026-07-01T23:00:00+02:00"))
    assert steps([abroad, home]) == 5
    assert steps([home, abroad]) == 5


@settings(max_examples=50)
@given(st.permutations(["steps", "heart", "energy", "late"]))
def test_what_a_later_payload_does_not_state_stays(order: list[str]) -> None:
    parts = {
        "steps": of("daily", daily("2026-07-01", 100)),
        "heart": of("daily", day("2026-07-01", heart_rate_data={"summary": {"resting_hr_bpm": 50}})),
        "energy": of("daily", day("2026-07-01", calories_data={"total_burned_calories": 2000})),
        "late": of("daily", daily("2026-07-01", 900, "2026-07-02T00:00:00+02:00")),
    }
    found = kept([parts[name] for name in order]).values
    assert {metric: value for (metric, _), (value, _) in found.items()} == {
        "steps": 900,
        "resting_heart_rate": 50,
        "calories_kcal": 2000,
    }


@settings(max_examples=50)
@given(st.permutations(range(6)), st.lists(st.integers(600, 900), min_size=6, max_size=6))
def test_measurements_that_come_one_by_one_are_averaged(order: list[int], tenths: list[int]) -> None:
    def scale(number: int) -> bytes:
        taken = {"measurement_time": f"2026-07-01T{10 + number}:00:00+02:00", "weight_kg": tenths[number] / 10}
        return of("body", day("2026-07-01", measurements_data={"measurements": [taken]}))

    value, count = kept([scale(number) for number in order]).values["weight_kg", DAY]
    assert count == 6
    assert abs(value - sum(tenths) / 60) < 1e-9


@settings(max_examples=50)
@given(st.permutations(range(4)), st.lists(st.integers(30, 300), min_size=4, max_size=4, unique=True))
def test_the_night_is_the_longest_sleep_in_whatever_order_sleeps_come(order: list[int], minutes: list[int]) -> None:
    sleeps = [
        of(
            "sleep",
            sleep(f"2026-07-01T0{2 * n}:00:00Z", f"2026-07-01T0{2 * n + 1}:59:00Z", minutes[n], summary_id=f"s{n}"),
        )
        for n in range(4)
    ]
    assert kept([sleeps[number] for number in order]).values["sleep_minutes", DAY] == (max(minutes), 1)


def test_a_corrected_sleep_takes_the_place_of_what_it_corrects_even_on_another_day() -> None:
    first = of("sleep", sleep("2026-06-30T23:00:00Z", "2026-07-01T07:00:00Z", 400, summary_id="s"))
    moved = of("sleep", sleep("2026-07-01T23:00:00Z", "2026-07-02T06:00:00Z", 380, summary_id="s"))
    found = kept([first, moved]).values
    assert found["sleep_minutes", DAY + 1] == (380, 1)
    assert ("sleep_minutes", DAY) not in found


def test_a_tentative_sleep_does_not_go_before_a_settled_one() -> None:
    settled = of("sleep", sleep("2026-06-30T23:00:00Z", "2026-07-01T07:00:00Z", 400, summary_id="s"))
    tentative = of("sleep", sleep("2026-06-30T23:00:00Z", "2026-07-01T04:00:00Z", 250, summary_id="s", upload_type=3))
    for order in ([settled, tentative], [tentative, settled]):
        assert kept(order).values["sleep_minutes", DAY] == (400, 1)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 23), min_size=1, max_size=8), st.data())
def test_a_difference_leads_from_what_was_told_to_what_is_told(hours: list[int], data: st.DataObject) -> None:
    payloads = [at(hour, 100 + hour) for hour in hours]
    payloads.append(of("sleep", sleep("2026-06-30T23:00:00Z", "2026-07-01T07:00:00Z", 400, summary_id="s")))
    cut = data.draw(st.integers(0, len(payloads)))
    before, now = kept(payloads[:cut]), kept(payloads)
    made = days.difference(before, now)
    after = {key: each for key, each in before.values.items() if key not in made.gone.values} | dict(made.told.values)
    assert after == now.values
    assert (before.days - made.gone.days) | made.told.days == now.days
    assert not days.difference(now, now)
