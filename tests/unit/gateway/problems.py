"""What every error response looks like."""

from pathlib import Path

import httpx

from gateway.domain.model import Problem

ROOT = Path(__file__).resolve().parents[3]


def check_problem(response: httpx.Response, status: int, code: str) -> Problem:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    problem = Problem.model_validate_json(response.content)
    assert problem.error.code == code
    assert problem.error.request_id == response.headers["x-request-id"]
    page = ROOT / problem.error.docs_url
    assert page.read_text(encoding="utf-8").startswith(f"# `{code}`\n")
    assert problem.error.message
    return problem
