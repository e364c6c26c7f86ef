"""Runs generated code in single-use containers of an engine that speaks Docker's API."""
