"""What is asked, in the one question language: read back as it was written, and computable."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from amy.api.query.v1 import query_pb2 as query
from services.data_science.domain.well_typed import problem_of
from services.data_science.wire import QUESTIONS
from services.investigator.domain.asked import (
    ActivityCount,
    Asked,
    Change,
    ChangePoint,
    Lab,
    Level,
    Together,
    Weekdays,
)
from services.investigator.domain.records import Side
from services.investigator.domain.spans import Span
from services.investigator.wire.questions import question_from_proto, question_to_proto
from tests.unit.data_science.analysts import TODAY, catalogue_of

WINDOW = Span(start=TODAY - timedelta(days=29), end=TODAY, label="the last 30 days")
BEFORE = Span(start=date(2023, 11, 17), end=date(2024, 2, 14), label="the 90 days before")
EVERY_SHAPE: tuple[Asked, ...] = (
    Change(metric="steps", window=WINDOW, before=BEFORE),
    Weekdays(metric="sleep_minutes", window=WINDOW),
    Together(left="steps", right="sleep_minutes", lag_days=1, window=WINDOW),
    Together(left="sleep_minutes", right="resting_heart_rate", lag_days=0, window=WINDOW),
    ChangePoint(metric="steps", window=WINDOW),
    Lab(biomarker="Ferritin", side=Side.LOW, window=WINDOW),
    Lab(biomarker="LDL", side=Side.HIGH, window=WINDOW),
    Level(metric="steps", window=WINDOW),
    ActivityCount(window=WINDOW),
    ActivityCount(window=WINDOW, kind="Run"),
)


@pytest.mark.parametrize("asked", EVERY_SHAPE, ids=repr)
def test_a_question_is_read_back_as_it_was_written(asked: Asked) -> None:
    assert question_from_proto(question_to_proto(asked)) == asked


@pytest.mark.parametrize("asked", EVERY_SHAPE, ids=repr)
def test_every_question_makes_sense_to_whoever_computes_it(asked: Asked) -> None:
    question = question_to_proto(asked)
    tree = QUESTIONS.decode(question)
    both = frozenset({"Ferritin", "LDL"})
    catalogue = replace(catalogue_of(), lower_limits=both, upper_limits=both)
    assert problem_of(tree, catalogue) is None
    assert QUESTIONS.encode(tree).SerializeToString(deterministic=True) == question.SerializeToString(
        deterministic=True
    )


def test_a_question_of_another_shape_is_not_ours() -> None:
    changed = question_to_proto(EVERY_SHAPE[0])
    changed.contrast.rows.all.table = query.TABLE_ACTIVITIES
    no_date = question_to_proto(EVERY_SHAPE[0])
    no_date.contrast.rows.all.window.start.date = "the first"
    norm = query.Question(tell=query.Tell(number=query.Number(norm=query.Norm(metric="steps"))))
    for other in (query.Question(), changed, no_date, norm, query.Question(unusual=query.Unusual())):
        assert question_from_proto(other) is None
