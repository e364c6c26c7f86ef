"""Where a client is, by the languages it prefers."""

import re
from typing import Final

_TAG_WITH_REGION: Final = re.compile(r"\s*(?P<tag>[A-Za-z]{2,3}(?:-[A-Za-z]{4})?-[A-Za-z]{2})\s*(?:;|,|$)")
_MOST_READ: Final = 200


def preferred_locale(accept_language: str) -> str:
    """The first language tag of an `Accept-Language` header that names a country; empty if none does.

    Source: RFC 9110, section 12.5.4. Weights are not read: clients list what they prefer first.
    """
    tags = accept_language[:_MOST_READ].split(",")
    found = (_TAG_WITH_REGION.match(tag) for tag in tags)
    return next((match["tag"] for match in found if match), "")
