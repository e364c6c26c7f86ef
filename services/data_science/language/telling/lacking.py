"""What is said where there is nothing to compute from: one sentence with the true reason."""

from typing import assert_never

from services.data_science.domain.algebra import (
    ChangePoint,
    Column,
    Contrast,
    Count,
    Decide,
    Field,
    Literal,
    Norm,
    Number,
    NumberArithmetic,
    Pick,
    Profile,
    Reduce,
    ReferenceBound,
    Relate,
    Rows,
    Share,
    Statistic,
    Streak,
    Table,
    Tell,
    TellRecords,
    Trend,
    Unusual,
    When,
)
from services.data_science.language.saying.numbers import place_said
from services.data_science.language.saying.rows import named
from services.data_science.language.saying.units import source_of
from services.data_science.language.telling.cited import Cited, Told
from services.data_science.language.telling.phrases import noun_of, sentence

_NEEDS_MORE = {
    Statistic.SD: "a standard deviation",
    Statistic.CV: "a measure of spread",
    Statistic.CHANGE: "a change",
    Statistic.RANGE: "a range",
    Statistic.OUTLIERS: "telling what is unusual",
}


def lacking(cited: Cited) -> Told:  # noqa: C901, one case a form
    """Why there is no number: nothing on record, or too little of it."""
    question = cited.question
    match question:
        case Tell(number=number):
            text = _of_number(number, cited)
        case Decide(left=left, right=right):
            text = _of_number(right if cited.has("left") else left, cited)
        case TellRecords(rows=rows):
            text = _none_of(rows, cited)
        case Profile(rows=rows, column=None):
            text = _none_of(rows, cited)
        case Profile(rows=rows, column=column) if column is not None:
            text = _no_value(rows, column, cited)
        case Relate():
            text = _too_few_pairs(question, cited)
        case Contrast(rows=rows, baseline=baseline, column=column):
            text = _no_value(rows if not cited.computed.numbers.get("n_recent") else baseline, column, cited)
        case Trend(rows=rows, column=column):
            text = _no_value(rows, column, cited, needs="a trend")
        case ChangePoint(rows=rows, column=column):
            text = _no_value(rows, column, cited, needs="finding the day of a change")
        case Unusual(rows=rows, column=column):
            text = _no_value(rows, column, cited, needs="telling what is unusual")
        case Profile():
            text = _none_of(question.rows, cited)
        case _:
            assert_never(question)
    return Told(text=text)


def _of_number(number: Number, cited: Cited) -> str:
    match number:
        case Reduce(rows=rows, column=column, statistic=statistic):
            return _no_value(rows, column, cited, needs=_NEEDS_MORE.get(statistic, ""))
        case Share(rows=rows) | Streak(rows=rows) | When(rows=rows) | Count(rows=rows):
            return _none_of(rows, cited)
        case NumberArithmetic(left=left, right=right):
            return _of_number(right if cited.has("left") or isinstance(left, Literal) else left, cited)
        case Norm():
            return f"I know no value for {_without_article(cited.voice.number(number))}."
        case ReferenceBound():
            return f"Your laboratory gave no value for {_without_article(cited.voice.number(number))}."
        case Literal():
            return "That cannot be worked out: it divides by zero."
        case _:
            assert_never(number)


def _without_article(said: str) -> str:
    return said.replace("the laboratory's", "its", 1)


def _none_of(rows: Rows, cited: Cited) -> str:
    """There are no such rows; of a pick, none to pick from."""
    if isinstance(rows, Pick):
        return _none_of(rows.rows, cited)
    found = named(rows, cited.voice, within=None)
    if found is None:
        return _on_record(f"there is nothing{_RECORD} for {cited.voice.rows(rows)}")
    if source_of(rows) is Table.DAYS and not found.tests:
        return _on_record(f"there is nothing{_RECORD}{found.when}")
    return _on_record(f"there are no {found.several}{found.tests}{_RECORD}{found.when}")


_RECORD = " on record"


def _on_record(text: str) -> str:
    """A sentence that says once that something is on record."""
    return sentence(text.replace(_RECORD, "", 1) if text.count(_RECORD) > 1 else text)


def _no_value(rows: Rows, column: Column, cited: Cited, *, needs: str = "") -> str:
    noun, n = noun_of(column, rows, cited), cited.computed.numbers.get("n", 0.0)
    place = place_said(rows, column, cited.voice, within=None)
    place = place if source_of(rows) is Table.DAYS else f" for {cited.voice.rows(rows)}"
    if n and needs:
        values = f"{cited.ref('n')} {'value' if n == 1 else 'values'}"
        return f"There {'is' if n == 1 else 'are'} only {values} of {noun}{place}, and {needs} needs more."
    if n:
        return f"The values of {noun}{place} do not allow that to be worked out."
    of = noun if isinstance(column, Field) else f"value of {noun}"
    return _on_record(f"there is no {of}{_RECORD}{place}")


def _too_few_pairs(question: Relate, cited: Cited) -> str:
    rows, n = question.rows, cited.computed.numbers.get("n", 0.0)
    pair = f"{noun_of(question.left, rows, cited)} and {noun_of(question.right, rows, cited)}"
    place = place_said(rows, question.left, cited.voice, within=None)
    if not n:
        return _on_record(f"no day has both {pair}{_RECORD}{place}")
    days = f"{cited.ref('n')} {'day has' if n == 1 else 'days have'}"
    return f"Only {days} both {pair}{place}, too few or too alike to tell whether they go together."
