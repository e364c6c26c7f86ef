"""Whatever happens to a Takeout on its way: a report, or a reason, and never a wrong value."""

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.google_fit import GOOGLE_FIT
from services.health_data.adapters.formats.members import DamagedError
from tests.unit.health_data.formats.google_fit.test_google_fit import a_session, a_table, days, segments
from tests.unit.health_data.formats.support import gathered

NAME = "Takeout/Fit/Daily activity metrics/Daily activity metrics.csv"
START = date(2024, 2, 26)
"""The days that follow have a 29 February."""
steps = st.lists(st.integers(0, 30_000), min_size=1, max_size=8)


def rows(values: list[int]) -> list[str]:
    return [f"{START + timedelta(days=at)},10,1900.5,{value * 0.7:.1f},1,{value},," for at, value in enumerate(values)]


def expected(values: list[int]) -> dict[date, float]:
    return {START + timedelta(days=at): float(value) for at, value in enumerate(values)}


@settings(max_examples=30, deadline=None)
@given(values=steps, data=st.data())
def test_rows_in_any_order_twice_and_behind_a_mark_mean_the_same(values: list[int], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(rows(values) * data.draw(st.integers(1, 2))))
    mark = data.draw(st.sampled_from([b"", b"\xef\xbb\xbf"]))
    content = mark + a_table(*shuffled).replace(b"\n", data.draw(st.sampled_from([b"\n", b"\r\n"])))
    assert days(gathered(GOOGLE_FIT, {NAME: content}), "steps") == expected(values)


@settings(max_examples=50, deadline=None)
@given(values=steps, cut=st.integers(1, 60))
def test_a_table_that_is_cut_off_has_no_wrong_value(values: list[int], cut: int) -> None:
    found = days(gathered(GOOGLE_FIT, {NAME: a_table(*rows(values))[:-cut]}), "steps")
    assert found.items() <= expected(values).items()


@settings(max_examples=30, deadline=None)
@given(cut=st.integers(1, 200))
def test_a_session_that_is_cut_off_stops_the_import(cut: int) -> None:
    parts = segments(("sleep.awake", "2024-03-05T01:00:00Z", "2024-03-05T01:30:00Z"))
    content = a_session("sleep", "2024-03-04T22:00:00Z", "2024-03-05T04:00:00Z", segment=parts)[:-cut]
    try:
        parsed = gathered(GOOGLE_FIT, {"Takeout/Fit/All Sessions/2024-03-04T22_00_00Z_SLEEP.json": content})
    except DamagedError:
        return
    assert not parsed.numbers


@settings(max_examples=30, deadline=None)
@given(east=st.integers(-12, 14), hours=st.integers(0, 47))
def test_a_night_is_that_of_the_local_date_of_its_end(east: int, hours: int) -> None:
    end = f"2024-03-{9 + hours // 24:02d}T{hours % 24:02d}:30:00Z"
    start = f"2024-03-{9 + (hours - 6) // 24:02d}T{(hours - 6) % 24:02d}:30:00Z"
    parts = segments(("sleep", start, end.replace(":30:", ":00:")))
    name = f"2024-03-09T00_00_00{'-' if east < 0 else '+'}{abs(east):02d}_00_SLEEP.json"
    parsed = gathered(GOOGLE_FIT, {name: a_session("sleep", start, end, segment=parts)})
    local = date(2024, 3, 9) + timedelta(days=(hours + east) // 24)
    assert days(parsed, "sleep_minutes") == {local: 330}
