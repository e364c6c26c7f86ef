"""Observations of CDA documents as laboratory results and vital signs."""

import re
from typing import Final
from xml.etree import ElementTree as ET

from services.health_data.adapters.formats.ccda.documents import TYPE, attribute, text_of
from services.health_data.adapters.formats.clinical import (
    HEART_RATE,
    VITAL_SIGNS,
    Moment,
    Vitals,
    bound_in,
    is_known,
    lab_result,
    moment_of,
    range_text,
)
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.laboratory.analytes import is_code
from services.health_data.domain.laboratory.printed import Range, Result, result_of
from services.health_data.domain.records import Place

_LOINC: Final = "2.16.840.1.113883.6.1"
_RESULTS: Final = frozenset({"2.16.840.1.113883.10.20.22.4.2", "2.16.840.1.113883.10.20.1.31"})
_NOT_VALID: Final = ("aborted", "cancelled", "nullified", "obsolete")
_TIME: Final = re.compile(r"(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)?(\d\d)?(?:\.\d+)?([+-]\d{4})?)?")
_NO_UNIT: Final = ("1", "{}")


class Results:
    """Takes entries one by one.

    Attributes:
        read: how many observations were of a kind that is kept.
    """

    def __init__(self, gathering: Gathering, vitals: Vitals) -> None:
        self._gathering = gathering
        self._vitals = vitals
        self.read = 0

    def take(self, entry: ET.Element, path: str, number: int) -> None:
        organizer = entry.find("organizer")
        whole = entry if organizer is None else organizer
        for observation in whole.iter("observation"):
            if observation.get("moodCode", "EVN") == "EVN":
                self._take(observation, whole, Place(path, number))

    def _take(self, observation: ET.Element, whole: ET.Element, at: Place) -> None:
        codes = _codes(observation)
        code = next((each for each in codes if is_known(each)), codes[0] if codes else "")
        is_vital = code in VITAL_SIGNS or code == HEART_RATE
        templates = {each.get("root") for each in observation.findall("templateId")}
        if not is_vital and not templates & _RESULTS and not is_code(code):
            return
        self.read += 1
        status = attribute(observation, "statusCode", "code")
        when = _moment(observation) or _moment(whole)
        if status in _NOT_VALID or observation.get("negationInd") == "true":
            self._gathering.skip(f"observation: its status is {status or 'negated'}", at)
        elif when is None:
            self._gathering.skip("observation: no full date of when it was taken", at)
        elif is_vital:
            self._vital(observation, code, when, at)
        else:
            self._result(observation, code, when, at)

    def _vital(self, observation: ET.Element, code: str, when: Moment, at: Place) -> None:
        value = observation.find("value")
        result = None if value is None else _quantity(value)
        if result is None or result.value is None or result.comparator:
            self._gathering.skip("vital sign: no exact number", at)
        else:
            self._vitals.add(code, result.value, result.unit, when, at)

    def _result(self, observation: ET.Element, code: str, when: Moment, at: Place) -> None:
        name = _name(observation)
        value = observation.find("value")
        result = None if value is None else _result(value)
        if not name or result is None or not result.text:
            self._gathering.skip("laboratory result: no name" if not name else "laboratory result: no value", at)
            return
        bounds = _bounds(observation, result.unit)
        told = lab_result(name, result, unit=result.unit, bounds=bounds, collected_at=when.at, loinc=code)
        self._gathering.lab_result(told, at)
        self._gathering.found("laboratory results")


def _codes(observation: ET.Element) -> list[str]:
    concepts = [*observation.findall("code"), *observation.findall("code/translation")]
    return [each.get("code", "") for each in concepts if each.get("codeSystem") == _LOINC and each.get("code")]


def _name(observation: ET.Element) -> str:
    """What the observation is called; a reference to the document's text has none of its own."""
    code = observation.find("code")
    if code is None:
        return ""
    translated = (each.get("displayName") for each in code.findall("translation"))
    names = (code.get("displayName"), text_of(code.find("originalText")), *translated, code.get("code"))
    return next((each.strip() for each in names if each and each.strip()), "")


def _moment(element: ET.Element) -> Moment | None:
    stated = next(
        (
            text
            for path in ("effectiveTime", "effectiveTime/low", "effectiveTime/center", "effectiveTime/high")
            if (text := attribute(element, path, "value"))
        ),
        "",
    )
    match = _TIME.fullmatch(stated)
    if match is None:
        return None
    year, month, day, hour, minute, second, offset = match.groups()
    clock = f"T{hour}:{minute or '00'}:{second or '00'}{offset or ''}" if hour else ""
    return moment_of(f"{year}-{month}-{day}{clock}")


def _result(value: ET.Element) -> Result | None:
    """What a value says; None where it says nothing."""
    match (value.get(TYPE) or "").rpartition(":")[2]:
        case "PQ" | "INT" | "REAL":
            return _quantity(value)
        case "IVL_PQ" | "IVL_INT" | "IVL_REAL":
            return _interval(value)
        case "RTO_PQ_PQ" | "RTO" | "RTO_INT_INT":
            parts = (attribute(value, "numerator", "value"), attribute(value, "denominator", "value"))
            return Result(None, "", "", ":".join(parts)) if all(parts) else None
        case "CO" | "CD" | "CE" | "CV" | "CS":
            texts = (value.get("displayName"), text_of(value.find("originalText")), value.get("code"))
            text = next((each for each in texts if each), "")
            return Result(None, "", "", text) if text else None
        case "BL":
            return Result(None, "", "", value.get("value") or "") if value.get("value") else None
        case _:
            return result_of(text_of(value)) if text_of(value) else None


def _quantity(value: ET.Element) -> Result | None:
    """A number and its unit; of a unit that has no code, as the laboratory printed it."""
    printed, unit = value.get("value"), value.get("unit") or ""
    if not printed:
        translation = value.find("translation")
        if translation is None or not translation.get("value"):
            return None
        printed = translation.get("value") or ""
        unit = text_of(translation.find("originalText")) or translation.get("code") or ""
    read = result_of(printed)
    return Result(read.value, read.comparator, "" if unit in _NO_UNIT else unit.strip(), read.text)


def _interval(value: ET.Element) -> Result | None:
    """More or less than a number; an interval with two ends is no number."""
    low, high = (_end(value, name) for name in ("low", "high"))
    if low is not None and high is not None:
        return Result(None, "", low.unit, f"{low.text} - {high.text} {low.unit}".strip())
    bound, sign, path = (low, ">", "low") if low is not None else (high, "<", "high")
    if bound is None or bound.value is None:
        return None
    sign += "" if attribute(value, path, "inclusive") == "false" else "="
    return Result(bound.value, sign, bound.unit, f"{sign}{bound.text}")


def _end(value: ET.Element, name: str) -> Result | None:
    found = value.find(name)
    return None if found is None else _quantity(found)


def _bounds(observation: ET.Element, of_result: str) -> Range:
    """The reference range; of several, which differ by age or sex, there is only the text."""
    ranges = observation.findall("referenceRange/observationRange")
    texts = [text_of(each.find("text")) or _as_text(each.find("value")) for each in ranges]
    if len(ranges) != 1:
        return Range(None, None, "; ".join(filter(None, texts)))
    value = ranges[0].find("value")
    low, high = (None, None) if value is None else (_end(value, "low"), _end(value, "high"))
    return Range(_in_unit(low, of_result), _in_unit(high, of_result), texts[0])


def _in_unit(end: Result | None, of_result: str) -> float | None:
    return None if end is None else bound_in(end.value, end.unit, of_result)


def _as_text(value: ET.Element | None) -> str:
    low, high = (None, None) if value is None else (_end(value, "low"), _end(value, "high"))
    return range_text("" if low is None else low.text, "" if high is None else high.text)
