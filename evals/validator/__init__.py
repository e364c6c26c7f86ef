"""What validation lets through and what it misses, measured where the truth is known."""
