"""Recorded turns over one real wearer's records, kept as texts that a person can read."""
