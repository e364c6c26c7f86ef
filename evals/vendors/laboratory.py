"""Laboratory results as a patient portal exports them: a FHIR R4 bundle, and a table of a laboratory."""

from collections.abc import Sequence
from typing import Final

from evals.vendors.person import Person, Result, Written
from evals.vendors.tables import csv_of, json_of

_UCUM: Final = "http://unitsofmeasure.org"


def write_fhir(person: Person) -> Written:
    """An Observation a result; the daily records stay in canonical tables."""
    written = Written()
    if person.results:
        entries = [{"resource": _observation(number, each)} for number, each in enumerate(person.results, 1)]
        bundle = {"resourceType": "Bundle", "type": "collection", "entry": entries}
        written.files["results.json"] = json_of(bundle)
    return written


def _observation(number: int, result: Result) -> dict[str, object]:
    bounds = {"low": result.low, "high": result.high}
    stated = {name: _quantity(value, result.unit) for name, value in bounds.items() if value is not None}
    category = {"system": "http://terminology.hl7.org/CodeSystem/observation-category", "code": "laboratory"}
    observation: dict[str, object] = {
        "resourceType": "Observation",
        "id": str(number),
        "status": "final",
        "category": [{"coding": [category]}],
        "code": {"text": result.name},
        "subject": {"reference": "Patient/1"},
        "effectiveDateTime": result.collected_at.isoformat(),
        "valueQuantity": _quantity(result.value, result.unit),
    }
    return observation | ({"referenceRange": [stated]} if stated else {})


def _quantity(value: float, unit: str) -> dict[str, object]:
    return {"value": value, "unit": unit, "system": _UCUM}


def write_table(person: Person) -> Written:
    """A row a result, ranges as they are printed; the daily records stay in canonical tables."""
    written = Written()
    if person.results:
        header = ("Test Name", "Result", "Units", "Reference Range", "Collection Date")
        written.files["results.csv"] = csv_of(header, map(_row, person.results))
    return written


def _row(result: Result) -> Sequence[object]:
    return (result.name, result.value, result.unit, _range(result), result.collected_at.isoformat())


def _range(result: Result) -> str:
    if result.low is not None and result.high is not None:
        return f"{result.low} - {result.high}"
    if result.high is not None:
        return f"<= {result.high}"
    return f">= {result.low}" if result.low is not None else ""
