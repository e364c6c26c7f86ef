"""FHIR: Bundles, single resources, and files of a resource a line; R4, and what R4 shares with its predecessors."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from services.health_data.adapters.formats.clinical import Vitals
from services.health_data.adapters.formats.fhir.observations import Observations
from services.health_data.adapters.formats.fhir.resources import resources
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_SEVERAL: Final = "The records are of several people: export those of one person, and import them."

_NONE: Final = "holds no observations: not kept"
_OTHERS: Final = "its observations are neither laboratory results nor vital signs: not kept"


class FhirRoom:
    source = "fhir"
    title = "FHIR health records"

    def claims(self, member: Member) -> bool:
        head = member.head.lstrip()
        return head[:1] in (b"{", b"[") and b'"resourceType"' in head

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        vitals = Vitals(gathering)
        observations = Observations(gathering, vitals)
        persons: set[tuple[str, str]] = set()
        for member in members:
            before, others, is_used = observations.read, observations.others, False
            subjects: set[str] = set()
            for number, resource, effective in resources(member):
                match resource.get("resourceType"):
                    case "Observation":
                        subjects.add(_reference(resource))
                        observations.take(resource, effective, Place(member.path, number))
                    case "Patient":
                        persons.add(_person(resource, gathering))
                        is_used = True
            if len(persons) > 1 or len(subjects - {""}) > 1:
                raise DamagedError(_SEVERAL)
            if observations.read == before and not is_used:
                gathering.left_out(member.path, _OTHERS if observations.others > others else _NONE)
        vitals.tell()
        if observations.others:
            gathering.note(
                f"{observations.others:,} observations are neither laboratory results nor vital signs: not kept."
            )


def _reference(resource: Mapping[str, Any]) -> str:
    subject = resource.get("subject")
    return str(subject.get("reference", "")) if isinstance(subject, Mapping) else ""


def _person(resource: Mapping[str, Any], gathering: Gathering) -> tuple[str, str]:
    sex, born = str(resource.get("gender", "")), str(resource.get("birthDate", ""))
    year = int(born[:4]) if born[:4].isdigit() else None
    gathering.person(sex=sex, birth_year=year)
    return sex, born


FHIR: Final = FhirRoom()
