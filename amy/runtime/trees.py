"""Trees of frozen dataclasses as the protobuf messages that mirror them, by structure alone.

A dataclass is the message with the same fields. A union of dataclasses is a message with a oneof, each member named
after its class in snake case; a member may itself be such a message, of a part of the union. A `StrEnum` is an enum
with the same names behind the enum's own, and 0 for none. A date is text, ISO 8601. A tuple or frozenset is a repeated
field, a frozenset in ascending order (of messages: of their bytes). What may be None is unset.

The classes and the messages are compared once, when a `TreeCodec` is made: what one of them lacks shows there.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType, NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    Protocol,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

if TYPE_CHECKING:
    from google._upb._message import Descriptor as UpbDescriptor
    from google.protobuf.descriptor import Descriptor, EnumDescriptor

MAX_LEVELS: Final = 40
"""Dataclasses inside each other. Each is at most two messages deep, and protobuf reads no more than 100."""

_Tree = TypeVar("_Tree")
_Message = TypeVar("_Message", bound=Message)
_PLAIN: Final[Mapping[type[Any], frozenset[int]]] = MappingProxyType(
    {
        int: frozenset({FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_INT64}),
        float: frozenset({FieldDescriptor.TYPE_DOUBLE}),
        str: frozenset({FieldDescriptor.TYPE_STRING}),
        bool: frozenset({FieldDescriptor.TYPE_BOOL}),
    }
)
"""What a field of each type keeps as it is."""
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class TreeCodec(Generic[_Tree, _Message]):
    """Turns trees into messages of one class and back; every tree that can be read is written as it was.

    Args:
        tree: a dataclass, or a union of them.
        message: the message that mirrors it.
        name: what it is called in errors.

    Raises:
        TypeError: the message does not mirror the classes.
    """

    def __init__(self, tree: object, message: type[_Message], *, name: str) -> None:
        self._name = name
        self._shape: _Shape = _Shapes().of_message(tree, message.DESCRIPTOR)

    def encode(self, tree: _Tree) -> _Message:
        """The message of a tree.

        Raises:
            ValueError: it is nested deeper than `MAX_LEVELS`, or a number or text in it does not fit its field.
        """
        try:
            message: _Message = self._shape.encode(tree, MAX_LEVELS)
        except _MalformedError as error:
            raise ValueError(f"{self._name}{error.path} {error.problem}") from None
        return message

    def decode(self, message: _Message) -> _Tree:
        """The tree of a message.

        Raises:
            ValueError: something is missing, unknown, malformed, or nested deeper than `MAX_LEVELS`; the text names it:
                "question.tell.number.reduce.rows is missing".
        """
        try:
            tree: _Tree = self._shape.decode(message, MAX_LEVELS)
        except _MalformedError as error:
            raise ValueError(f"{self._name}{error.path} {error.problem}") from None
        return tree


class _MalformedError(Exception):
    """What is wrong, and where below the place that raises it."""

    def __init__(self, problem: str, path: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.path = path

    def below(self, name: str) -> "_MalformedError":
        return _MalformedError(self.problem, f"{name}{self.path}")


class _Shape(Protocol):
    """How one kind of value travels; `levels` is how many dataclasses may still come below."""

    def encode(self, value: Any, levels: int) -> Any: ...  # noqa: ANN401, values of any class
    def decode(self, value: Any, levels: int) -> Any: ...  # noqa: ANN401, values of any class


class _Plain:
    """What protobuf and Python write alike."""

    def encode(self, value: object, _levels: int) -> object:
        return value

    def decode(self, value: object, _levels: int) -> object:
        return value


class _Day:
    def encode(self, value: date, _levels: int) -> str:
        return value.isoformat()

    def decode(self, value: str, _levels: int) -> date:
        """Only as it is written: Python reads other ways to write the same day."""
        try:
            day = date.fromisoformat(value)
        except ValueError:
            day = None
        if day is None or day.isoformat() != value:
            raise _MalformedError("is no date as YYYY-MM-DD")
        return day


class _Word:
    """A word of a `StrEnum`; 0 is None where that may be, and missing where not."""

    def __init__(self, words: type[StrEnum], numbers: "EnumDescriptor", *, optional: bool) -> None:
        prefix = f"{_snake(numbers.name)}_".upper()
        expected = {f"{prefix}UNSPECIFIED", *(f"{prefix}{word.name}" for word in words)}
        if set(numbers.values_by_name) != expected:
            raise TypeError(f"{numbers.full_name} has other names than {words.__name__}")
        self._numbers: dict[StrEnum | None, int] = {
            word: numbers.values_by_name[f"{prefix}{word.name}"].number for word in words
        }
        if optional:
            self._numbers[None] = 0
        self._words = {number: word for word, number in self._numbers.items()}
        self._name = words.__name__

    def encode(self, value: StrEnum | None, _levels: int) -> int:
        return self._numbers[value]

    def decode(self, value: int, _levels: int) -> StrEnum | None:
        try:
            return self._words[value]
        except KeyError:
            raise _MalformedError(f"is no known {self._name}" if value else "is missing") from None


class _Many:
    """A tuple in its order."""

    def __init__(self, each: _Shape) -> None:
        self._each = each

    def encode(self, value: tuple[object, ...], levels: int) -> list[Any]:
        return [self._at(position, self._each.encode, one, levels) for position, one in enumerate(value)]

    def decode(self, value: Any, levels: int) -> tuple[Any, ...]:  # noqa: ANN401, a repeated field
        return tuple([self._at(position, self._each.decode, one, levels) for position, one in enumerate(value)])

    @staticmethod
    def _at(position: int, turn: Callable[[Any, int], Any], value: object, levels: int) -> object:
        try:
            return turn(value, levels)
        except _MalformedError as error:
            raise error.below(f"[{position}]") from None


class _Set(_Many):
    """A frozenset in ascending order; what is repeated reads as once."""

    def encode(self, value: frozenset[Any], levels: int) -> list[Any]:  # type: ignore[override]  # a set, not a tuple
        return sorted(super().encode(tuple(value), levels), key=_canonical)

    def decode(self, value: Any, levels: int) -> frozenset[Any]:  # type: ignore[override]  # noqa: ANN401, likewise
        return frozenset(super().decode(value, levels))


class _Attribute:
    """One field of a dataclass."""

    def __init__(self, shape: _Shape, field: FieldDescriptor, *, optional: bool) -> None:
        self.name: str = field.name
        self._shape = shape
        self._may_be_unset: bool = field.has_presence
        self._optional = optional

    def encode(self, value: object, levels: int) -> Any:  # noqa: ANN401, what the field holds
        if value is None and self._optional and self._may_be_unset:
            return None
        try:
            return self._shape.encode(value, levels)
        except _MalformedError as error:
            raise error.below(f".{self.name}") from None

    def decode(self, message: Message, levels: int) -> object:
        if self._may_be_unset and not message.HasField(self.name):
            if self._optional:
                return None
            raise _MalformedError("is missing", f".{self.name}")
        try:
            return self._shape.decode(getattr(message, self.name), levels)
        except _MalformedError as error:
            raise error.below(f".{self.name}") from None


class _Record:
    """A dataclass; its attributes are added once it is known, for they may hold it again."""

    def __init__(self, record: type[Any], message: type[Message]) -> None:
        self._record = record
        self._message = message
        self.attributes: tuple[_Attribute, ...] = ()

    def encode(self, value: object, levels: int) -> Message:
        levels = _one_less(levels)
        encoded = {each.name: each.encode(getattr(value, each.name), levels) for each in self.attributes}
        try:
            return self._message(**encoded)
        except ValueError as error:
            raise _MalformedError(f"does not fit the message: {error}") from None

    def decode(self, value: Message, levels: int) -> object:
        levels = _one_less(levels)
        return self._record(**{each.name: each.decode(value, levels) for each in self.attributes})


class _Choice:
    """One class of a union; the members are added once they are known, for they may hold the union again."""

    def __init__(self, oneof: str, message: type[Message]) -> None:
        self._oneof = oneof
        self._message = message
        self._shapes: dict[str, _Shape] = {}
        self._members: dict[type[Any], str] = {}

    def add(self, member: str, classes: frozenset[type[Any]], shape: _Shape) -> None:
        self._shapes[member] = shape
        self._members |= dict.fromkeys(classes, member)

    def encode(self, value: object, levels: int) -> Message:
        member = self._members.get(type(value))
        if member is None:
            raise _MalformedError(f"may not be a {type(value).__name__}")
        try:
            return self._message(**{member: self._shapes[member].encode(value, levels)})
        except _MalformedError as error:
            raise error.below(f".{member}") from None

    def decode(self, value: Message, levels: int) -> object:
        member = value.WhichOneof(self._oneof)
        if member is None:
            raise _MalformedError("is empty, or of a newer contract")
        try:
            return self._shapes[member].decode(getattr(value, member), levels)
        except _MalformedError as error:
            raise error.below(f".{member}") from None


class _Shapes:
    """Finds the shape of each class and union once."""

    def __init__(self) -> None:
        self._known: dict[tuple[frozenset[type[Any]], str], _Shape] = {}

    def of_message(self, hint: object, descriptor: "Descriptor | UpbDescriptor") -> _Shape:
        return self._of_classes(_classes(hint), cast("Descriptor", descriptor))

    def _of_classes(self, classes: frozenset[type[Any]], descriptor: "Descriptor") -> _Shape:
        """A dataclass that is alone is its own message; any other is a member of a oneof."""
        key = (classes, descriptor.full_name)
        if key not in self._known:
            if descriptor.oneofs:
                choice = _Choice(descriptor.oneofs[0].name, GetMessageClass(descriptor))
                self._known[key] = choice
                self._fill_choice(choice, classes, descriptor)
            else:
                (only,) = classes if len(classes) == 1 else (None,)
                if only is None or not is_dataclass(only):
                    raise TypeError(f"{descriptor.full_name} has no oneof for {_names(classes)}")
                record = _Record(only, GetMessageClass(descriptor))
                self._known[key] = record
                record.attributes = self._attributes(only, descriptor)
        return self._known[key]

    def _fill_choice(self, choice: _Choice, classes: frozenset[type[Any]], descriptor: "Descriptor") -> None:
        by_name = {_snake(each.__name__): each for each in classes}
        left = set(classes)
        for member in descriptor.fields:
            if member.name in by_name:
                held = frozenset({by_name[member.name]})
            else:
                held = classes & _reachable(member, by_name)
            if not held or not held <= left:
                raise TypeError(f"{member.full_name} stands for no class of its own among {_names(classes)}")
            left -= held
            choice.add(member.name, held, self._of_field(held, member))
        if left:
            raise TypeError(f"{descriptor.full_name} has no member for {_names(left)}")

    def _of_field(self, classes: frozenset[type[Any]], field: FieldDescriptor) -> _Shape:
        if field.message_type is not None:
            return self._of_classes(classes, field.message_type)
        (only,) = classes
        return self._of_scalar(only, field, optional=False)

    def _of_scalar(self, kind: type[Any], field: FieldDescriptor, *, optional: bool) -> _Shape:
        if kind is date and field.type == field.TYPE_STRING:
            return _Day()
        if field.enum_type is not None and issubclass(kind, StrEnum):
            return _Word(kind, field.enum_type, optional=optional and not field.has_presence)
        if field.type in _PLAIN.get(kind, ()):
            return _Plain()
        raise TypeError(f"{field.full_name} cannot hold {kind.__name__}")

    def _attributes(self, record: type[Any], descriptor: "Descriptor") -> tuple[_Attribute, ...]:
        hints = get_type_hints(record)
        names = [each.name for each in fields(record)]
        if set(names) != set(descriptor.fields_by_name):
            raise TypeError(f"{descriptor.full_name} has other fields than {record.__name__}")
        return tuple(self._attribute(hints[name], descriptor.fields_by_name[name]) for name in names)

    def _attribute(self, hint: Any, field: FieldDescriptor) -> _Attribute:  # noqa: ANN401, a type hint
        origin, parts = get_origin(hint), get_args(hint)
        if field.is_repeated != (origin in (tuple, frozenset)):
            raise TypeError(f"{field.full_name} and {hint} do not repeat alike")
        if field.is_repeated:
            each = self._of_hint(parts[0], field, optional=False)
            return _Attribute(_Many(each) if origin is tuple else _Set(each), field, optional=False)
        optional = NoneType in parts
        if optional and not field.has_presence and field.enum_type is None:
            raise TypeError(f"{field.full_name} cannot be unset")
        return _Attribute(self._of_hint(hint, field, optional=optional), field, optional=optional)

    def _of_hint(self, hint: object, field: FieldDescriptor, *, optional: bool) -> _Shape:
        if field.message_type is not None:
            return self.of_message(hint, field.message_type)
        classes = _classes(hint)
        if len(classes) != 1:
            raise TypeError(f"{field.full_name} cannot hold {_names(classes)}")
        return self._of_scalar(next(iter(classes)), field, optional=optional)


def _one_less(levels: int) -> int:
    if levels < 1:
        raise _MalformedError(f"is nested deeper than {MAX_LEVELS} levels")
    return levels - 1


def _classes(hint: object) -> frozenset[type[Any]]:
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return frozenset(part for part in parts if part is not NoneType)


def _reachable(member: FieldDescriptor, by_name: Mapping[str, type[Any]]) -> frozenset[type[Any]]:
    """The classes that the members of a message inside the oneof are named after."""
    inner = member.message_type
    return frozenset(by_name[each.name] for each in inner.fields if each.name in by_name) if inner else frozenset()


def _canonical(value: Any) -> Any:  # noqa: ANN401, values of one class that can be compared
    return value.SerializeToString(deterministic=True) if isinstance(value, Message) else value


def _names(classes: frozenset[type[Any]] | set[type[Any]]) -> str:
    return ", ".join(sorted(each.__name__ for each in classes))


def _snake(name: str) -> str:
    return _HUMP.sub("_", name).lower()
