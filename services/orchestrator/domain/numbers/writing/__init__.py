"""Putting facts into a text as people write them, and cutting a text into sentences while it arrives."""
