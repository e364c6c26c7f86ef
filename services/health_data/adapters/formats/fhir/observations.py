"""Observations as laboratory results and vital signs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

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
from services.health_data.domain.laboratory.units import unit
from services.health_data.domain.records import Place

_LOINC: Final = ("http://loinc.org", "https://loinc.org", "urn:oid:2.16.840.1.113883.6.1")
_NOT_VALID: Final = ("entered-in-error", "cancelled")
_LABORATORY: Final = ("laboratory", "lab")
_NO_RANGE: Final = Range(None, None, "")
Json = Mapping[str, Any]


class Observations:
    """Takes observations one by one.

    Attributes:
        read: how many were taken over.
        others: how many are of something else.
    """

    def __init__(self, gathering: Gathering, vitals: Vitals) -> None:
        self._gathering = gathering
        self._vitals = vitals
        self.read = 0
        self.others = 0

    def take(self, observation: Json, effective: Json, at: Place) -> None:
        status = observation.get("status")
        if status in _NOT_VALID:
            self._gathering.skip(f"observation: its status is {status}", at)
            return
        taken = [self._taken(part, observation, effective, at) for part in _parts(observation)]
        self.others += not any(taken)
        self.read += any(taken)

    def _taken(self, part: Json, whole: Json, effective: Json, at: Place) -> bool:
        """Whether it is of a kind that is kept; what is wrong with one that is, the report says."""
        codes = _codes(part)
        code = next((each for each in codes if is_known(each)), codes[0] if codes else "")
        is_vital = code in VITAL_SIGNS or code == HEART_RATE
        if not is_vital and not _is_laboratory(whole, code):
            return False
        when = _moment(whole) or _moment(effective)
        if when is None:
            self._gathering.skip("observation: no full date of when it was taken", at)
        elif is_vital:
            self._vital(part, code, when, at)
        else:
            self._result(part, whole, code, when, at)
        return True

    def _vital(self, part: Json, code: str, when: Moment, at: Place) -> None:
        quantity = part.get("valueQuantity")
        value = _number(quantity.get("value")) if isinstance(quantity, Mapping) else None
        if value is None or not isinstance(quantity, Mapping) or quantity.get("comparator"):
            self._gathering.skip("vital sign: no exact number", at)
        else:
            self._vitals.add(code, value, str(quantity.get("code") or quantity.get("unit") or ""), when, at)

    def _result(self, part: Json, whole: Json, code: str, when: Moment, at: Place) -> None:
        name, result = _name(part), _value(part)
        if not name or result is None:
            self._gathering.skip("laboratory result: no name" if not name else "laboratory result: no value", at)
            return
        if "urin" in _text(whole.get("specimen")).casefold() and "urin" not in name.casefold() and not code:
            name = f"{name}, urine"
        bounds = _bounds(part, result.unit)
        told = lab_result(name, result, unit=result.unit, bounds=bounds, collected_at=when.at, loinc=code)
        self._gathering.lab_result(told, at)
        self._gathering.found("laboratory results")


def _parts(observation: Json) -> Iterator[Json]:
    """The observation where it has a value, and its components."""
    components = [each for each in observation.get("component") or () if isinstance(each, Mapping)]
    if not components or any(name.startswith("value") for name in observation):
        yield observation
    yield from components


def _codings(concept: object) -> Iterator[Json]:
    codings = concept.get("coding") if isinstance(concept, Mapping) else None
    for each in codings if isinstance(codings, Sequence) and not isinstance(codings, str) else ():
        if isinstance(each, Mapping):
            yield each


def _codes(part: Json) -> list[str]:
    return [str(each.get("code", "")) for each in _codings(part.get("code")) if each.get("system") in _LOINC]


def _is_laboratory(whole: Json, code: str) -> bool:
    category = whole.get("category")
    categories = category if isinstance(category, list) else [category] if category else []
    stated = {str(each.get("code", "")).casefold() for concept in categories for each in _codings(concept)}
    return bool(stated & set(_LABORATORY)) or (not stated and (is_code(code) or bool(whole.get("referenceRange"))))


def _moment(resource: Json) -> Moment | None:
    period = resource.get("effectivePeriod")
    in_period = (period.get("start") or period.get("end")) if isinstance(period, Mapping) else None
    stated = resource.get("effectiveDateTime") or resource.get("effectiveInstant") or in_period
    # Ten characters are a full date: a month or a year alone is no day.
    return moment_of(stated) if isinstance(stated, str) and len(stated) >= len("2024-02-29") else None


def _text(concept: object) -> str:
    """What a concept or a reference says."""
    if not isinstance(concept, Mapping):
        return ""
    displays = [str(each["display"]) for each in _codings(concept) if each.get("display")]
    return str(concept.get("text") or concept.get("display") or next(iter(displays), "")).strip()


def _name(part: Json) -> str:
    code = part.get("code")
    return _text(code) or next((str(each.get("code", "")) for each in _codings(code)), "")


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _value(part: Json) -> Result | None:
    """What was found; None where nothing is stated."""
    if isinstance(quantity := part.get("valueQuantity"), Mapping):
        value = _number(quantity.get("value"))
        if value is None:
            return None
        comparator = str(quantity.get("comparator") or "")
        return Result(value, comparator, _unit(quantity), f"{comparator}{quantity['value']!r}")
    if isinstance(ratio := part.get("valueRatio"), Mapping):
        told = [ratio.get(name) for name in ("numerator", "denominator")]
        parts = [_number(each.get("value")) if isinstance(each, Mapping) else None for each in told]
        return (
            None if None in parts else Result(None, "", "", ":".join(f"{each:g}" for each in parts if each is not None))
        )
    for name in ("valueString", "valueInteger", "valueBoolean"):
        if part.get(name) is not None and str(part[name]).strip():
            return result_of(str(part[name]))
    text = _text(part.get("valueCodeableConcept"))
    return Result(None, "", "", text) if text else None


def _unit(quantity: Json) -> str:
    """The unit as it is printed; its code where only that is understood."""
    printed, code = str(quantity.get("unit") or "").strip(), str(quantity.get("code") or "").strip()
    return code if code and unit(printed) is None and (not printed or unit(code) is not None) else printed


def _bounds(part: Json, of_result: str) -> Range:
    """The reference range; of several, which differ by age or sex, there is only the text."""
    stated = part.get("referenceRange")
    ranges = [each for each in stated if isinstance(each, Mapping)] if isinstance(stated, list) else []
    texts = [str(each.get("text") or _as_text(each)).strip() for each in ranges]
    if len(ranges) != 1:
        return Range(None, None, "; ".join(filter(None, texts))) if ranges else _NO_RANGE
    low, high = (_bound(ranges[0].get(name), of_result) for name in ("low", "high"))
    return Range(low, high, texts[0])


def _bound(quantity: object, of_result: str) -> float | None:
    if not isinstance(quantity, Mapping):
        return None
    return bound_in(_number(quantity.get("value")), _unit(quantity), of_result)


def _as_text(stated: Json) -> str:
    low, high = (
        each.get("value") if isinstance(each, Mapping) else None for each in (stated.get("low"), stated.get("high"))
    )
    return range_text("" if low is None else str(low), "" if high is None else str(high))
