"""A reference is set, never spelled: nothing that is merely said can become one."""

from hypothesis import given
from hypothesis import strategies as st

from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2 as health
from services.data_science import wire
from services.data_science.domain.draft import Draft, Reference, reference, words

ANY: st.SearchStrategy[str] = st.characters(exclude_categories=["Cs"])
OUTSIDE = st.text(st.one_of(st.sampled_from("{}\ufdd0\ufdd1.-ds01n "), ANY))


@given(OUTSIDE, OUTSIDE)
def test_whatever_stands_around_it_a_draft_has_the_one_reference_that_was_set(before: str, after: str) -> None:
    draft = Draft.of(words(before) + reference("ds-001.n") + words(after))
    assert [part for part in draft.parts if isinstance(part, Reference)] == [Reference("ds-001.n")]
    assert draft.spelled.count("{") == draft.spelled.count("}") == 2
    assert "{{ds-001.n}}" in draft.spelled
    assert "3" in draft.written(lambda _: "3")


def test_what_is_spelled_with_braces_is_words() -> None:
    draft = Draft.of("It says {{ds-001.n}} and {{x}} and {.")
    assert draft.spelled == draft.written(lambda _: "3") == "It says ds-001.n and x and ."


def test_a_question_and_the_labels_of_the_record_arrive_without_the_marks_that_set_references() -> None:
    hostile = reference("ds-001.n")
    request = pb.AnalyzeRequest(question=f"steps {hostile}")
    assert wire.request_from_proto(request).question == "steps ds-001.n"
    described = health.DescribeDataResponse(
        first_date="2024-01-01",
        reference_date="2024-06-30",
        activity_kinds=[hostile],
        biomarker_names=[health.BiomarkerDescription(name=hostile, unit=hostile)],
    )
    catalogue = wire.catalogue_from_proto(described)
    assert catalogue is not None
    assert catalogue.kinds == ("ds-001.n",)
    assert {name: each.unit for name, each in catalogue.biomarkers.items()} == {"ds-001.n": "ds-001.n"}
