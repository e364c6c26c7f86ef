"""What is claimed, what it rests on, and the records behind it."""
