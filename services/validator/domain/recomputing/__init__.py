"""Rows, columns, numbers and tests of the question language, computed straight from the store."""
