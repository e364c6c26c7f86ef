"""Statistics of values that remember each other."""
