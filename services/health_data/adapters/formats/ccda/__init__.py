"""C-CDA and other CDA documents: results and vital signs."""

from collections.abc import Sequence
from typing import Final

from services.health_data.adapters.formats.ccda.documents import Person, entries, person_of
from services.health_data.adapters.formats.ccda.results import Results
from services.health_data.adapters.formats.clinical import Vitals
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.domain.gathering import Gathering

_APPLE: Final = "export_cda.xml"
_SEVERAL: Final = "The documents are of several people: export those of one person, and import them."


class CcdaRoom:
    source = "ccda"
    title = "C-CDA health records"

    def claims(self, member: Member) -> bool:
        head = member.head
        is_apple = member.name.lower() == _APPLE and "/" in member.path
        return b"ClinicalDocument" in head and b"urn:hl7-org:v3" in head and not is_apple

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        vitals = Vitals(gathering)
        results = Results(gathering, vitals)
        persons: set[Person] = set()
        for member in members:
            before = results.read
            for number, element in entries(member):
                if element.tag == "recordTarget":
                    persons.add(person_of(element, gathering))
                else:
                    results.take(element, member.path, number)
            if len(persons) > 1:
                raise DamagedError(_SEVERAL)
            if results.read == before:
                gathering.left_out(member.path, "holds no results and no vital signs that are kept")
        vitals.tell()


CCDA: Final = CcdaRoom()
