"""The bodies of a turn's steps. Each may be run again after a crash, so each is safe to repeat."""
