"""Records and groups, told one by one: a sentence for one, lines for two, a table for more."""

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from amy.text import inert
from services.data_science.domain.algebra import (
    Count,
    Daily,
    Grouping,
    Order,
    Periods,
    Pick,
    Profile,
    Reduce,
    Rows,
    Statistic,
    Table,
    TellRecords,
    Unit,
    Unusual,
)
from services.data_science.language.saying.amounts import MONTHS, date_text, day_of
from services.data_science.language.saying.kinds import kind_noun, plural
from services.data_science.language.saying.numbers import count_core, place_said, reduce_core
from services.data_science.language.saying.rows import is_one
from services.data_science.language.saying.units import source_of, unit_of_column, unit_of_statistic
from services.data_science.language.saying.words import end_said
from services.data_science.language.telling.cited import Cited, Told, capital
from services.data_science.language.telling.lacking import lacking
from services.data_science.language.telling.phrases import (
    noun_of,
    owned,
    sentence,
    table,
    tally,
    unit_of_rows,
    with_article,
)

_FEWEST_OF_A_TABLE: Final = 3
_MOST_TOLD: Final = 10
_LONGEST_LABEL: Final = 60
_HEADS: Final = {
    Grouping.WEEKDAY: "Day of the week",
    Grouping.WEEKEND: "Days",
    Grouping.WEEK: "Week from",
    Grouping.MONTH: "Month",
    Grouping.QUARTER: "Quarter",
    Grouping.YEAR: "Year",
    Grouping.SEASON: "Season",
    Grouping.KIND: "Activity",
}

_IN_TIME: Final = frozenset({Grouping.WEEK, Grouping.MONTH, Grouping.QUARTER, Grouping.YEAR})


def _positions(cited: Cited, key: str) -> list[int]:
    """The places, from 1 on, of the rows or groups that have a number under `key_1`, `key_2` and so on."""
    found = (re.fullmatch(rf"{key}_(\d+)", each) for each in cited.computed.numbers)
    return sorted(int(each[1]) for each in found if each)


def _rows(cited: Cited) -> list[int]:
    """The rows that are told, of which none is left out before the last."""
    return [row for place, row in enumerate(_positions(cited, "day"), start=1) if place == row]


def tell_records(question: TellRecords, cited: Cited) -> Told:
    rows = question.rows
    positions = _rows(cited)
    if not positions:
        return lacking(cited)
    rows = _found(rows, len(positions))
    question = replace(question, rows=rows)
    if len(positions) == 1:
        text = _single(question, cited, positions[0])
    elif len(positions) < _FEWEST_OF_A_TABLE:
        lines = "".join(f"\n- {capital(_line(question, cited, each))}" for each in positions)
        text = f"{capital(cited.voice.rows(rows))}:{lines}"
    else:
        text = f"{capital(cited.voice.rows(rows))}:\n\n{_records(question, cited, positions)}"
        if cited.has("n") and cited.number("n") > len(positions):
            _, several = unit_of_rows(rows, None, cited)
            text = f"{text}\n\nThere are {cited.ref('n')} {several} in all; these come first."
    first = "c1_1" if question.columns and cited.has("c1_1") else "day_1"
    values = [cited.value(first, first)]
    values += [cited.value(key, key) for key in _keys(question, positions) if key != first and cited.has(key)]
    values += [cited.typed("activity", inert(kind, limit=_LONGEST_LABEL)) for kind in _kinds(cited) if kind]
    return Told(text=text, answer=cited.ref(first), values=tuple(values))


def _found(rows: Rows, told: int) -> Rows:
    """The rows as they are told where there are fewer than were picked: all of them, of 5 highest the 3 there are."""
    if not isinstance(rows, Pick) or told >= min(rows.count, _MOST_TOLD) or rows.first > 1:
        return rows
    if rows.by is None and is_one(rows.rows):
        return rows
    return rows.rows if rows.by is None else replace(rows, count=told)


def _keys(question: TellRecords, positions: list[int]) -> list[str]:
    columns = range(1, len(question.columns) + 1)
    return [key for row in positions for key in (*(f"c{each}_{row}" for each in columns), f"day_{row}", f"end_{row}")]


def _kinds(cited: Cited) -> tuple[str, ...]:
    return cited.computed.texts.get("kinds", ())


def _kind(cited: Cited, position: int) -> str:
    kinds = _kinds(cited)
    return kind_noun(kinds[position - 1]) if position <= len(kinds) and kinds[position - 1] else ""


def _day(question: TellRecords, cited: Cited, position: int) -> str:
    """The day of a row; of a period its name, or its first and last day."""
    periods = source_of(question.rows)
    if isinstance(periods, Periods) and cited.has(f"end_{position}"):
        start, end = (day_of(cited.number(f"{key}_{position}")) for key in ("day", "end"))
        spanned = f"{cited.ref(f'day_{position}')} to {cited.ref(f'end_{position}')}"
        return period_name(periods.unit, start, end) or spanned
    return cited.day(f"day_{position}")


def _single(question: TellRecords, cited: Cited, position: int) -> str:
    rows = question.rows
    of_period = isinstance(source_of(rows), Periods)
    on = "" if of_period or source_of(rows) is Table.DAYS else "on "
    told = [
        f"{with_article(noun_of(column, rows, cited))} of {cited.ref(key)}"
        for number, column in enumerate(question.columns, start=1)
        if cited.has(key := f"c{number}_{position}")
    ]
    kind = _kind(cited, position) if "activit" in cited.voice.rows(rows) else ""
    head = cited.voice.rows(rows)
    head = head if is_one(rows) else f"the only one of {head}"
    was = f"{head} was {f'{with_article(kind)} ' if kind else ''}{on}{_day(question, cited, position)}"
    if of_period and _counts(rows):
        return f"{capital(was)}: {cited.ref(f'c1_{position}')}."
    ties = ""
    if cited.has("ties"):
        _, several = unit_of_rows(rows, None, cited)
        ties = f" {cited.ref('ties')} {several} share that; this is the latest."
    return f"{sentence(was + (f', with {_joined(told)}' if told else ''))}{ties}"


def _counts(rows: Rows) -> bool:
    """Whether the value of the periods is how many there are."""
    periods = source_of(rows)
    return isinstance(periods, Periods) and periods.column is None


def _joined(parts: list[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def _line(question: TellRecords, cited: Cited, position: int) -> str:
    told = [
        f"{noun_of(column, question.rows, cited)} {cited.ref(key)}"
        for number, column in enumerate(question.columns, start=1)
        if cited.has(key := f"c{number}_{position}")
    ]
    kind = _kind(cited, position)
    after = ", ".join([*([kind] if kind and len(set(_kinds(cited))) > 1 else []), *told])
    return f"{_day(question, cited, position)}{f': {after}' if after else ''}"


def _records(question: TellRecords, cited: Cited, positions: list[int]) -> str:
    rows, has_kinds = question.rows, len(set(_kinds(cited))) > 1
    heads = ["From and to" if isinstance(source_of(rows), Periods) else "Day", *(["Activity"] if has_kinds else [])]
    heads += [capital(noun_of(column, rows, cited)) for column in question.columns]
    cells = [
        [
            _day(question, cited, position),
            *([capital(_kind(cited, position)) or "-"] if has_kinds else []),
            *(
                cited.ref(key) if cited.has(key := f"c{number}_{position}") else "-"
                for number in range(1, len(question.columns) + 1)
            ),
        ]
        for position in positions
    ]
    return table(heads, cells)


def profile(question: Profile, cited: Cited) -> Told:
    """The group that was asked for in a sentence, then each group; of two groups both in one sentence."""
    positions = _positions(cited, "g")
    labels = cited.computed.texts.get("labels", ())
    positions = [each for each in positions if each <= len(labels)]
    if not positions:
        return lacking(cited)
    positions = _ranked(question, positions, cited)
    positions = positions[: cited.computed.most_told or len(positions)]
    names = {each: _name(question, labels[each - 1], each, cited) for each in positions}
    about = capital(_about(question, cited))
    extreme = round(cited.number("extreme")) if cited.has("extreme") and question.extreme else 0
    text = ""
    if extreme in positions:
        which = _end(question, cited)
        on = _in_group(question.by, names[extreme])
        rests = _rests(question, extreme, cited)
        text = f"{capital(on)} {_about(question, cited)} was {which}: {cited.ref(f'g_{extreme}')}{rests}."
    if len(positions) > 1 and 1 < cited.computed.most_told < _FEWEST_OF_A_TABLE:
        text = _best_two(question, cited, names)
    elif question.by is Grouping.KIND and question.column is None and len(positions) < _FEWEST_OF_A_TABLE and not text:
        text = _counted_kinds(question, cited, names)
    elif len(positions) < _FEWEST_OF_A_TABLE:
        places = [f" {_in_group(question.by, names[each])}" for each in positions]
        parts = [
            f"{cited.ref(f'g_{each}')}{'' if about.endswith(place) else place}{_rests(question, each, cited)}"
            for each, place in zip(positions, places, strict=True)
        ]
        text = (
            f"{about} was {' and '.join(parts)}." if not text else f"{text} {_others(question, cited, names, extreme)}"
        )
    else:
        text = f"{text or f'{about}:'}\n\n{_groups(question, cited, names)}"
    values = [cited.typed("label", names[extreme])] if extreme in positions else []
    values += [cited.value(names[each], f"g_{each}") for each in ([extreme] if extreme in positions else [])]
    values += [cited.value(names[each], f"g_{each}") for each in positions if each != extreme]
    first = f"g_{extreme}" if extreme in positions else f"g_{positions[0]}"
    return Told(text=text.strip(), answer=cited.ref(first), values=tuple(values))


def _ranked(question: Profile, positions: list[int], cited: Cited) -> list[int]:
    """Groups of which the best is asked for, the best first; stretches of the calendar stay in order of time."""
    if question.extreme is None or question.by in _IN_TIME:
        return positions
    sign = -1 if question.extreme is Order.HIGHEST else 1
    return sorted(positions, key=lambda each: sign * cited.number(f"g_{each}"))


def _best_two(question: Profile, cited: Cited, names: dict[int, str]) -> str:
    """As in "your step count was highest on Mondays, with 9,000 steps, and on Fridays, with 8,000 steps"."""
    which = _end(question, cited)
    told = [
        f"{_in_group(question.by, name)}, with {cited.ref(f'g_{each}')}{_rests(question, each, cited)}"
        for each, name in names.items()
    ]
    return f"{capital(_about(question, cited))} was {which} {', and '.join(told)}."


def _end(question: Profile, cited: Cited) -> str:
    """Which end is asked for, as it is said of what is measured: a bed time is latest, a sleep longest."""
    source = source_of(question.rows)
    unit = unit_of_column(question.column, source, cited.catalogue) if question.column else ""
    return end_said(question.extreme or Order.HIGHEST, unit_of_statistic(question.statistic, unit))


def _counted_kinds(question: Profile, cited: Cited, names: dict[int, str]) -> str:
    """As in "your activities last week: 2 bike rides and 1 run"."""
    told = [
        f"{cited.ref(f'g_{each}')} {name if cited.number(f'g_{each}') == 1 else plural(name)}"
        for each, name in names.items()
    ]
    return sentence(f"{cited.voice.rows(question.rows)}: {_joined(told)}")


def _others(question: Profile, cited: Cited, names: dict[int, str], extreme: int) -> str:
    """The groups beside the one that was told, of which there is one at most."""
    parts = [
        f"{_in_group(question.by, name)} it was {cited.ref(f'g_{each}')}{_rests(question, each, cited)}"
        for each, name in names.items()
        if each != extreme
    ]
    return " ".join(sentence(each) for each in parts)


def _about(question: Profile, cited: Cited) -> str:
    rows = question.rows
    if question.column is None:
        return f"the {count_core(Count(rows=rows), cited.voice, within=None)}"
    reduced = Reduce(rows=rows, column=question.column, statistic=question.statistic)
    article = "your" if source_of(rows) is Table.DAYS else "the"
    return f"{article} {reduce_core(reduced, cited.voice, within=None)}"


def _rests(question: Profile, position: int, cited: Cited) -> str:
    if question.statistic is Statistic.COUNT or not cited.has(f"n_{position}"):
        return ""
    return f" ({tally(f'n_{position}', question.rows, question.column, cited)})"


def _groups(question: Profile, cited: Cited, names: dict[int, str]) -> str:
    counted = question.statistic is not Statistic.COUNT and all(cited.has(f"n_{each}") for each in names)
    is_count = isinstance(question.column, Daily) and question.column.column is None
    value = "Number" if is_count or question.column is None else capital(noun_of(question.column, question.rows, cited))
    _, several = unit_of_rows(question.rows, question.column, cited)
    heads = [_HEADS[question.by], value, *([capital(several)] if counted else [])]
    cells = [
        [capital(name), cited.ref(f"g_{each}"), *([cited.ref(f"n_{each}")] if counted else [])]
        for each, name in names.items()
    ]
    return table(heads, cells)


def _name(question: Profile, label: str, position: int, cited: Cited) -> str:
    """A group as it is called: "Monday", "October 2024", "run"; of a week the day it begins on."""
    match question.by:
        case Grouping.WEEK | Grouping.MONTH | Grouping.QUARTER | Grouping.YEAR:
            return _of_calendar(question.by, label, position, cited)
        case Grouping.KIND:
            return kind_noun(label)
        case _:
            return inert(label, limit=_LONGEST_LABEL)


def period_name(unit: Unit, start: date, end: date) -> str:
    """A whole month, quarter or year by its name: "October 2024"; empty for a part of one, and for weeks and days."""
    if start.day != 1 or (end + timedelta(days=1)).day != 1:
        return ""
    months = (end.year - start.year) * 12 + end.month - start.month + 1
    match unit:
        case Unit.MONTH if months == 1:
            return f"{MONTHS[start.month - 1]} {start.year}"
        case Unit.QUARTER if months == 3:
            return f"{MONTHS[start.month - 1]} to {MONTHS[end.month - 1]} {start.year}"
        case Unit.YEAR if months == 12:
            return f"{start.year}"
        case _:
            return ""


def _of_calendar(by: Grouping, label: str, position: int, cited: Cited) -> str:
    try:
        day = date.fromisoformat(label)
    except ValueError:
        return inert(label, limit=_LONGEST_LABEL)
    match by:
        case Grouping.WEEK:
            return cited.ref(f"d_{position}") if cited.has(f"d_{position}") else date_text(day)
        case Grouping.MONTH:
            return f"{MONTHS[day.month - 1]} {day.year}"
        case Grouping.QUARTER:
            first = (day.month - 1) // 3 * 3
            return f"{MONTHS[first]} to {MONTHS[first + 2]} {day.year}"
        case _:
            return f"{day.year}"


def _in_group(by: Grouping, name: str) -> str:
    match by:
        case Grouping.WEEKDAY:
            return f"on {name}s"
        case Grouping.WEEKEND:
            return f"on {name}"
        case Grouping.WEEK:
            return f"in the week from {name}"
        case Grouping.QUARTER:
            return f"from {name}"
        case Grouping.MONTH | Grouping.YEAR | Grouping.SEASON:
            return f"in {name}"
        case Grouping.KIND:
            return f"for the activity {name}"


def unusual(question: Unusual, cited: Cited) -> Told:
    """How many values stand out, from what, and the furthest of them."""
    if not cited.has("effect"):
        return lacking(cited)
    rows, column, number = question.rows, question.column, cited.number("effect")
    what = f"{owned(column, rows, cited)}{_place(rows, question, cited)}"
    of = tally("n", rows, column, cited) if cited.has("n") else "the values"
    median = f", far from the middle value of {cited.ref('median')}" if cited.has("median") else ""
    values = [cited.value("unusual", "effect")]
    if not number:
        return Told(text=f"None of {of} stands out in {what}.", answer=cited.ref("effect"), values=tuple(values))
    positions = _rows(cited)
    values += [cited.value(f"c1_{each}", f"c1_{each}") for each in positions if cited.has(f"c1_{each}")]
    values += [cited.value(f"day_{each}", f"day_{each}") for each in positions]
    stands = "stands" if number == 1 else "stand"
    text = f"Of {of}, {cited.ref('effect')} {stands} out in {what}{median}"
    cells = [[cited.day(f"day_{each}"), cited.ref(f"c1_{each}")] for each in positions if cited.has(f"c1_{each}")]
    if len(cells) >= _FEWEST_OF_A_TABLE:
        text = f"{text}. The furthest:\n\n{table(['Day', capital(noun_of(column, rows, cited))], cells)}"
    else:
        said = " and ".join(f"{value} on {day}" for day, value in cells)
        text = f"{text}: {said}." if said else f"{text}."
    return Told(text=text, answer=cited.ref("effect"), values=tuple(values))


def _place(rows: Rows, question: Unusual, cited: Cited) -> str:
    return place_said(rows, question.column, cited.voice, within=None)
