"""Nothing of a person leaves this machine before they have said that it may."""

from pathlib import Path

import pytest

from amy.client import Amy
from evals.system import running
from tests.vendor import Vendor


@pytest.mark.parametrize("consents", [True, False])
def test_a_model_elsewhere_is_asked_with_consent_only(vendor: Vendor, tmp_path: Path, *, consents: bool) -> None:
    """The address is none of this machine's own names, so it counts as elsewhere; here it leads to the double."""
    before = len(vendor.bodies)
    told = {
        "ANTHROPIC_BASE_URL": vendor.base_url.replace("127.0.0.1", "0.0.0.0"),
        "ANTHROPIC_API_KEY": vendor.api_key,
        "NO_PROXY": "*",
        **({"AMY_CONSENT": "true"} if consents else {}),
    }
    with (
        running(tmp_path / "data", env=told) as system,
        Amy(api_key=system.admin_key, base_url=system.base_url, user="asks") as amy,
    ):
        for question in ("Thanks!", "What is a usual resting heart rate?"):
            turn = amy.turns.create(messages=[{"role": "user", "content": question}], stream=False)
            assert turn.result is not None, turn.error
            assert turn.result.answer
            assert turn.result.cost_usd is not None
            assert (turn.result.cost_usd > 0) is consents
    assert (len(vendor.bodies) > before) is consents
