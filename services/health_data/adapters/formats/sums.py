"""Sums of decimal numbers, as they are in decimals."""


def plain_sum(total: float) -> float:
    """A sum to twelve digits: adding up leaves errors behind them, and 3,303.9999999999996 kcal would not be 3,304."""
    return float(f"{total:.12g}")
