"""`amy ask` and `amy turns`: asking, watching, looking back."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from amy.cli import pictures as drawing
from amy.cli.locale import locale_of
from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, JsonOption, UserOption, connect
from amy.cli.pictures import CannotDrawError, PictureFormat
from amy.cli.text import clean_json, console, safe, turn_table
from amy.cli.watch import Watch, show_failure, show_result
from amy.client.events import TurnCompleted, TurnEvent
from amy.client.models import TurnResult

turns = typer.Typer(no_args_is_help=True, help="Turns asked before.")

PicturesOption = Annotated[
    Path | None,
    typer.Option("--pictures", metavar="DIR", help="Save the answer's pictures as files there.", show_default=False),
]
FormatOption = Annotated[PictureFormat, typer.Option("--picture-format", help="What pictures are saved as.")]


def ask(  # noqa: PLR0913, PLR0917, one option of the command line each
    question: str,
    as_json: JsonOption = False,  # noqa: FBT002, a flag
    no_memory: Annotated[bool, typer.Option("--no-memory", help="Answer without what Amy remembers.")] = False,  # noqa: FBT002
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say what each check of a finding found.")] = False,  # noqa: FBT002
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
        turn = amy.turns.create([{"role": "user", "content": question}], context=_context(no_memory=no_memory))
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
    _offer_pictures(turn.id, last.result, pictures, picture_format, quietly=as_json)


def _context(*, no_memory: bool) -> dict[str, bool | str] | None:
    """What the turn may use of what is stored, and where the person is; None where there is nothing to say."""
    locale = locale_of()
    context: dict[str, bool | str] = {"include_memory": False} if no_memory else {}
    return {**context, "locale": locale} if locale else context or None


def _offer_pictures(
    turn_id: str, result: TurnResult, directory: Path | None, picture_format: PictureFormat, *, quietly: bool
) -> None:
    """Saves the pictures and says where, or says that there are some; `quietly` leaves standard output alone."""
    out = console(stderr=quietly)
    if result.pictures_left_out:
        out.print("[dim]Some pictures were too large to be kept.[/]")
    if directory is None:
        if result.pictures and not quietly:
            titles = ", ".join(f"“{safe(picture.title)}”" for picture in result.pictures)
            what = "is a picture" if len(result.pictures) == 1 else "are pictures"
            out.print(f"[dim]There {what}: {titles}. To save: amy turns show {safe(turn_id)} --pictures DIR[/]")
        return
    failed = False
    for picture in result.pictures:
        try:
            out.print(f"saved {safe(str(drawing.save(picture, directory, picture_format)))}")
        except CannotDrawError as error:
            failed = True
            console(stderr=True).print(f"[yellow]{safe(str(error))}[/]")
    if failed:
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
        if turn.result is not None:
            _offer_pictures(turn.id, turn.result, pictures, picture_format, quietly=True)
        return
    out = console()
    for message in turn.messages:
        out.print(f"[bold]{safe(message.role)}[/] {safe(message.content)}")
    if turn.result is not None:
        show_result(out, turn.result)
        _offer_pictures(turn.id, turn.result, pictures, picture_format, quietly=False)
    elif turn.error is not None:
        show_failure(out, turn.error)
    else:
        out.print(f"[dim]{turn.status}[/]")
