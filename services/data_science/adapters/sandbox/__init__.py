"""Runs generated code where it can do no harm.

This file imports nothing: the zygote imports this package too, and must stay small and single-threaded.
"""
