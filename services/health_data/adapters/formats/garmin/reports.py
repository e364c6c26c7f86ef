"""The reports that Garmin Connect's website exports as tables: steps, sleep, heart rate variability, weight."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Final

import numpy as np

from services.health_data.adapters.formats.garmin.chosen import Chosen, Rank
from services.health_data.adapters.formats.garmin.grids import (
    clock,
    grid,
    header,
    minutes,
    named_date,
    numeral,
    position,
)
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.dates import DateColumn, DateRefusal, detect
from services.health_data.domain.numerals import decimal_sign, value_of
from services.health_data.domain.records import Place

_NOT_KEPT: Final = "Levels of stress: not kept."
_WEEKLY: Final = (
    "It holds averages or sums of weeks or months: choose 4 weeks or less in Garmin Connect, and export it again."
)
_NO_YEAR: Final = "date: without a year, or none"
_DATES: Final = ("", "date", "datum", "fecha", "data", "dato")
_SPAN: Final = re.compile(r"[^\W\d_].*\d\s*[-\u2013]\s*\w.*|\d+\s*[-\u2013]\s*\d+\.?\s*[^\W\d_].*")
"""Some days together: "Jul 31 - Aug 6", "Aug 7-13", "7-13 Aug"."""
_STEPS_FILE: Final = re.compile(r"steps|schritte|^pas\b|pasos|passos|passi|skridt|stappen", re.IGNORECASE)
_KILOGRAMS: Final = {"kg": 1.0, "kilogramm": 1.0, "lb": 0.45359237, "lbs": 0.45359237}


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column of a report.

    Attributes:
        metric: empty of `bed` and `wake`.
        names: how it is called, in lower case.
        read: its value in the canonical unit; None where the cell holds none.
        zero_counts: 0 is a reading.
    """

    metric: str
    names: tuple[str, ...]
    read: Callable[[str], float | None]
    zero_counts: bool = False


@dataclass(frozen=True, kw_only=True)
class Report:
    """A table of one row a day.

    Attributes:
        what: its rows, in words.
        needs: of each of these sets of names, one must be a column.
        by_file: its columns are called so generally that the name of the file must fit too.
        most: it has no more columns than these; 0 of one that may have any.
    """

    what: str
    columns: tuple[Column, ...]
    needs: tuple[tuple[str, ...], ...]
    by_file: re.Pattern[str] | None = None
    most: int = 0


def _number(text: str) -> float | None:
    digits = numeral(text)
    return value_of(digits, decimal_sign(digits) or ".")


def _count(text: str) -> float | None:
    """A whole number: what parts its digits groups them."""
    digits = re.sub(r"[.,\s\u00a0\u202f'\u2019]", "", text)
    return float(digits) if digits.isdigit() else None


_BED: Final = (
    *("bedtime", "schlafenszeit", "zubettgehzeit", "heure de coucher", "coucher", "hora de acostarse"),
    *("hora de dormir", "ora di andare a letto", "bedtijd"),
)
_WAKE: Final = (
    *("wake time", "aufwachzeit", "aufstehzeit", "heure de réveil", "heure du réveil", "réveil", "hora de despertarse"),
    *("hora de despertar", "ora del risveglio", "waketijd"),
)
_DURATION: Final = ("duration", "dauer", "durée", "duración", "duração", "durata", "duur", "varighed")
_SCORE: Final = (
    *("score", "sleep score", "schlafscore", "schlafindex", "puntuación", "puntuación del sueño"),
    *("score de sommeil", "pontuação", "pontuação do sono", "punteggio"),
)
_GOAL: Final = (
    "goal",
    "step goal",
    "ziel",
    "schrittziel",
    "objectif",
    "objetivo",
    "objetivo de pasos",
    "meta",
    "obiettivo",
)
_STEPS: Final = (
    "actual steps",
    "pasos reales",
    "tatsächliche schritte",
    "pas réels",
    "passos reais",
    "passi effettivi",
)
_ACTUAL: Final = ("actual", "aktuell", "tatsächlich", "ist", "réel", "réels", "effectif", "real", "reales", "effettivi")
_OVERNIGHT: Final = (
    "overnight hrv",
    "hfv über nacht",
    "hrv über nacht",
    "vfc nocturne",
    "vfc nocturna",
    "hrv notturna",
)
_ACTIVE: Final = ("active calories",)
_ENERGY: Final = ("total", "total calories")
_CLIMBED: Final = ("climbed floors", "floors climbed")
_DESCENDED: Final = ("descended floors", "floors descended")
_RESTING: Final = (
    *("resting", "resting hr", "resting heart rate", "in ruhe", "ruheherzfrequenz", "ruhe", "au repos", "repos"),
    *("fréquence cardiaque au repos", "fc au repos", "en reposo", "reposo", "frecuencia cardiaca en reposo"),
    *("fc en reposo", "em repouso", "a riposo"),
)
_HIGH: Final = ("high", "max", "max hr", "hoch", "maximum", "élevée", "alta", "máx.", "máxima", "haut", "massima")

REPORTS: Final = (
    Report(
        what="nights",
        needs=(_DURATION, _BED, _WAKE, _SCORE),
        columns=(
            Column(metric="sleep_minutes", names=_DURATION, read=minutes),
            Column(metric="sleep_score", names=_SCORE, read=_number),
            Column(metric="resting_heart_rate", names=_RESTING, read=_number),
            Column(
                metric="spo2", names=("pulse ox", "pulsoximeter", "oxymètre de pouls", "pulsioximetría"), read=_number
            ),
            Column(
                metric="respiratory_rate",
                names=("respiration", "atmung", "respiración", "respiração", "respirazione"),
                read=_number,
            ),
        ),
    ),
    Report(
        what="nights of heart rate variability",
        needs=(_OVERNIGHT,),
        columns=(Column(metric="heart_rate_variability", names=_OVERNIGHT, read=_number),),
    ),
    Report(
        what="days of steps",
        needs=(_STEPS, _GOAL),
        most=4,
        columns=(Column(metric="steps", names=_STEPS, read=_count, zero_counts=True),),
    ),
    Report(
        what="days of steps",
        needs=(_ACTUAL, _GOAL),
        most=4,
        columns=(Column(metric="steps", names=_ACTUAL, read=_count, zero_counts=True),),
        by_file=_STEPS_FILE,
    ),
    Report(
        what="days of energy",
        needs=(_ACTIVE, ("resting calories",), _ENERGY),
        most=4,
        columns=(Column(metric="calories_kcal", names=_ENERGY, read=_count),),
    ),
    Report(
        what="days of floors",
        needs=(_CLIMBED, _DESCENDED),
        most=4,
        columns=(Column(metric="floors_climbed", names=_CLIMBED, read=_count, zero_counts=True),),
    ),
    Report(
        what="resting heart rates",
        needs=(_RESTING, _HIGH),
        most=4,
        columns=(Column(metric="resting_heart_rate", names=_RESTING, read=_number),),
    ),
)
_WEIGHT: Final = ("weight", "gewicht", "poids", "peso", "vægt", "vikt", "vekt")
_FAT: Final = ("body fat", "körperfett", "masse graisseuse", "graisse corporelle", "grasa corporal", "gordura corporal")
_TIMES: Final = (["time"], ["zeit"], ["uhrzeit"], ["heure"], ["hora"], ["ora"], ["tid"], ["tijd"])
_BMI: Final = ("bmi", "imc", "ibm")
_APART: Final = timedelta(days=6)
"""Dates of which any two are so far apart stand for weeks or months."""
_AVERAGES: Final = ("avg duration", "avg bedtime", "ø dauer", "durée moyenne", "duración media")


def is_report(member: Member) -> bool:
    if not member.name.casefold().endswith((".csv", ".txt", ".tsv")):
        return False
    names = header(member)
    return _report(member, names) is not None or _is_weights(names) or _is_weekly(names) or _is_stress(names)


def read_report(member: Member, chosen: Chosen) -> None:
    names = header(member)
    report = _report(member, names)
    if _is_weekly(names):
        chosen.gathering.left_out(member.path, _WEEKLY)
    elif _is_stress(names):
        chosen.gathering.left_out(member.path, _NOT_KEPT)
    elif _is_weights(names):
        _read_weights(member, names, chosen)
    elif report is not None:
        _read_days(member, report, names, chosen)


def _report(member: Member, names: Sequence[str]) -> Report | None:
    for report in REPORTS:
        fits = all(position(names, known) is not None for known in report.needs)
        is_named_so = report.by_file is None or report.by_file.search(member.name)
        if fits and is_named_so and len(names) <= (report.most or len(names)) and names[0] in _starts(report):
            return report
    return None


def _starts(report: Report) -> tuple[str, ...]:
    """How the column of dates may be called: the report of sleep calls it after the time it is about."""
    scores = tuple(f"{score} 4 {weeks}" for score in ("sleep score", "schlafscore") for weeks in ("weeks", "wochen"))
    return (*_DATES, *scores, "sleep score 7 days", "sleep score 1 day") if report.what == "nights" else _DATES


def _is_weights(names: Sequence[str]) -> bool:
    return names[:1] in _TIMES and position(names, _WEIGHT) is not None and position(names, _BMI) is not None


def _is_weekly(names: Sequence[str]) -> bool:
    return position(names, _AVERAGES) is not None


def _is_stress(names: Sequence[str]) -> bool:
    """Whether it is the report of stress: its grades, or a column of dates without a name and one of the level."""
    return "medium stress" in names or list(names) == ["", "stress"]


def _read_days(member: Member, report: Report, names: Sequence[str], chosen: Chosen) -> None:
    held = list(grid(member))[1:]
    if any(_SPAN.fullmatch(cells[0]) for _, cells in held):
        chosen.gathering.left_out(member.path, _WEEKLY)
        return
    days = _days(member, [(line, cells[0]) for line, cells in held], chosen)
    if days is None:
        return
    ordered = sorted(set(days.values()))
    if len(ordered) > 1 and all(later - earlier >= _APART for earlier, later in pairwise(ordered)):
        chosen.gathering.left_out(member.path, _WEEKLY)
        return
    stands = {each.metric: column for each in report.columns if (column := position(names, each.names)) is not None}
    for line, cells in held:
        place = Place(member.path, line)
        day = days.get(cells[0])
        if day is None:
            chosen.gathering.skip(_NO_YEAR, place)
            continue
        values = {
            each.metric: value
            for each in report.columns
            if stands.get(each.metric, len(cells)) < len(cells)
            if (value := each.read(cells[stands[each.metric]])) is not None and (value or each.zero_counts)
        }
        if report.what == "nights" and not values.get("sleep_minutes"):
            values = {}
        chosen.gathering.recorded(day)
        chosen.gathering.found(report.what)
        for metric, value in values.items():
            chosen.value(metric, day, value, place, rank=Rank.REPORT, weight=value if metric == "steps" else 0)
        if values and report.what == "nights":
            _clock(cells, names, day, place, chosen)


def _clock(cells: Sequence[str], names: Sequence[str], day: date, at: Place, chosen: Chosen) -> None:
    """When the night began and ended: the evening before, where it began at a later hour than it ended."""
    bed, wake = (
        clock(cells[place]) if (place := position(names, known)) is not None and place < len(cells) else None
        for known in (_BED, _WAKE)
    )
    if bed is None or wake is None:
        return
    ends = datetime.combine(day, wake)
    begins = datetime.combine(day, bed)
    chosen.local_time("wake_up_time", day, ends, at, weight=0)
    chosen.local_time("bed_time", day, begins if begins < ends else begins - timedelta(days=1), at, weight=0)


def _days(member: Member, texts: Sequence[tuple[int, str]], chosen: Chosen) -> Mapping[str, date] | None:
    """The date of each text; None where they can be read in two ways, which the report says."""
    named = {text: day for _, text in texts if (day := named_date(text)) is not None}
    others = [(line, text) for line, text in texts if text not in named]
    different = list(dict.fromkeys(text for _, text in others))
    if not different:
        return named
    where = {text: index for index, text in enumerate(different)}
    lines = {text: line for line, text in reversed(others)}
    reading = detect(
        DateColumn(
            different,
            [lines[text] for text in different],
            np.array([where[text] for _, text in others], np.int32),
            np.zeros(len(others), np.int32),
        )
    )
    if isinstance(reading, DateRefusal):
        chosen.gathering.left_out(member.path, reading.explanation)
        return None
    for note in reading.notes:
        chosen.gathering.note(f"{member.path}: {note}")
    moments = {text: moment for text in different if (moment := reading.moment(text)) is not None}
    return named | {text: moment.date() for text, moment in moments.items()}


def _read_weights(member: Member, names: Sequence[str], chosen: Chosen) -> None:
    """A table in which a date stands on a line of its own, above the measurements of that day."""
    column, fat = position(names, _WEIGHT) or 0, position(names, _FAT)
    lines = list(grid(member))[1:]
    texts = [(line, cells[0]) for line, cells in lines if clock(cells[0]) is None and not any(cells[1:])]
    days = _days(member, texts, chosen)
    if days is None:
        return
    day: date | None = None
    for line, cells in lines:
        at = Place(member.path, line)
        when = clock(cells[0])
        if not any(cells[1:]):
            day = days.get(cells[0])
            continue
        if day is None or when is None:
            chosen.gathering.skip(_NO_YEAR, at)
            continue
        chosen.gathering.found("weights")
        value = _kilograms(cells[column])
        weight = when.hour * 60.0 + when.minute
        if value is None:
            chosen.gathering.skip("weight_kg: no number with its unit", at)
        else:
            chosen.value("weight_kg", day, value, at, rank=Rank.REPORT, weight=weight)
        share = _number(cells[fat]) if fat is not None and fat < len(cells) else None
        if share:
            chosen.value("body_fat_percent", day, share, at, rank=Rank.REPORT, weight=weight)


def _kilograms(text: str) -> float | None:
    digits = numeral(text)
    value = value_of(digits, decimal_sign(digits) or ".")
    times = _KILOGRAMS.get(text.strip()[len(digits) :].strip(" .\u00a0\u202f").casefold())
    return None if value is None or times is None else value * times
