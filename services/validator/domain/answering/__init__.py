"""What a whole question comes to: its numbers by key."""
