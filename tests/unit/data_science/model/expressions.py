"""Questions as the model writes them."""

import json
from typing import Any

from google.protobuf import json_format

from services.data_science.domain.algebra import Question
from services.data_science.wire import QUESTIONS

ALL_DATA = {"start": {"date": "2023-03-01"}, "end": {"date": "2024-03-15"}, "label": "all data"}
DAYS = {"all": {"table": "TABLE_DAYS", "window": ALL_DATA}}
NO_PLAN: dict[str, Any] = {
    "expressions": [], "said_back": "", "unread": "", "topic": "", "needs_code": False, "approach": "",
}  # fmt: skip
CODE_PLAN = NO_PLAN | {
    "said_back": "how much of your heart rate variability sleep explains.",
    "needs_code": True,
    "approach": "Fit a straight line and return r squared.",
}


def field(name: str) -> dict[str, Any]:
    return {"field": {"name": name}}


def mean_of(metric: str) -> dict[str, Any]:
    """The average of a daily metric over all data."""
    return {"tell": {"number": {"reduce": {"rows": DAYS, "column": field(metric), "statistic": "STATISTIC_MEAN"}}}}


def plan_of(*expressions: dict[str, Any], **changed: object) -> dict[str, Any]:
    return NO_PLAN | {"expressions": [json.dumps(each) for each in expressions]} | changed


def as_json(question: Question) -> str:
    return json_format.MessageToJson(QUESTIONS.encode(question), preserving_proto_field_name=True, indent=None)
