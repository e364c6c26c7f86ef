"""The question language is one: who computes and who checks have the same types, word for word."""

from pathlib import Path

SERVICES = Path(__file__).parents[2] / "services"


def test_both_services_have_the_same_types() -> None:
    computed, checked = (
        (SERVICES / service / "domain" / "algebra.py").read_text() for service in ("data_science", "validator")
    )
    assert computed == checked
