"""A user's records, as they are stored."""
