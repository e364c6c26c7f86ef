"""What is loaded when a service starts is not looked through again."""

import subprocess
import sys

_TOLD = """
import gc
from amy.runtime.garbage import keep_what_is_loaded
keep_what_is_loaded()
print(gc.get_freeze_count() > 1000, gc.get_threshold()[0] > 700, gc.isenabled())
"""


def test_what_is_loaded_is_kept_and_the_rest_still_collected() -> None:
    told = subprocess.run([sys.executable, "-c", _TOLD], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "True", "True"]
