"""The gates that a finding has to pass."""
