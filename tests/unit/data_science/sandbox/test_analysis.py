"""What happens inside a run: the tables it sees, the body it compiles, the reply it gives."""

from collections.abc import Mapping
from datetime import datetime

import pandas as pd
import pytest

from services.data_science.adapters.sandbox.analysis import compile_body, load_tables, run_analysis
from services.data_science.adapters.sandbox.protocol import Job, Reply, ReplyKind, decode_reply
from services.data_science.domain.run import Frames, JsonValue
from tests.frames import sent

NONCE = bytes(16)
DRAWN = datetime(2024, 1, 2, 8, 30)  # noqa: DTZ001, without a zone as in the frame


def job(code: str) -> Job:
    days = pd.to_datetime(["2024-01-03", "2024-01-01"])
    frames = Frames(
        summary=sent(pd.DataFrame({"datetime": days, "steps": [3, None]})),
        activities=b"",
        profile=sent(pd.DataFrame({"age": [40]})),
        population=b"",
        biomarkers=sent(pd.DataFrame({"collected_at": [DRAWN]})),
    )
    return Job(nonce=NONCE, code=code, frames=frames)


def run(code: str) -> Reply:
    return decode_reply(run_analysis(job(code), result_bytes=10_000), NONCE)


def error(code: str) -> Mapping[str, JsonValue]:
    reply = run(code)
    assert reply.kind is ReplyKind.RAISED
    assert isinstance(reply.body, dict)
    return reply.body


def test_the_summary_is_in_date_order_and_missing_stays_missing() -> None:
    summary, activities, profile, population, biomarkers = load_tables(job(""))
    assert summary["datetime"].tolist() == [pd.Timestamp("2024-01-01"), pd.Timestamp("2024-01-03")]
    assert str(summary["datetime"].dtype) == "datetime64[ns]"
    assert summary["steps"].isna().tolist() == [True, False]
    assert summary.index.tolist() == [0, 1]
    assert (len(activities), profile["age"].tolist(), len(population)) == (0, [40], 0)
    assert biomarkers["collected_at"].tolist() == [pd.Timestamp(DRAWN)]
    assert str(biomarkers["collected_at"].dtype) == "datetime64[ns]"


def test_every_table_has_the_name_the_code_knows_it_by() -> None:
    counts = "[len(summary_df), len(activities_df), len(profile_df), len(population_df), len(biomarkers_df)]"
    assert run(f"return {counts}").body == [2, 0, 1, 0, 1]


def test_the_tables_can_be_changed_in_place() -> None:
    assert run("profile_df.loc[0, 'age'] += 1\nreturn profile_df['age'][0]").body == 41


def test_a_multi_line_string_keeps_its_text() -> None:
    assert run('return """a\n  b\n"""').body == "a\n  b\n"


def test_a_body_without_return_returns_null() -> None:
    assert run("").body is None
    assert run("x = 1").body is None


@pytest.mark.parametrize("code", ["return (", "def f(:\n    pass"])
def test_a_body_that_does_not_parse_is_an_error_on_its_line(code: str) -> None:
    body = error(code)
    assert body["error_type"] == "SyntaxError"
    assert str(body["traceback"]).startswith("line 1: ")


def test_lines_keep_their_numbers() -> None:
    with pytest.raises(SyntaxError) as caught:
        compile_body("x = 1\n\nreturn = 2")
    assert caught.value.lineno == 3
    assert error("x = 1\n\nraise ValueError('no')")["traceback"] == "line 3: raise ValueError('no')"


def test_running_out_of_memory_and_a_large_result_have_kinds_of_their_own() -> None:
    assert run("raise MemoryError").kind is ReplyKind.OUT_OF_MEMORY
    assert run("return 'x' * 100_000").kind is ReplyKind.TOO_LARGE


def test_a_long_message_is_cut() -> None:
    assert len(str(error("raise ValueError('x' * 100_000)")["message"])) == 2000
