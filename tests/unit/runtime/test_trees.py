"""A message that does not mirror its classes shows when the codec is made; how values travel is shown by questions."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

import pytest
from google.protobuf.message import Message

from amy.api.query.v1 import query_pb2 as pb
from amy.runtime.trees import TreeCodec


class Side(StrEnum):
    LOW = "low"
    HIGH = "high"


class TurnedSide(StrEnum):
    LOW = "low"
    HIGH = "high"
    MIDDLE = "middle"


@dataclass(frozen=True, kw_only=True)
class Literal:
    value: float
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class Norm:
    metric: str


@dataclass(frozen=True, kw_only=True)
class ReferenceBound:
    biomarker: str
    side: Side


@dataclass(frozen=True, kw_only=True)
class OfAnySide:
    biomarker: str
    side: Side | None


@dataclass(frozen=True, kw_only=True)
class OfTurnedSide:
    biomarker: str
    side: TurnedSide


@dataclass(frozen=True, kw_only=True)
class WithoutUnit:
    value: float


@dataclass(frozen=True, kw_only=True)
class WithDay:
    value: float
    unit: date


@dataclass(frozen=True, kw_only=True)
class OfWholeNumber:
    value: int
    unit: str


@dataclass(frozen=True, kw_only=True)
class OfOptionalText:
    value: float
    unit: str | None


@dataclass(frozen=True, kw_only=True)
class OfOneName:
    names: str


@dataclass(frozen=True, kw_only=True)
class Names:
    names: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class OrderedNames:
    names: tuple[str, ...]


@pytest.mark.parametrize(
    ("tree", "message", "problem"),
    [
        (WithoutUnit, pb.Literal, "amy.api.query.v1.Literal has other fields than WithoutUnit"),
        (WithDay, pb.Norm, "amy.api.query.v1.Norm has other fields than WithDay"),
        (OfWholeNumber, pb.Literal, "amy.api.query.v1.Literal.value cannot hold int"),
        (OfOptionalText, pb.Literal, "amy.api.query.v1.Literal.unit cannot be unset"),
        (OfTurnedSide, pb.ReferenceBound, "amy.api.query.v1.Side has other names than TurnedSide"),
        (OfOneName, pb.Kind, "amy.api.query.v1.Kind.names and <class 'str'> do not repeat alike"),
        (Literal | Norm, pb.Literal, "amy.api.query.v1.Literal has no oneof for Literal, Norm"),
        (Literal | Norm, pb.DayOrNumber, "amy.api.query.v1.DayOrNumber.date stands for no class"),
        (Literal | Norm, pb.Number, "amy.api.query.v1.Number.reduce stands for no class"),
        (Literal | Names, pb.Number, "amy.api.query.v1.Number.reduce stands for no class"),
        (str, pb.Literal, "amy.api.query.v1.Literal has no oneof for str"),
    ],
)
def test_what_a_message_does_not_mirror_shows_at_once(tree: object, message: type[Message], problem: str) -> None:
    with pytest.raises(TypeError) as refused:
        TreeCodec(tree, message, name="tree")
    assert str(refused.value).startswith(problem)


def test_a_dataclass_may_stand_alone() -> None:
    codec: TreeCodec[Literal, pb.Literal] = TreeCodec(Literal, pb.Literal, name="literal")
    assert codec.encode(Literal(value=-0.5, unit="h")) == pb.Literal(value=-0.5, unit="h")
    assert codec.decode(pb.Literal(value=2.0)) == Literal(value=2.0)


def test_a_word_is_missing_or_none_where_it_is_unspecified() -> None:
    needed: TreeCodec[ReferenceBound, pb.ReferenceBound] = TreeCodec(ReferenceBound, pb.ReferenceBound, name="bound")
    optional: TreeCodec[OfAnySide, pb.ReferenceBound] = TreeCodec(OfAnySide, pb.ReferenceBound, name="bound")
    unspecified = pb.ReferenceBound(biomarker="LDL")
    with pytest.raises(ValueError, match=r"^bound\.side is missing$"):
        needed.decode(unspecified)
    assert optional.decode(unspecified) == OfAnySide(biomarker="LDL", side=None)
    assert optional.encode(OfAnySide(biomarker="LDL", side=None)) == unspecified
    assert optional.decode(pb.ReferenceBound(side=pb.SIDE_HIGH)) == OfAnySide(biomarker="", side=Side.HIGH)
    with pytest.raises(ValueError, match=r"^bound\.side is no known Side$"):
        optional.decode(pb.ReferenceBound(side=7))  # type: ignore[arg-type]


def test_a_tuple_keeps_its_order_and_a_set_has_one() -> None:
    ordered: TreeCodec[OrderedNames, pb.Kind] = TreeCodec(OrderedNames, pb.Kind, name="names")
    unordered: TreeCodec[Names, pb.Kind] = TreeCodec(Names, pb.Kind, name="names")
    assert list(ordered.encode(OrderedNames(names=("b", "c", "a", "b"))).names) == ["b", "c", "a", "b"]
    assert list(unordered.encode(Names(names=frozenset("bca"))).names) == ["a", "b", "c"]
    assert unordered.decode(pb.Kind(names=["b", "a", "b"])) == Names(names=frozenset("ab"))
