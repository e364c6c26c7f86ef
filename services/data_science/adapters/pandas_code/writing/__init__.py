"""Source text: names, literals, lines, and how each statistic is written."""
