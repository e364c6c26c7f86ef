"""Reads JSON from strangers into the shape that the protocol promises."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from services.domain_expert.adapters.web.calls import Answer
from services.domain_expert.domain.web_results import BadAnswerError

_Shape = TypeVar("_Shape", bound=BaseModel)


def read_json(answer: Answer, shape: type[_Shape]) -> _Shape:
    """The answer in the given shape; fields that the shape does not name are ignored.

    Raises:
        BadAnswerError: it is not JSON or has another shape. What it held is not repeated.
    """
    try:
        return shape.model_validate_json(answer.body)
    except ValidationError:
        raise BadAnswerError("the answer is not JSON of the promised shape.", host=answer.host) from None
