"""Causes that two series share: found where they were built in, and no doubt where a link is real."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.validator.adapters.rules_mind import RulesMind
from services.validator.domain.claims.finding import FindingKind
from services.validator.domain.records.series import Days, Floats
from services.validator.domain.review.critique import Case, ConcernCategory, Decision, Severity
from services.validator.domain.review.shared_causes import FEWEST_DAYS, Cause, left_without, shared_causes
from services.validator.domain.statistics.scores import calendar_basis
from services.validator.domain.statistics.whitening import Whitened
from tests.unit.validator.builders import finding, series, window
from tests.unit.validator.cases import case_of, concerns_of, details_of

CONFOUNDER, HIGH = ConcernCategory.CONFOUNDER, Severity.HIGH
N = 180
AT = np.arange(N)
STEP = np.where(AT >= 70, 1.5, 0.0)
SPELL = np.where((AT >= 100) & (AT < 110), 3.0, 0.0)
CYCLE = 1.4 * np.sin(2 * np.pi * AT / 28)
RHYTHM = np.where(AT < 95, np.array([-1.5, 0.2, 1.6, -0.4, 0.9, -1.2, 0.4])[AT % 7], 0.0)


def noise(seed: int, n: int = N, phi: float = 0.0) -> Floats:
    values = np.random.default_rng(seed).normal(size=n)
    for at in range(1, n):
        values[at] = phi * values[at - 1] + np.sqrt(1 - phi**2) * values[at]
    return values


def weekdays(n: int) -> Floats:
    """What is known of a series before: its level and its days of the week."""
    return calendar_basis(np.arange(n), trend=False)


def association(x: Floats, y: Floats) -> Case:
    claimed = finding(FindingKind.ASSOCIATION, days=window(0, x.size - 1), target="resting_heart_rate")
    return case_of(claimed, {"steps": series(x), "resting_heart_rate": series(y)})


@pytest.mark.parametrize(
    ("shape", "cause"),
    [(STEP, Cause.STEP), (SPELL, Cause.SPELL), (CYCLE, Cause.CYCLE), (RHYTHM, Cause.RHYTHM)],
    ids=["step", "spell", "cycle", "rhythm"],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_each_cause_is_found_for_what_it_is(shape: Floats, cause: Cause, sign: int) -> None:
    x, y = shape + noise(1), sign * shape + noise(2)
    found = shared_causes(x - x.mean(), y - y.mean(), AT, weekdays(N))
    assert found[0].cause is cause


def test_a_line_is_not_taken_for_a_step() -> None:
    line = np.asarray(np.linspace(0, 3, N), np.float64)
    x, y = line + noise(1), line + noise(2)
    found = shared_causes(x - x.mean(), y - y.mean(), AT, weekdays(N))
    assert found[0].cause is Cause.DRIFT


def test_a_step_in_one_series_alone_is_no_shared_cause() -> None:
    x, y = noise(1), 2 * STEP + noise(2)
    assert Cause.STEP not in {each.cause for each in shared_causes(x - x.mean(), y - y.mean(), AT, weekdays(N))}


def test_the_search_is_no_more_lenient_than_it_says() -> None:
    """Unrelated series that remember: three in ten, and two standard errors of sixty pairs."""
    seen = [shared_causes(noise(seed, phi=0.8), noise(1000 + seed, phi=0.8), AT, weekdays(N)) for seed in range(60)]
    assert sum(map(bool, seen)) <= 25


def test_nothing_is_sought_on_too_few_days() -> None:
    few = FEWEST_DAYS - 1
    assert shared_causes(STEP[60 : 60 + few] * 9, STEP[60 : 60 + few] * 9, AT[:few], weekdays(few)) == ()


def test_days_that_are_missing_hide_no_step() -> None:
    there = np.flatnonzero(np.random.default_rng(0).random(N) < 0.6)
    x, y = (STEP + noise(1))[there], (STEP + noise(2))[there]
    (found,) = shared_causes(x - x.mean(), y - y.mean(), there, calendar_basis(there, trend=False))
    assert found.cause is Cause.STEP
    assert abs(int(there[np.argmax(found.columns[:, 0])]) - 70) <= 5


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        (STEP, "a change in both on about the same day, such as a new watch, a move or a new job"),
        (SPELL, "a stretch of days that was unusual for both, such as a holiday or an illness"),
        (CYCLE, "a slow rhythm that both follow"),
        (RHYTHM, "a rhythm of the week that both had for a part of the time only"),
    ],
    ids=["step", "spell", "cycle", "rhythm"],
)
async def test_a_link_that_is_no_more_than_a_shared_cause_is_told_so_and_capped(shape: Floats, said: str) -> None:
    case = association(2 * shape + noise(3), 2 * shape + noise(4))
    assert (CONFOUNDER, HIGH) in await concerns_of(case)
    (detail,) = await details_of(case, CONFOUNDER)
    assert said in detail
    assert not any(each.isdigit() for each in detail)
    assert (await RulesMind().critique(case)).decision is Decision.DOWNGRADE


@pytest.mark.parametrize("shape", [STEP, SPELL, CYCLE, RHYTHM], ids=["step", "spell", "cycle", "rhythm"])
async def test_a_link_that_carries_a_cause_over_is_not_capped(shape: Floats) -> None:
    """The first series has the cause, and the second follows the first on every day."""
    x = shape + noise(5)
    case = association(x, 0.7 * x + 0.7 * noise(6))
    assert (CONFOUNDER, HIGH) not in await concerns_of(case)


async def test_what_is_left_and_could_be_chance_is_told_so() -> None:
    """The link is weak, and a bit more than half of it is left on the other days."""
    found = []
    for seed in range(40):
        case = association(SPELL / 3 + noise(seed), SPELL / 3 + 0.14 * noise(seed) + noise(100 + seed))
        found += await details_of(case, CONFOUNDER)
    assert any(detail.startswith("Without ") and "could be chance" in detail for detail in found)


def test_what_is_left_of_a_link_of_its_own_is_most_of_it() -> None:
    common = noise(7)
    x, y = common + STEP + noise(8), common + STEP + noise(9)
    known = np.linalg.qr(np.column_stack([np.ones(N), STEP]))[0]
    left = left_without(x - x.mean(), y - y.mean(), AT, known)
    assert left.share > 0.7
    assert left.chance < 1e-4


def test_what_is_left_of_a_series_that_is_the_cause_is_nothing() -> None:
    known = np.linalg.qr(np.column_stack([np.ones(N), STEP]))[0]
    x = STEP - STEP.mean()
    left = left_without(x, noise(1), AT, known)
    assert (left.rho, left.share) == (0.0, 0.0)


def before_and_after(values: Floats) -> Case:
    half = values.size // 2
    claimed = finding(
        FindingKind.TREND,
        days=window(half, values.size - 1),
        baseline=window(0, half - 1),
        numbers={"effect": 5.0},
    )
    return case_of(claimed, {"steps": series(values)})


LATE = AT >= N // 2


@pytest.mark.parametrize(
    ("values", "is_doubted"),
    [
        (50 + 5 * LATE + 5 * noise(1) * np.where(LATE, 2.5, 1), True),
        (50 + 5 * LATE + 5 * noise(1) * np.where(LATE, 1, 2.5), True),
        (50 + 5 * LATE + 5 * noise(1), False),
        ((50 + 5 * noise(1)) * np.where(LATE, 2.5, 1), False),
        ((50 + 5 * noise(1)) * np.where(LATE, 0.4, 1), False),
    ],
    ids=["more", "less", "alike", "grown with the level", "shrunk with the level"],
)
async def test_a_change_of_level_and_of_the_ups_and_downs_may_be_a_new_device(
    values: Floats,
    is_doubted: bool,  # noqa: FBT001, a case
) -> None:
    details = await details_of(before_and_after(values), CONFOUNDER)
    assert any("a new watch or a new app" in detail for detail in details) is is_doubted


async def test_ups_and_downs_of_a_constant_half_are_not_compared() -> None:
    values = np.where(LATE, 55 + noise(1), 50.0)
    assert not any("new watch" in detail for detail in await details_of(before_and_after(values), CONFOUNDER))


async def test_of_no_link_at_all_nothing_is_left_and_nothing_is_told() -> None:
    x, y = np.tile([1.0, 1.0, -1.0, -1.0], 45), np.tile([1.0, -1.0, 1.0, -1.0], 45)
    left = left_without(x, y, AT, np.full((N, 1), 1 / np.sqrt(N)))
    assert (left.rho, left.share) == (0.0, 0.0)
    assert not await details_of(association(x, y), CONFOUNDER)


@pytest.fixture
def gappy() -> tuple[Days, Floats, Callable[[Floats], Floats]]:
    """Days with gaps, a series on them, and the product with the inverse of its correlation matrix."""
    days = np.sort(np.random.default_rng(1).choice(120, size=70, replace=False))
    inverse = np.linalg.inv(0.6 ** np.abs(days[:, np.newaxis] - days))
    return days, noise(2, n=70), lambda columns: inverse @ columns


def test_whitened_regression_is_generalised_least_squares(
    gappy: tuple[Days, Floats, Callable[[Floats], Floats]],
) -> None:
    days, values, precision = gappy
    known = np.ones((70, 1))
    block = np.random.default_rng(3).normal(size=(70, 2))

    def unexplained(columns: Floats) -> float:
        fitted = np.linalg.solve(columns.T @ precision(columns), columns.T @ precision(values))
        left = values - columns @ fitted
        return float(left @ precision(left))

    whitened = Whitened.of(values, days, 0.6, known)
    expected = 1 - unexplained(np.hstack([known, block])) / unexplained(known)
    assert whitened.shocks @ whitened.shocks == pytest.approx(unexplained(known))
    assert whitened.explained_by(block[np.newaxis])[0] == pytest.approx(expected)


def test_a_spell_is_explained_as_its_column_is(gappy: tuple[Days, Floats, Callable[[Floats], Floats]]) -> None:
    days, values, _ = gappy
    whitened = Whitened.of(values, days, 0.6, np.ones((70, 1)))
    starts, stops = np.array([3, 10, 40, 0]), np.array([9, 70, 44, 70])
    columns = np.stack([(np.arange(70) >= a) & (np.arange(70) < b) for a, b in zip(starts, stops, strict=True)])
    by_column = whitened.explained_by(columns[:, :, np.newaxis].astype(np.float64))
    np.testing.assert_allclose(whitened.explained_by_spells(starts, stops), by_column, atol=1e-7)
    assert by_column[3] == pytest.approx(0, abs=1e-7)


@given(seed=st.integers(0, 10**6), memory=st.floats(0, 0.95), drop=st.floats(0, 0.6), shape=st.integers(0, 2))
def test_cycles_and_rhythms_are_explained_as_their_columns_are(
    seed: int, memory: float, drop: float, shape: int
) -> None:
    rng = np.random.default_rng(seed)
    days = 19_000 + np.flatnonzero(rng.random(rng.integers(60, 400)) >= drop)
    since, length = days - days[0], 2 * int(days[-1] - days[0])
    values = rng.normal(size=days.size) + shape * np.cos(2 * np.pi * 9 * since / length)
    whitened = Whitened.of(values, days, memory, calendar_basis(days, trend=bool(shape)))
    turns = np.arange(2, length // 10 + 1)
    angles = 2 * np.pi * turns[:, np.newaxis] * since / length
    cycles = np.stack([np.cos(angles), np.sin(angles)], axis=2)
    np.testing.assert_allclose(
        whitened.explained_by_cycles(since, length, turns), whitened.explained_by(cycles), atol=1e-9
    )
    weights = np.eye(7)[:, :6] - 1 / 7
    starts = np.searchsorted(since, np.array([0.2, 0.25, 0.5, 0.8, 1.0]) * length / 2)
    rhythms = np.stack([weights[days % 7] * (np.arange(days.size) >= start)[:, np.newaxis] for start in starts])
    np.testing.assert_allclose(
        whitened.explained_by_rhythms(days % 7, weights, starts), whitened.explained_by(rhythms), atol=1e-9
    )
