"""The closed list: what is on it leaves in its shape, and nothing else leaves."""

from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.runtime.ids import new_id
from amy.runtime.telemetry.attributes import ALLOWED, OTHER, Attributes, named, told
from amy.runtime.telemetry.instruments import INSTRUMENTS, Shape

SENTENCE = "my resting heart rate is 61 since I take ramipril"


def test_the_attributes_that_code_may_write_are_those_on_the_list() -> None:
    assert set(get_type_hints(Attributes)) == set(ALLOWED)


def test_no_two_attributes_have_one_name_on_the_wire() -> None:
    assert len({allowed.key for allowed in ALLOWED.values()}) == len(ALLOWED)


@pytest.mark.parametrize("name", ALLOWED)
def test_no_attribute_takes_a_sentence(name: str) -> None:
    assert told({name: SENTENCE}) == {ALLOWED[name].key: OTHER}


@given(st.dictionaries(st.text(), st.text()))
def test_what_is_not_on_the_list_is_not_told(attributes: dict[str, str]) -> None:
    assert set(told(attributes)) <= {ALLOWED[name].key for name in attributes if name in ALLOWED}


@pytest.mark.parametrize("text", ["anna", "user_1", new_id("mem"), "turn_", f"{new_id('turn')}x"])
def test_an_id_is_told_only_if_it_is_one_of_a_turn(text: str) -> None:
    assert told({"turn_id": text}) == {"amy.turn.id": OTHER}


def test_ids_routes_methods_and_numbers_are_told_as_they_are() -> None:
    turn_id = new_id("turn")
    given_ = {
        "turn_id": turn_id,
        "http_route": "/v1/turns/{turn_id}/events",
        "rpc_method": "amy.api.data_science.v1.DataScienceService/Analyze",
        "model": "anthropic/claude-sonnet-4.5:beta",
        "input_tokens": 12,
    }
    assert list(told(given_).values()) == list(given_.values())


def test_a_span_is_named_by_one_word_or_two() -> None:
    assert named("POST /v1/turns/{turn_id}") == "POST /v1/turns/{turn_id}"
    assert named(SENTENCE) == OTHER


@pytest.mark.parametrize("instrument", INSTRUMENTS, ids=lambda each: each.name)
def test_no_metric_has_a_series_for_every_request_or_every_number(instrument: object) -> None:
    assert instrument in INSTRUMENTS
    by = next(each.by for each in INSTRUMENTS if each is instrument)
    assert by <= set(ALLOWED)
    assert not by & {"request_id", "turn_id", "input_tokens", "output_tokens", "attempt"}


def test_histograms_have_bounds_and_nothing_else_has() -> None:
    assert {each.name for each in INSTRUMENTS if each.bounds} == {
        each.name for each in INSTRUMENTS if each.shape is Shape.HISTOGRAM
    }
