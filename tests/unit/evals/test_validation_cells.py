"""What is measured of validation: claims, oracles, promises, and runs that go on where they stopped."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from evals.validator import oracles
from evals.validator.cells import ABOVE, VALIDATED, Cell, Measured, Promise, VerdictCell, measure
from evals.validator.claims import KINDS, Days, claim_of, groups, halves, line, pair, searched, weekend_days, weekends
from evals.validator.effects import effects
from evals.validator.nothing import nothing
from evals.validator.processes import Floats, Process, ar1, ar1_process, with_missing
from evals.validator.running import Figures, Setting, run
from evals.validator.shared import SharedCell, shared, week
from evals.validator.tables import lost, missed, tables
from services.validator.domain.gates.gate import GateInput

SETTING = Setting(seed=1, draws=4, held_out=False)


def flat(_rng: np.random.Generator, n: int) -> Floats:
    return np.zeros(n)


FLAT = Process(name="flat", draw=flat)


def test_saturdays_and_sundays_are_the_weekend() -> None:
    assert np.flatnonzero(weekends(np.arange(7))).tolist() == [2, 3]  # 1970-01-01 was a Thursday


@pytest.mark.parametrize("claim", [groups, weekend_days, halves])
def test_what_is_there_is_what_is_claimed(claim: partial[GateInput]) -> None:
    given = claim(np.random.default_rng(1), FLAT, n=60, size_sd=0.7)
    assert given.effect == pytest.approx(0.7)
    assert given.contrast is not None
    assert given.contrast.sum() == pytest.approx(0)


def test_a_pair_has_its_correlation_and_none_by_default() -> None:
    rng = np.random.default_rng(1)
    for rho in (0.0, 0.5):
        given = pair(rng, ar1_process(0), n=4000, rho=rho)
        assert given.target is not None
        assert np.corrcoef(given.feature, given.target)[0, 1] == pytest.approx(rho, abs=0.05)


@pytest.mark.parametrize("kind", KINDS)
def test_days_without_a_value_are_left_out(kind: str) -> None:
    process = with_missing(ar1_process(0.5), 0.2, in_a_row=False)
    given = claim_of(kind, process, 60)(np.random.default_rng(1))
    assert np.isfinite(given.feature).all()
    assert given.feature.size == given.days.size < 60


@pytest.mark.parametrize(("kind", "oracle"), [(pair, oracles.of_pair), (groups, oracles.of_contrast),
                                              (halves, oracles.of_contrast), (line, oracles.of_contrast),
                                              (searched, oracles.of_search)])  # fmt: skip
def test_an_oracle_is_wrong_in_one_case_of_twenty(kind: partial[GateInput], oracle: oracles.Oracle) -> None:
    rng, memory, process = np.random.default_rng(2), partial(ar1, 0.7), ar1_process(0.7)
    chances = [oracle(kind(rng, process, n=60), memory) for _ in range(600)]
    assert np.mean(np.array(chances) <= 0.05) == pytest.approx(0.05, abs=0.03)


def test_an_oracle_sees_what_is_there() -> None:
    rng, memory, process = np.random.default_rng(2), partial(ar1, 0.7), ar1_process(0.7)
    chances = [oracles.of_contrast(groups(rng, process, n=90, size_sd=0.5), memory) for _ in range(100)]
    assert np.mean(np.array(chances) <= 0.05) > 0.7


@pytest.mark.parametrize(("kind", "oracle"), [(halves, oracles.of_contrast), (searched, oracles.of_search)])
def test_an_oracle_does_not_know_the_level(kind: partial[GateInput], oracle: oracles.Oracle) -> None:
    given, memory = kind(np.random.default_rng(3), ar1_process(0.7), n=60), partial(ar1, 0.7)
    assert oracle(replace(given, feature=given.feature + 100), memory) == pytest.approx(oracle(given, memory), rel=1e-6)


def test_a_promise_is_missed_by_any_amount_and_for_sure_by_two_errors() -> None:
    most = Promise(of=ABOVE, bound=6)
    figures = [{ABOVE: share, "draws": 400.0} for share in (6.0, 7.0, 9.0)]
    assert [most.is_missed(each) for each in figures] == [False, True, True]
    assert [most.is_missed_for_sure(each) for each in figures] == [False, False, True]
    least = Promise(of=ABOVE, bound=80, is_most=False)
    assert [least.is_missed({ABOVE: share, "draws": 400.0}) for share in (80.0, 79.0)] == [False, True]
    assert not least.is_missed({"draws": 400.0})


@pytest.mark.parametrize("held_out", [False, True])
def test_every_cell_has_a_name_of_its_own(*, held_out: bool) -> None:
    cells: list[Cell] = [*nothing(held_out=held_out), *shared(held_out=held_out), *effects()]
    names = [cell.name for cell in cells]
    assert len(names) == len(set(names))


def test_what_the_critic_names_is_counted_where_it_is_shared() -> None:
    def none(_rng: np.random.Generator, days: Days) -> Floats:
        return np.zeros(days.size)

    named, unnamed = (
        SharedCell(cause="", happens=happens, words="day of the week", process=ar1_process(0), n=90).measure(
            np.random.default_rng(1), 15
        )
        for happens in (week, none)
    )
    assert named["named"] == 100
    assert named[VALIDATED] == 0
    assert unnamed["named"] < 20


def test_slow_memories_are_promised_less_on_short_records_alone() -> None:
    bounds = {cell.name: cell.promises[0].bound for cell in nothing(held_out=False)}
    assert bounds["Nothing there: two halves: fractional d = 0.3, n = 60"] == 10
    assert bounds["Nothing there: two halves: fractional d = 0.3, n = 90"] == 6
    assert bounds["Nothing there: two halves: AR(1) 0.9, n = 60"] == 6


@dataclass(frozen=True, kw_only=True)
class Counted:
    """A cell that gives back its number of draws."""

    name: str
    table: str = "a table"
    column: str = "n = 1"
    promises: tuple[Promise, ...] = (Promise(of=ABOVE, bound=5),)
    times: float = 2.5

    @property
    def row(self) -> str:
        return self.name

    def measure(self, rng: np.random.Generator, draws: int) -> Measured:
        return {"draws": float(draws), ABOVE: float(rng.integers(50, 60)), VALIDATED: 0.0}


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    cells, file = [Counted(name=name) for name in "abc"], tmp_path / "figures.json"
    kept: Measured = {"draws": 4.0, ABOVE: 1.0, VALIDATED: 0.0}
    Figures(setting=SETTING, cells={"b": kept}).write(file)
    figures = Figures.read(file)
    assert sorted(run(cells, figures, processes=1)) == ["a", "c"]
    assert figures.cells["b"] == kept
    assert figures.cells["a"] == measure(cells[0], seed=1, held_out=False, draws=4)
    assert figures.cells["a"]["draws"] == 10


def test_the_seed_the_name_and_the_half_decide_the_draws() -> None:
    first: list[float] = []

    def draw(rng: np.random.Generator) -> GateInput:
        given = pair(rng, ar1_process(0.5), n=20)
        first.append(float(given.feature[0]))
        return given

    cell, other = (VerdictCell(table=table, row="r", column="c", draw=draw) for table in "ab")
    settings = ((cell, 1, False), (cell, 1, False), (other, 1, False), (cell, 2, False), (cell, 1, True))
    for drawn, seed, held_out in settings:
        measure(drawn, seed=seed, held_out=held_out, draws=5)
    assert first[:5] == first[5:10]
    assert len(set(first)) == 20


def test_tables_show_what_was_before_and_mark_what_is_missed() -> None:
    cells = [Counted(name="a"), Counted(name="b")]
    figures = {"a": {ABOVE: 4.0, VALIDATED: 0.0, "draws": 400.0}, "b": {ABOVE: 9.0, VALIDATED: 1.0, "draws": 400.0}}
    text = "\n".join(tables(cells, figures, {"a": {ABOVE: 2.0, VALIDATED: 0.5, "draws": 400.0}}))
    assert "| a | 2.0 / 0.5 → 4.0 / 0.0 |" in text
    assert r"| b | 9.0 / 1.0\*\* |" in text
    assert missed(cells, figures, for_sure=True) == ["b: 9.0 %, promised above ≤ 5 %"]


def test_what_is_there_and_seen_less_often_than_before_is_listed() -> None:
    there = [Counted(name=name, table="There: a step") for name in ("less", "a little less", "new")]
    nothing_there = Counted(name="false", table="Nothing there: a step")
    shares = {"less": 80.0, "a little less": 88.0, "new": 1.0, "false": 2.0}
    before = {name: {ABOVE: 90.0, "draws": 400.0} for name in ("less", "a little less", "false")}

    def told(draws: float) -> list[str]:
        now = {name: {ABOVE: share, "draws": draws} for name, share in shares.items()}
        return lost([*there, nothing_there], now, before)

    assert told(400) == ["less: 90.0 → 80.0 % **"]
    assert told(40) == ["less: 90.0 → 80.0 %"]
