"""What every error response looks like."""

import httpx

from gateway.domain.model import Problem


def check_problem(response: httpx.Response, status: int, code: str) -> Problem:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    problem = Problem.model_validate_json(response.content)
    assert problem.error.code == code
    assert problem.error.request_id == response.headers["x-request-id"]
    assert problem.error.docs_url == f"https://docs.amy.health/concepts/errors#{code}"
    assert problem.error.message
    return problem
