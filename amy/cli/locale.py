"""Where the person at the terminal is."""

import os
import re
from collections.abc import Mapping
from typing import Final

_POSIX: Final = re.compile(r"(?P<language>[a-z]{2,3})_(?P<region>[A-Z]{2})(?:[.@].*)?$")
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def locale_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language tag of the POSIX locale ("en_GB.UTF-8" is "en-GB"); empty for "C" and the like.

    Source: POSIX.1-2017, section 8.2: the first of the variables that is set counts.
    """
    value = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    found = _POSIX.match(value)
    return f"{found['language']}-{found['region']}" if found else ""
