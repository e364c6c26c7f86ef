"""Rows, columns, numbers and tests as pandas."""
