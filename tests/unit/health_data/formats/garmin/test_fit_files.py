"""FIT files: what of them is read, and what becomes of damaged ones."""

import itertools
from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.garmin import GARMIN
from services.health_data.adapters.formats.garmin.fit_bytes import BrokenFitError, checksum, slimmed
from services.health_data.adapters.formats.members import DamagedError
from services.health_data.domain.records import to_epoch_day
from tests.unit.health_data.formats.clock import local
from tests.unit.health_data.formats.garmin.fit_writer import Fields, activity, fit, fit_time
from tests.unit.health_data.formats.support import gathered

START = local(2026, 3, 7, 17, 30)
RUN = activity(START, 2, elapsed=1900_000, timer=1800_000, distance=512_300, calories=410, heart_rate=151, ascent=42)


def test_a_run_is_read_with_its_local_time_and_its_units() -> None:
    (run,) = gathered(GARMIN, {"a.fit": RUN}).activities
    assert run.start == local(2026, 3, 7, 19, 30)
    assert run.end == local(2026, 3, 7, 20, 1, 40)
    assert (run.kind, run.duration_min, run.distance_m) == ("Running", 30.0, 5123.0)
    assert (run.calories_kcal, run.average_heart_rate, run.elevation_gain_m) == (410.0, 151.0, 42.0)


def test_a_run_without_its_local_time_is_taken_in_utc_and_said_to_be() -> None:
    parsed = gathered(GARMIN, {"a.fit": activity(START, None, timer=600_000)})
    assert parsed.activities[0].start == START
    assert any("UTC" in note for note in parsed.notes)


def test_a_run_without_its_local_time_takes_the_zone_of_the_others_of_that_day() -> None:
    bare = activity(local(2026, 3, 7, 6), None, timer=600_000)
    parsed = gathered(GARMIN, {"a.fit": bare, "b.fit": RUN})
    assert [each.start for each in parsed.activities] == [local(2026, 3, 7, 8), local(2026, 3, 7, 19, 30)]


def test_the_only_file_that_is_damaged_is_refused_and_one_of_many_is_left_out() -> None:
    with pytest.raises(DamagedError, match="export it again"):
        gathered(GARMIN, {"a.fit": RUN[:-20]})
    parsed = gathered(GARMIN, {"a.fit": RUN[:-20], "b.fit": RUN})
    assert len(parsed.activities) == 1
    assert parsed.left_out[0][0] == "a.fit"


@settings(max_examples=50, deadline=None)
@given(cut=st.integers(0, len(RUN) - 1), value=st.integers(1, 255), flip=st.booleans())
def test_no_change_of_a_byte_and_no_cut_passes_unseen(cut: int, value: int, *, flip: bool) -> None:
    broken = bytes((*RUN[:cut], RUN[cut] ^ value, *RUN[cut + 1 :])) if flip else RUN[:cut]
    if flip and cut in (12, 13):
        # The checksum of the header alone; that of the file covers it too.
        return
    try:
        assert not slimmed(broken, {18})
        assert not broken
    except BrokenFitError:
        pass


@settings(max_examples=50, deadline=None)
@given(content=st.binary(max_size=600))
def test_the_checksum_is_that_of_the_protocol(content: bytes) -> None:
    crc = 0
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    assert checksum(content) == crc


def _monitoring(midnight_utc: datetime, offset_hours: int, counts: list[tuple[int, int, int]]) -> bytes:
    """A day of a watch: seconds after midnight, kind (6 walking, 1 running), steps so far, in 16 bits of time."""
    begins = fit_time(midnight_utc)
    messages: list[tuple[int, Fields]] = [
        (0, [(0, "E", 32), (1, "H", 1), (3, "I", 77), (4, "I", begins)]),
        (103, [(253, "I", begins), (0, "I", begins + offset_hours * 3600)]),
    ]
    messages += [
        (55, [(26, "H", (begins + seconds) & 0xFFFF), (5, "E", kind), (3, "I", steps)])
        for seconds, kind, steps in counts
    ]
    return fit(messages)


DAY = [(3600, 6, 100), (30_000, 6, 4000), (50_000, 1, 2500), (86_000, 6, 7000), (86_400, 6, 7100)]


def test_the_steps_of_a_day_are_the_last_counts_of_each_kind_over_a_rollover_of_the_clock() -> None:
    parsed = gathered(GARMIN, {"m.fit": _monitoring(local(2026, 1, 5, 23), 1, DAY)})
    assert list(parsed.numbers["steps"].days) == [to_epoch_day(date(2026, 1, 6))]
    assert list(parsed.numbers["steps"].values) == [9600.0]


def test_a_last_day_that_is_cut_off_is_left_out_with_a_reason() -> None:
    parsed = gathered(GARMIN, {"m.fit": _monitoring(local(2026, 1, 5, 23), 1, DAY[:3])})
    assert "steps" not in parsed.numbers
    assert "ends before" in parsed.skipped[0].reason


@settings(max_examples=30, deadline=None)
@given(cuts=st.sets(st.integers(1, len(DAY) - 1)), order=st.randoms(), twice=st.booleans())
def test_a_day_in_pieces_in_any_order_or_twice_has_the_same_steps(
    cuts: set[int], order: object, *, twice: bool
) -> None:
    edges = [0, *sorted(cuts), len(DAY)]
    pieces = [_piece(DAY[first:last]) for first, last in itertools.pairwise(edges)]
    pieces = pieces * 2 if twice else pieces
    order.shuffle(pieces)  # type: ignore[attr-defined]
    parsed = gathered(GARMIN, {f"{index}.fit": piece for index, piece in enumerate(pieces)})
    assert list(parsed.numbers["steps"].values) == [9600.0]


def _piece(counts: list[tuple[int, int, int]]) -> bytes:
    """A file that begins in the middle of the day, as each does after the watch was read out."""
    begins = fit_time(local(2026, 1, 5, 23)) + counts[0][0]
    messages: list[tuple[int, Fields]] = [
        (0, [(0, "E", 32), (1, "H", 1), (3, "I", 77), (4, "I", begins)]),
        (103, [(253, "I", begins), (0, "I", begins + 3600)]),
    ]
    messages += [
        (55, [(253, "I", begins - counts[0][0] + seconds), (5, "E", kind), (3, "I", steps)])
        for seconds, kind, steps in counts
    ]
    return fit(messages)


def test_weights_and_nightly_values_are_read_in_their_units() -> None:
    when = fit_time(local(2026, 2, 1, 7))
    scale = fit([(0, [(0, "E", 9)]), (30, [(253, "I", when), (0, "H", 7580), (1, "H", 2230)])])
    status = fit([(0, [(0, "E", 44)]), (370, [(253, "I", when), (0, "H", 60 * 128), (1, "H", 58 * 128)])])
    parsed = gathered(GARMIN, {"w.fit": scale, "h.fit": status})
    found = {name: float(series.values[0]) for name, series in parsed.numbers.items()}
    assert found == {"weight_kg": 75.8, "body_fat_percent": 22.3, "heart_rate_variability": 58.0}


def test_of_a_scale_of_several_people_nothing_is_read() -> None:
    when = fit_time(local(2026, 2, 1, 7))
    people: list[tuple[int, Fields]] = [(3, [(22, "H", number)]) for number in (5, 6)]
    parsed = gathered(GARMIN, {"w.fit": fit([*people, (30, [(253, "I", when), (0, "H", 7580)])])})
    assert not parsed.numbers
    assert "several people" in parsed.skipped[0].reason
