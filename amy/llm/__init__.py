"""Language models: one port, its drivers, and what every call has in common: retries, limits, prices, a record."""
