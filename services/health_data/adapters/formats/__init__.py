"""How the exports of vendors and laboratories are read: a room for each, listed in `registry`."""
