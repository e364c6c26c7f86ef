"""Does a briefing find what was planted in somebody's days, and leave alone what was not."""
