"""What a finding comes to, in numbers and sentences."""
