"""Generated code, run as it stands, comes to what a plain reading of the question comes to, record by record."""

import math
import random
from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from services.data_science.adapters.pandas_code import code_for, numbers_of
from services.data_science.domain import algebra as a
from tests.unit.data_science.pandas_code.drawn import Draw, records
from tests.unit.data_science.pandas_code.plain_reading import Reader, epoch
from tests.unit.data_science.pandas_code.records_of_someone import Records, run

seeds = st.integers(0, 10**9)


def answer(question: a.Question, someone: Records) -> Mapping[str, float]:
    return numbers_of(question, run(code_for(question), someone))


def defined(**numbers: float) -> dict[str, float]:
    return {key: value for key, value in numbers.items() if math.isfinite(value)}


def same(actual: Mapping[str, float], expected: Mapping[str, float]) -> bool:
    """The keys alike, and the numbers as far as floats go."""
    return actual.keys() == expected.keys() and all(
        math.isclose(actual[key], expected[key], rel_tol=1e-9, abs_tol=1e-7) for key in expected
    )


@settings(max_examples=250, deadline=None)
@given(who=seeds, what=seeds)
def test_a_number_is_what_a_plain_reading_comes_to(who: int, what: int) -> None:
    someone, draw = records(who), Draw(rng=random.Random(what))
    number = draw.number(4)
    reader = Reader(records=someone)
    result = reader.number(number)
    expected = defined(effect=result.value, n=result.n)
    match number:
        case a.NumberArithmetic(left=left, right=right):
            for key, operand in (("left", left), ("right", right)):
                found = reader.number(operand)
                expected |= defined(**{key: found.value})
                if isinstance(operand, a.Reduce) and operand.statistic in {a.Statistic.MIN, a.Statistic.MAX}:
                    expected |= defined(**{f"{key}_day": found.day})
        case _ if "effect" in expected:
            expected |= defined(day=result.day, start_day=result.start_day, held=result.held)
            expected |= {"ties": float(result.ties)} if result.ties > 1 else {}
    told = {key: value for key, value in answer(a.Tell(number=number), someone).items() if key != "sd"}
    assert same(told, expected), (told, expected, code_for(a.Tell(number=number)))


@settings(max_examples=150, deadline=None)
@given(who=seeds, what=seeds)
def test_records_are_told_in_the_order_of_the_pick(who: int, what: int) -> None:
    someone, draw = records(who), Draw(rng=random.Random(what))
    rows, table = draw.rows_and_table(3)
    if draw.rng.random() < 0.7:
        rows = draw.pick(rows, table, 3)
    columns = tuple(draw.column(table, 2) for _ in range(draw.rng.randint(0, 2)))
    reader = Reader(records=someone)
    found = reader.picked(rows) if isinstance(rows, a.Pick) else reader.rows(rows)
    expected = {"n": float(len(found))}
    for position, row in enumerate(found[:10], start=1):
        expected[f"day_{position}"] = epoch(row.day)
        if table is None:
            expected[f"end_{position}"] = epoch(row.end)
        for number, column in enumerate(columns, start=1):
            expected |= defined(**{f"c{number}_{position}": reader.column(column, row, reader.table(rows))})
    first = "c1_1" if columns else "day_1"
    expected |= {"effect": expected[first]} if first in expected else {}
    if found and isinstance(rows, a.Pick) and rows.by is not None and rows.count == 1:
        values = [value for _, value in reader.order(rows)]
        ties = values.count(values[rows.first - 1])
        expected |= {"ties": float(ties)} if ties > 1 else {}
    question = a.TellRecords(rows=rows, columns=columns)
    told = answer(question, someone)
    assert same(told, expected), (told, expected, code_for(question))
