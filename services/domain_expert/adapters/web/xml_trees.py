"""Reads XML from strangers: no entity of its own is declared, unfolded or fetched, and nesting has a bound."""

import xml.etree.ElementTree as ET
from typing import Final, NoReturn
from xml.parsers import expat

from services.domain_expert.domain.web_results import EntityRefusedError, MalformedXmlError

_MAX_DEPTH: Final = 64


def parse_xml(body: bytes, *, host: str) -> ET.Element:
    """The root of the document.

    A document type may be named, as PubMed does; it is not fetched.

    Raises:
        MalformedXmlError: it is not well-formed or nested too deeply.
        EntityRefusedError: it declares an entity, or uses one that XML itself does not know.
    """
    builder = _BoundedBuilder(host)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.tree.data

    def refuse(*_: object) -> NoReturn:
        raise EntityRefusedError("the XML declares or uses entities of its own.", host=host)

    parser.EntityDeclHandler = refuse
    parser.UnparsedEntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.SkippedEntityHandler = refuse
    try:
        parser.Parse(body, True)  # noqa: FBT003, the signature is expat's
    except expat.ExpatError as error:
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]:
            refuse()
        raise MalformedXmlError("the answer is not well-formed XML.", host=host) from error
    except (LookupError, ValueError) as error:
        raise MalformedXmlError("the answer is in an unknown encoding.", host=host) from error
    return builder.tree.close()


class _BoundedBuilder:
    """Builds a tree that no reader of it can be made to recurse through without end."""

    def __init__(self, host: str) -> None:
        self.tree = ET.TreeBuilder()
        self._host = host
        self._depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise MalformedXmlError("the XML is nested too deeply.", host=self._host)
        self.tree.start(tag, attributes)

    def end(self, tag: str) -> None:
        self._depth -= 1
        self.tree.end(tag)
