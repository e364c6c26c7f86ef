"""The drivers: the vendor's HTTP interface, and the vendors' command-line agents."""
