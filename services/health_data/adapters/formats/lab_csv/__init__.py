"""Tables of laboratories, by what their columns are called: a result a row, or a name a row and a date a column."""

from collections.abc import Sequence
from typing import Final

from services.health_data.adapters.formats.lab_csv.layouts import Layout, layout_of
from services.health_data.adapters.formats.lab_csv.reading import read_table
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering

_NAMES: Final = (".csv", ".tsv", ".txt")


class LabCsvRoom:
    source = "lab_csv"
    title = "laboratory table"

    def claims(self, member: Member) -> bool:
        return member.name.lower().endswith(_NAMES) and layout_of(member) is not None

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        for member in members:
            layout: Layout | None = layout_of(member)
            assert layout is not None
            read_table(member, layout, gathering)


LAB_CSV: Final = LabCsvRoom()
