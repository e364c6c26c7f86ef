"""`amy ask` and `amy turns`: asking, watching, looking back."""

import json
import sys
from typing import Annotated

import typer

from amy.cli import pictures as drawing
from amy.cli.asking import (
    FormatOption,
    NoMemoryOption,
    PicturesOption,
    VerboseOption,
    context_of,
    offer_pictures,
)
from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, JsonOption, UserOption, connect
from amy.cli.pictures import PictureFormat
from amy.cli.text import clean_json, console, safe, turn_table
from amy.cli.watch import Watch, show_failure, show_result
from amy.client.events import TurnCompleted, TurnEvent

turns = typer.Typer(no_args_is_help=True, help="Turns asked before.")


def ask(  # noqa: PLR0913, PLR0917, one option of the command line each
    question: str,
    as_json: JsonOption = False,  # noqa: FBT002, a flag
    no_memory: NoMemoryOption = False,  # noqa: FBT002
    verbose: VerboseOption = False,  # noqa: FBT002
    pictures: PicturesOption = None,
    picture_format: FormatOption = PictureFormat.SVG,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Ask a question and watch it being answered.

    With --json each event is one line, {"id", "event", "data"}; the last one is turn.completed or turn.failed.
    """
    if pictures is not None:
        drawing.check_can_draw()
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        turn = amy.turns.create([{"role": "user", "content": question}], context=context_of(no_memory=no_memory))
        watch = Watch(console(), verbose=verbose)
        last: TurnEvent | None = None
        try:
            for event in amy.turns.stream(turn.id):
                _print_json(event) if as_json else watch.show(event)
                last = event
        finally:
            watch.close()
    if not isinstance(last, TurnCompleted):
        raise typer.Exit(1)
    if not offer_pictures(turn.id, last.result, pictures, picture_format, quietly=as_json):
        raise typer.Exit(1)


def _print_json(event: TurnEvent) -> None:
    line = {"id": event.id, "event": event.name, "data": event.data}
    sys.stdout.write(clean_json(json.dumps(line, ensure_ascii=False, separators=(",", ":"))) + "\n")
    sys.stdout.flush()


@turns.command("list")
def list_turns(
    limit: Annotated[int, typer.Option(min=1, max=100)] = 20,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """The newest turns."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        page = amy.turns.list(limit=limit)
    console().print(turn_table(page.data) if page.data else "No turns yet.")


@turns.command("show")
def show_turn(
    turn_id: str,
    as_json: JsonOption = False,  # noqa: FBT002, a flag
    pictures: PicturesOption = None,
    picture_format: FormatOption = PictureFormat.SVG,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """One turn: the question, and what came of it."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        turn = amy.turns.retrieve(turn_id)
    if pictures is not None:
        drawing.check_can_draw()
    if as_json:
        sys.stdout.write(clean_json(turn.model_dump_json(indent=2)) + "\n")
        if turn.result is not None and not offer_pictures(turn.id, turn.result, pictures, picture_format, quietly=True):
            raise typer.Exit(1)
        return
    out = console()
    for message in turn.messages:
        out.print(f"[bold]{safe(message.role)}[/] {safe(message.content)}")
    if turn.result is not None:
        show_result(out, turn.result)
        if not offer_pictures(turn.id, turn.result, pictures, picture_format, quietly=False):
            raise typer.Exit(1)
    elif turn.error is not None:
        show_failure(out, turn.error)
    else:
        out.print(f"[dim]{turn.status}[/]")
