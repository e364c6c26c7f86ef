"""Random replies about health, and which numbers in them are invented: the material of `evals.numbers`."""
