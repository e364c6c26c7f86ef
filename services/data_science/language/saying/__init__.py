"""From an expression to plain English."""

from services.data_science.language.saying.speaking import (
    Speaker,
    read_as,
    say,
    say_column,
    say_number,
    say_rows,
    say_window,
)

__all__ = ["Speaker", "read_as", "say", "say_column", "say_number", "say_rows", "say_window"]
