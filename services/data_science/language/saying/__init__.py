"""From an expression to plain English."""

from services.data_science.language.saying.speaking import Speaker, say, say_column, say_number, say_rows, say_window

__all__ = ["Speaker", "say", "say_column", "say_number", "say_rows", "say_window"]
