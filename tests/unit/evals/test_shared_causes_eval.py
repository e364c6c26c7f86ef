"""The pairs that share a cause and those that go together: drawn as they are called, and told apart by the review."""

import numpy as np

from evals.shared_causes import LENGTHS, SharedCell, device, holiday, measure_shared, real, shared, step, stopped_rhythm


def cell(cells: list[SharedCell], name: str) -> SharedCell:
    (found,) = (each for each in cells if each.name == name)
    return found


def test_every_cell_draws_a_pair_of_its_length_and_has_a_name_of_its_own() -> None:
    cells = [*shared(), *shared(held_out=True), *real(0.5), *real(0.5, held_out=True)]
    for each in cells:
        pair = each.draw(np.random.default_rng(1))
        n = int(each.name.rsplit("= ", 1)[1])
        assert pair.x.size == pair.y.size == n
        assert n in LENGTHS
        assert np.isfinite([pair.x, pair.y]).all()
    for some in (shared(), shared(held_out=True), real(0.5), real(0.5, held_out=True)):
        assert len({each.name for each in some}) == len(some)


def test_shapes_are_what_they_are_called() -> None:
    rng = np.random.default_rng(2)
    assert set(np.diff(step(rng, 90))) == {0.0, 1.0}
    assert 7 <= np.count_nonzero(holiday(rng, 90)) <= 14
    rhythm = stopped_rhythm(rng, 90)
    assert np.count_nonzero(rhythm[:30]) == 30
    assert np.count_nonzero(rhythm[60:]) == 0
    new = device(rng, n=2000, phi=0.0)
    assert new.x[-300:].std() > 1.15 * new.x[:300].std()


def test_a_shared_cause_is_named_and_a_link_is_left_alone() -> None:
    only_shared = measure_shared(cell(shared(), "shared cycle of 20-45 days, phi = 0.0, n = 180"), seed=3, draws=8)
    assert only_shared.validated == 0
    assert only_shared.named >= 75
    linked = measure_shared(cell(real(0.5), "rho = 0.5, phi = 0.0, n = 180"), seed=3, draws=8)
    assert linked.capped == 0
    assert linked.validated >= 75
