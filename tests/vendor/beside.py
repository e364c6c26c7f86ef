"""The double beside code that waits: for tests of whole systems and for demos."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.vendor.server import Vendor


@contextmanager
def beside(vendor: Vendor) -> Iterator[Vendor]:
    """Runs the double in a thread of its own until the block ends."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="vendor", daemon=True)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(vendor.__aenter__(), loop).result()
        try:
            yield vendor
        finally:
            asyncio.run_coroutine_threadsafe(vendor.__aexit__(None, None, None), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
