"""The words of the domain as the enum values of the contract."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from google.protobuf.internal.enum_type_wrapper import _EnumTypeWrapper as EnumTypeWrapper

_Word = TypeVar("_Word", bound=StrEnum)


def numbers_of(words: type[_Word], numbers: "EnumTypeWrapper[Any]", prefix: str) -> Mapping[_Word, Any]:
    """The enum value of the contract for each word: the same name behind a prefix.

    Raises:
        ValueError: the contract lacks a word, which shows at import.
    """
    return MappingProxyType({word: numbers.Value(f"{prefix}_{word.name}") for word in words})


def words_of(numbers: Mapping[_Word, Any]) -> Mapping[Any, _Word]:
    """The word for each enum value that is known here."""
    return MappingProxyType({number: word for word, number in numbers.items()})
