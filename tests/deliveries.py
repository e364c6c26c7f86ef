"""Deliveries of Terra's to a running system, signed as Terra signs them."""

import hashlib
import hmac
import time

import httpx

SECRET = "of these tests"


def deliver(http: httpx.Client, body: bytes) -> httpx.Response:
    """One delivery, and what it is answered with."""
    at_s = str(int(time.time()))
    digest = hmac.new(SECRET.encode(), at_s.encode() + b"." + body, hashlib.sha256).hexdigest()
    return http.post("/v1/ingest/terra", content=body, headers={"terra-signature": f"t={at_s},v1={digest}"})
