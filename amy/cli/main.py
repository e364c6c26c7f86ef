"""The command line `amy`: runs a system, and talks to one through the public API."""

import sys
from contextlib import suppress
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from amy.cli.commands import chat, data, doctor, imports, journal, keys, labs, memory, talk, up, users
from amy.cli.options import NotRunningError
from amy.cli.supervisor.plan import CannotStartError
from amy.cli.text import complaint, console
from amy.client import AmyError


class Commands(TyperGroup):
    """Says what went wrong in a sentence, and exits with 1; wrong usage exits with 2."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401, typer's
        with suppress(AttributeError):
            # A terminal that lacks a character gets a question mark, not the person an exception.
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # where there is one
        try:
            return super().invoke(ctx)
        except (AmyError, NotRunningError, CannotStartError, OSError, ValueError) as error:
            console(stderr=True).print(complaint(error))
            raise typer.Exit(1) from None


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Amy, a personal health agent. Start it with `amy up`, bring data with `amy import`, then `amy ask` or "
    "`amy chat`.",
)


def _version(wanted: bool) -> None:  # noqa: FBT001, typer's
    if wanted:
        typer.echo(f"amy {version('amy')}")
        raise typer.Exit


@app.callback()
def amy(
    show_version: Annotated[  # noqa: FBT002, a flag
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """What holds for every command."""


app.command()(up.up)
app.command()(talk.ask)
app.command()(chat.chat)
app.command("import")(imports.import_files)
app.command()(journal.log)
app.command()(data.profile)
app.command()(data.trace)
app.command()(data.export)
app.command()(users.reset)
app.command()(doctor.doctor)
app.add_typer(data.data, name="data")
app.add_typer(imports.imports, name="imports")
app.add_typer(labs.labs, name="labs")
app.add_typer(journal.entries, name="entries")
app.add_typer(memory.memory, name="memory")
app.add_typer(talk.turns, name="turns")
app.add_typer(keys.keys, name="keys")
app.add_typer(users.users, name="users")
