"""What calls cost."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.llm.messages import DriverUsage
from amy.llm.prices import cost_usd, price_of, shipped_prices

TODAY = date(2026, 11, 24)
TOKENS = st.integers(min_value=0, max_value=2_000_000)


def test_a_cached_call_costs_what_its_parts_cost() -> None:
    usage = DriverUsage(
        model="claude-sonnet-4-6",
        input_tokens=100_000,
        cache_read_tokens=80_000,
        cache_creation_tokens=10_000,
        output_tokens=5_000,
    )
    assert cost_usd(usage, TODAY) == pytest.approx(0.1965)


def test_a_price_holds_from_its_day_on() -> None:
    usage = DriverUsage(model="claude-sonnet-5-5", input_tokens=1_000_000, cache_read_tokens=1_000_000)
    assert cost_usd(usage, date(2026, 10, 6)) == pytest.approx(0.20)
    assert cost_usd(usage, date(2026, 10, 7)) == pytest.approx(0.10)
    assert cost_usd(usage, date(2020, 1, 1)) is None


@pytest.mark.parametrize(
    ("fresh", "read", "written", "input_price"),
    [
        (100_000, 0, 0, 0.10),
        (100_001, 0, 0, 0.50),
        (20_000, 80_000, 0, 0.10),
        (20_000, 80_001, 0, 0.50),
        (20_000, 60_000, 20_000, 0.10),
        (20_000, 60_000, 20_001, 0.50),
    ],
)
def test_the_length_of_a_prompt_counts_what_was_cached(fresh: int, read: int, written: int, input_price: float) -> None:
    usage = DriverUsage(
        model="claude-haiku-5-5",
        input_tokens=fresh + read,
        cache_read_tokens=read,
        cache_creation_tokens=written,
        output_tokens=1000,
    )
    share = input_price / 0.10
    expected = (fresh * 0.10 + read * 0.01 + written * 0.125 + 1000 * 0.50) * share / 1e6
    assert cost_usd(usage, TODAY) == pytest.approx(expected)


def test_nobody_knows_the_price_of_an_unknown_model() -> None:
    assert cost_usd(DriverUsage(model="gpt-x", input_tokens=10), TODAY) is None


def test_a_dated_model_costs_what_its_model_costs() -> None:
    dated = DriverUsage(model="claude-haiku-4-5-20251001", input_tokens=1_000_000)
    assert cost_usd(dated, TODAY) == pytest.approx(1.0)


def test_what_the_vendor_says_that_it_costs_stands() -> None:
    assert cost_usd(DriverUsage(model="claude-opus-5-5", input_tokens=10**6, cost_usd=0.5), TODAY) == 0.5


def test_every_row_says_where_and_when_it_was_looked_up() -> None:
    for row in shipped_prices():
        assert row.source.startswith("https://")
        assert row.looked_up_at >= row.effective_from
        assert 0 < row.cache_read < row.input < row.cache_write < row.output


@given(
    model=st.sampled_from(sorted({model for row in shipped_prices() for model in row.models})),
    fresh=TOKENS,
    read=TOKENS,
    written=TOKENS,
    out=TOKENS,
)
def test_a_price_is_found_for_every_length_and_reading_from_the_cache_never_costs_more(
    model: str, fresh: int, read: int, written: int, out: int
) -> None:
    assert price_of(model, TODAY, prompt_tokens=fresh + read + written) is not None

    def cost(cached: int) -> float:
        usage = DriverUsage(
            model=model,
            input_tokens=fresh + read,
            cache_read_tokens=cached,
            cache_creation_tokens=written,
            output_tokens=out,
        )
        found = cost_usd(usage, TODAY)
        assert found is not None
        return found

    assert 0 <= cost(read) <= cost(0)
