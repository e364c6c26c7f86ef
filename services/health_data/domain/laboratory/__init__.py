"""Laboratory results: what they are called, how they are printed, and in which unit they count."""
