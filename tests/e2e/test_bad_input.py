"""A table of bad input against a real system: each case gets its documented error or a report, and Amy stays up."""

import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import httpx
import pytest

from evals.system import System
from tests.load.bombs import tree

USER = "bad-input"
CSV = "/v1/data/imports"
HEADER = "date,resting_heart_rate,steps\n"


@dataclass(frozen=True, kw_only=True)
class Case:
    name: str
    method: str = "POST"
    path: str = "/v1/turns"
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int
    code: str


REFUSED = [
    Case(name="malformed JSON", body=b'{"messages": [', status=400, code="invalid_request"),
    Case(name="not an object", body=b"[1, 2]", status=400, code="invalid_request"),
    Case(name="no messages at all", body=b"{}", status=400, code="invalid_field"),
    Case(name="empty messages", body=b'{"messages": []}', status=400, code="invalid_request"),
    Case(
        name="last message from the assistant",
        body=b'{"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]}',
        status=400,
        code="invalid_request",
    ),
    Case(
        name="unknown field",
        body=b'{"messages": [{"role": "user", "content": "hi"}], "temperature": 1}',
        status=400,
        code="invalid_field",
    ),
    Case(
        name="unknown role",
        body=b'{"messages": [{"role": "system", "content": "hi"}]}',
        status=400,
        code="invalid_field",
    ),
    Case(
        name="missing key",
        headers={"Authorization": ""},
        body=b'{"messages": [{"role": "user", "content": "hi"}]}',
        status=401,
        code="missing_authorization",
    ),
    Case(
        name="wrong key",
        headers={"Authorization": "Bearer amy_live_wrong"},
        body=b'{"messages": [{"role": "user", "content": "hi"}]}',
        status=401,
        code="invalid_token",
    ),
    Case(
        name="memory of 501 characters",
        path="/v1/memory",
        body=b'{"text": "%s", "category": "goal"}' % (b"a" * 501),
        status=400,
        code="invalid_field",
    ),
    Case(
        name="null category",
        path="/v1/memory",
        body=b'{"text": "a", "category": null}',
        status=400,
        code="invalid_field",
    ),
    Case(name="no category", path="/v1/memory", body=b'{"text": "a"}', status=400, code="invalid_field"),
    Case(name="turn that is none", method="GET", path="/v1/turns/nonsense", status=404, code="turn_not_found"),
    Case(
        name="turn that never was",
        method="GET",
        path="/v1/turns/turn_01HX2K3M4N5P6Q7R8S9T0V1W2X",
        status=404,
        code="turn_not_found",
    ),
    Case(name="memory that is none", method="DELETE", path="/v1/memory/mem_x", status=404, code="memory_not_found"),
    Case(name="a page of 101", method="GET", path="/v1/memory?limit=101", status=400, code="invalid_field"),
    Case(name="a made-up cursor", method="GET", path="/v1/turns?cursor=abc", status=400, code="invalid_field"),
    Case(name="empty CSV", path=CSV, body=b"", status=400, code="invalid_request"),
    Case(name="binary CSV", path=CSV, body=bytes(range(256)) * 50, status=400, code="invalid_request"),
    Case(name="CSV of an unknown layout", path=CSV, body=b"a,b\n1,2\n", status=422, code="unprocessable"),
    Case(name="CSV with a header alone", path=CSV, body=b"date,steps\n", status=422, code="unprocessable"),
    Case(name="a million commas", path=CSV, body=b"," * 1_000_000, status=400, code="invalid_request"),
    Case(
        name="a hundred thousand columns",
        path=CSV,
        body=b"date" + b",c" * 100_000 + b"\n",
        status=422,
        code="unprocessable",
    ),
    Case(name="a line of 3 MB", path=CSV, body=b"x" * 3_000_000, status=400, code="invalid_request"),
    Case(
        name="a quotation mark over 3 MB",
        path=CSV,
        body=b'date,steps\n2024-01-01,"' + b"2024-01-01,5\n" * 230_000,
        status=400,
        code="invalid_request",
    ),
    Case(name="lines of commas", path=CSV, body=b"date,steps\n" + b",\n" * 300_000, status=422, code="unprocessable"),
    Case(name="more lines than are let in", path=CSV, body=b",\n" * 4_100_000, status=400, code="invalid_request"),
    Case(
        name="a hundred thousand people",
        path=CSV,
        body=b"Id,SleepDay,TotalMinutesAsleep\n" + b"".join(b"%d,2024-01-01,1\n" % n for n in range(100_000)),
        status=422,
        code="unprocessable",
    ),
    Case(name="JSON as CSV", path=CSV, body=b'{"steps": 5}', status=400, code="invalid_request"),
    Case(
        name="dates in two formats that nothing reconciles",
        path=CSV,
        body=(HEADER + "2024-01-31,60,1\n31/01/2024,61,2\n01/31/2024,62,3\n13/02/2024,1,1\n02/14/2024,2,2\n").encode(),
        status=422,
        code="unprocessable",
    ),
    Case(
        name="dates that could be either",
        path=CSV,
        body=(HEADER + "01/02/2024,60,1\n").encode(),
        status=422,
        code="unprocessable",
    ),
]


@pytest.fixture
def http(system: System) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {system.admin_key}", "Amy-User": USER}
    with httpx.Client(base_url=system.base_url, headers=headers, timeout=60) as client:
        yield client


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_bad_input_gets_its_documented_error(http: httpx.Client, case: Case) -> None:
    headers = {"Content-Type": "application/json", **case.headers}
    request = http.build_request(case.method, case.path, content=case.body, headers=headers)
    if case.headers.get("Authorization") == "":
        del request.headers["Authorization"]
    response = http.send(request)
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (case.status, case.code), response.text
    assert set(error) == {"code", "message", "request_id", "docs_url"}
    assert error["message"]
    assert error["request_id"] == response.headers["x-request-id"]
    assert http.get("/healthz").status_code == 200


def test_impossible_cells_are_skipped_and_reported_and_the_rest_is_kept(http: httpx.Client) -> None:
    rows = "2024-01-01,NaN,1000\n2024-01-02,inf,1001\n2024-01-03,-60,1002\n2024-01-04,61,abc\n2024-01-05,60,1004\n"
    response = http.post(CSV, content=HEADER + rows)
    assert response.status_code == 201, response.text
    report = response.json()
    assert (report["rows_read"], report["days_written"], report["cells_skipped"]) == (5, 5, 4)
    assert {line for reason in report["skipped"] for line in reason["first_lines"]} == {2, 3, 4, 5}
    metrics = {metric["name"]: metric["days_with_value"] for metric in http.get("/v1/data/metrics").json()["metrics"]}
    assert metrics == {"resting_heart_rate": 2, "steps": 4}


def test_a_small_file_is_imported_while_a_large_one_of_another_is_read(http: httpx.Client) -> None:
    large = HEADER + "2024-01-02,60,5\n" * 1_500_000
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(http.post, CSV, content=large.encode(), headers={"Amy-User": "patient"}, timeout=100)
        time.sleep(1)
        small = http.post(CSV, content=HEADER + "2024-01-01,60,1\n", headers={"Amy-User": "quick"})
        assert not reading.done()
        assert small.status_code == 201, small.text
        assert reading.result().status_code == 201


def test_more_imports_than_a_user_may_have_under_way_are_told_to_wait(http: httpx.Client) -> None:
    large = (HEADER + "2024-01-02,60,5\n" * 300_000).encode()
    with ThreadPoolExecutor(8) as pool:
        sent = [
            pool.submit(http.post, CSV, content=large, headers={"Amy-User": "eager"}, timeout=100) for _ in range(8)
        ]
        answers = [each.result() for each in sent]
    refused = [each for each in answers if each.status_code == 429]
    assert refused
    assert {each.status_code for each in answers} == {201, 429}
    assert refused[0].json()["error"]["code"] == "concurrency_limit_exceeded"
    assert int(refused[0].headers["retry-after"]) > 0


def test_nothing_is_read_on_for_a_client_that_has_left(http: httpx.Client, system: System) -> None:
    large = (HEADER + "2024-01-02,60,5\n" * 1_900_000).encode()
    with pytest.raises(httpx.ReadTimeout):
        http.post(CSV, content=large, headers={"Amy-User": "leaver"}, timeout=httpx.Timeout(60, read=1.0))
    deadline = time.monotonic() + 20
    while readers_of(system) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert readers_of(system) == []
    assert http.get("/v1/data/metrics", headers={"Amy-User": "leaver"}).json()["metrics"] == []


def readers_of(system: System) -> list[int]:
    """The processes of a system that read large files: they stand back for all others."""
    return [pid for pid in tree(system.supervisor_pid) if stands_back(pid)]


def stands_back(pid: int) -> bool:
    try:
        return os.getpriority(os.PRIO_PROCESS, pid) > 0
    except ProcessLookupError:
        return False


@pytest.mark.timeout(180)
def test_a_million_rows_are_read_while_others_are_served(http: httpx.Client) -> None:
    row = "2024-01-%02d,60,%d\n"
    body = HEADER + "".join(row % (number % 28 + 1, number % 5000) for number in range(1_000_000))
    began = time.monotonic()
    response = http.post(CSV, content=body.encode(), headers={"Amy-User": "million"}, timeout=170)
    assert response.status_code == 201, response.text
    assert response.json()["rows_read"] == 1_000_000
    assert response.json()["days_written"] == 28
    assert time.monotonic() - began < 120
    assert http.get("/healthz").status_code == 200
