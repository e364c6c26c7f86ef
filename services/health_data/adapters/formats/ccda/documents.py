"""The entries of a CDA document, one by one, without the names' space."""

from collections.abc import Iterator
from typing import Final, TypeAlias
from xml.etree import ElementTree as ET

from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.domain.gathering import Gathering

Person: TypeAlias = tuple[str, str]
TYPE: Final = "{http://www.w3.org/2001/XMLSchema-instance}type"
_SEX: Final = {"M": "male", "F": "female"}


def entries(member: Member) -> Iterator[tuple[int, ET.Element]]:
    """The record target, and every entry of a section, with its number from 1 on; what was read is let go.

    Raises:
        DamagedError: the document is cut off, or no XML.
    """
    number, depth = 0, 0
    parents: list[ET.Element] = []
    try:
        with member.open() as stream:
            for event, element in ET.iterparse(stream, events=("start", "end")):  # noqa: S314, expat bounds what entities grow to
                if event == "start":
                    element.tag = element.tag.rpartition("}")[2]
                    depth += element.tag == "entry"
                    parents.append(element)
                    continue
                parents.pop()
                depth -= element.tag == "entry"
                if element.tag == "recordTarget" or (element.tag == "entry" and depth == 0):
                    number += element.tag == "entry"
                    yield number, element
                    # What was read is let go; the text of its section is not needed either.
                    if parents:
                        parents[-1].remove(element)
                elif element.tag == "text" and depth == 0:
                    element.clear()
    except ET.ParseError:
        raise DamagedError(f"{member.path} is cut off or no XML: export it again.") from None


def person_of(target: ET.Element, gathering: Gathering) -> Person:
    patient = "patientRole/patient"
    sex = _SEX.get(attribute(target, f"{patient}/administrativeGenderCode", "code"), "")
    born = attribute(target, f"{patient}/birthTime", "value")[:8]
    gathering.person(sex=sex, birth_year=int(born[:4]) if born[:4].isdecimal() else None)
    return sex, born


def attribute(element: ET.Element, path: str, name: str) -> str:
    """An attribute of the first element on a path; empty without any."""
    found = element.find(path)
    return "" if found is None else (found.get(name) or "").strip()


def text_of(element: ET.Element | None) -> str:
    """All text within an element, with single blanks."""
    return "" if element is None else " ".join("".join(element.itertext()).split())
