"""Where new keys come from."""

import secrets

from gateway.domain.keys import PREFIX


def new_key() -> str:
    """A bearer key with 256 random bits: `amy_live_` and 43 URL-safe characters."""
    return PREFIX + secrets.token_urlsafe(32)
