"""Both evaluators as they are in the services, each given the records in the form its service reads them in."""

import math
import warnings
from collections.abc import Mapping
from datetime import UTC
from typing import Final, TypeAlias

import numpy as np

from evals.algebra.records import Records
from services.data_science.adapters.pandas_code import code_for, numbers_of
from services.data_science.adapters.sandbox.analysis import run_analysis
from services.data_science.adapters.sandbox.protocol import Job, ReplyKind, decode_reply
from services.data_science.domain.algebra import Question
from services.data_science.wire import QUESTIONS as SENT
from services.health_data.domain.records import ActivityLog as ActivityLogRead
from services.health_data.domain.records import DaySeries, to_epoch_day
from services.health_data.wire import activities_response
from services.validator.domain import algebra as validators
from services.validator.domain.answering.answers import Recomputed
from services.validator.domain.answering.evaluation import evaluate
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.records.samples import LabSample, SampleLog
from services.validator.domain.records.series import DailySeries
from services.validator.domain.records.store import ActivityLog, Norm, Store
from services.validator.wire import QUESTIONS as RECEIVED

Numbers: TypeAlias = Mapping[str, float]

_NONCE: Final = b"0" * 16
_MOST_BYTES: Final = 1 << 20
_ALIKE: Final = 1e-9
_DUST: Final = 1e-11


class CodeFailedError(Exception):
    """The generated code raised, or returned what has no JSON form."""


def by_pandas(question: Question, records: Records) -> Numbers:
    """The numbers that the data scientist's code gives, run as the sandbox runs it.

    Raises:
        CodeFailedError: the code did not end with a result.
    """
    code = code_for(question)
    job = Job(nonce=_NONCE, code=code, frames=records.frames)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reply = decode_reply(run_analysis(job, result_bytes=_MOST_BYTES), _NONCE)
    if reply.kind is not ReplyKind.RESULT or not isinstance(reply.body, Mapping):
        raise CodeFailedError(f"{reply.body}\n{code}")
    return numbers_of(question, reply.body)


def received(question: Question) -> validators.Question:
    """The question as the validator gets it over the wire."""
    return RECEIVED.decode(SENT.encode(question))


def by_interpreter(question: Question, store: Store) -> Mapping[str, Recomputed] | str:
    """The validator's own numbers; why it has none where it cannot read the question."""
    answer = evaluate(received(question), store)
    return answer.reason if isinstance(answer, Unreadable) else answer.numbers


def store_of(records: Records) -> Store:
    """Someone's records as the validator reads them."""
    log = activities_response(_log(records)).activities
    return Store(
        daily={name: _daily(series) for name, series in records.series.items()},
        activities=ActivityLog.of(
            days=[to_epoch_day(each.start.date()) for each in records.tables.activities],
            kinds=[each.kind for each in records.tables.activities],
            fields=[each.fields for each in log],
            recorded=list(records.days_on_record),
        ),
        samples=SampleLog.of(
            [
                LabSample(
                    taken_s=each.collected_at.astimezone(UTC).timestamp(),
                    name=each.name,
                    value=each.value,
                    unit=each.unit,
                    low=each.reference_low,
                    high=each.reference_high,
                )
                for each in records.samples
            ]
        ),
        norms={each.metric: Norm(mean=each.mean, sd=each.sd) for each in records.norms},
    )


def difference(pandas: Numbers, recomputed: Mapping[str, Recomputed] | str) -> str:
    """What the two say differently, in words; empty if nothing: counts and days exactly, other numbers to 1e-9."""
    if isinstance(recomputed, str):
        return f"the validator cannot read it: {recomputed}"
    told = [
        f"{key}: pandas {pandas.get(key)}, validator {own.value if own else None}"
        for key in sorted({*pandas, *recomputed})
        if not _is_same(pandas.get(key), own := recomputed.get(key))
    ]
    return "; ".join(told)


def _is_same(pandas: float | None, own: Recomputed | None) -> bool:
    if pandas is None or own is None:
        return pandas is None and own is None
    if own.is_count:
        return pandas == own.value
    return math.isclose(pandas, own.value, rel_tol=_ALIKE, abs_tol=_DUST * max(own.scale, 1.0))


def _log(records: Records) -> ActivityLogRead:
    return ActivityLogRead(
        activities=records.tables.activities, recorded_days=np.array(records.days_on_record, np.int32)
    )


def _daily(series: DaySeries) -> DailySeries:
    return DailySeries.of(series.days.astype(np.int64), series.values)
