"""What a run of `make load` found: tables, for a screen and as Markdown, and what did not hold."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table as Grid

_WIDTH = 150


@dataclass
class Table:
    """One part of the run; rows are added as they are measured."""

    title: str
    columns: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        assert len(cells) == len(self.columns), (cells, self.columns)
        self.rows.append(cells)
        print("  ".join(cells), flush=True)

    def note(self, text: str) -> None:
        self.notes.append(text)
        print(text, flush=True)

    def markdown(self) -> str:
        lines = [self.columns, ["---"] * len(self.columns), *self.rows]
        table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
        return "\n\n".join((f"### {self.title}", table, *self.notes))


@dataclass
class Figures:
    tables: list[Table] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def table(self, title: str, *columns: str) -> Table:
        print(f"\n{title}", flush=True)
        self.tables.append(Table(title=title, columns=columns))
        return self.tables[-1]

    def require(self, held: bool, what: str) -> None:  # noqa: FBT001, a condition reads best first
        """What does not hold fails the run, at its end."""
        if not held:
            self.failures.append(what)
            print(f"NOT HELD: {what}", flush=True)

    def markdown(self) -> str:
        return "\n\n".join(table.markdown() for table in self.tables) + "\n"

    def print(self) -> None:
        console = Console(width=_WIDTH)
        for table in self.tables:
            grid = Grid(*table.columns, title=table.title, title_justify="left")
            for row in table.rows:
                grid.add_row(*row)
            console.print(grid, *table.notes, sep="\n")
