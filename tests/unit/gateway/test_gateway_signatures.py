"""What a signature header states, and what fits it."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from gateway.domain.signatures import Signed, signature

SECRET = "a secret of these tests"


def digest(body: bytes, at_s: int) -> str:
    return hmac.new(SECRET.encode(), str(at_s).encode() + b"." + body, hashlib.sha256).hexdigest()


@given(st.binary(max_size=200), st.binary(min_size=1, max_size=30), st.integers(0, 10**11))
def test_a_signature_fits_its_own_bytes_and_no_others(body: bytes, more: bytes, at_s: int) -> None:
    stated = signature(f"t={at_s},v1={digest(body, at_s)}")
    assert stated is not None
    one, other = Signed(stated, SECRET), Signed(stated, SECRET)
    one.update(body)
    other.update(body + more)
    assert one.fits()
    assert not other.fits()


@given(st.text(max_size=120))
def test_any_header_is_a_signature_or_none(header: str) -> None:
    stated = signature(header)
    assert stated is None or stated.at_s >= 0
