"""Where `amy` begins: Ctrl-C ends it without a traceback, from here to its last moment."""

import signal
import sys
from contextlib import suppress

from amy.cli.interrupts import INTERRUPTED, leave
from amy.runtime.garbage import keep_what_is_loaded, loads_what_stays


def main() -> None:
    """Runs the command line. What it needs is loaded only now: loading takes long enough to change one's mind.

    An interrupt that is ignored from outside, as in the background of a shell, stays ignored.
    """
    heeded = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    if heeded:
        signal.signal(signal.SIGINT, leave)
    loads_what_stays()
    from amy.cli.main import app  # noqa: PLC0415, see above
    from amy.runtime.private import keep_private  # noqa: PLC0415

    keep_what_is_loaded()
    keep_private()
    if heeded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        with suppress(OSError):
            sys.stdout.flush()
        if heeded:
            signal.signal(signal.SIGINT, leave)


if __name__ == "__main__":
    main()
