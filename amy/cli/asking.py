"""What every command that asks a question shares: its context, its options, and what becomes of pictures."""

from pathlib import Path
from typing import Annotated

import typer

from amy.cli import pictures as drawing
from amy.cli.locale import locale_of
from amy.cli.pictures import CannotDrawError, PictureFormat
from amy.cli.text import console, safe
from amy.client.models import TurnResult

NoMemoryOption = Annotated[bool, typer.Option("--no-memory", help="Answer without what Amy remembers.")]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Say what each check of a finding found.")]
PicturesOption = Annotated[
    Path | None,
    typer.Option("--pictures", metavar="DIR", help="Save the answer's pictures as files there.", show_default=False),
]
FormatOption = Annotated[PictureFormat, typer.Option("--picture-format", help="What pictures are saved as.")]


def context_of(*, no_memory: bool) -> dict[str, bool | str] | None:
    """What the turn may use of what is stored, and where the person is; None where there is nothing to say."""
    locale = locale_of()
    context: dict[str, bool | str] = {"include_memory": False} if no_memory else {}
    return {**context, "locale": locale} if locale else context or None


def offer_pictures(
    turn_id: str, result: TurnResult, directory: Path | None, picture_format: PictureFormat, *, quietly: bool
) -> bool:
    """Saves the pictures and says where, or says that there are some; `quietly` leaves standard output alone.

    Returns:
        Whether every picture that was to be saved is.
    """
    out = console(stderr=quietly)
    if result.pictures_left_out:
        out.print("[dim]Some pictures were too large to be kept.[/]")
    if directory is None:
        if result.pictures and not quietly:
            titles = ", ".join(f"“{safe(picture.title)}”" for picture in result.pictures)
            what = "is a picture" if len(result.pictures) == 1 else "are pictures"
            out.print(f"[dim]There {what}: {titles}. To save: amy turns show {safe(turn_id)} --pictures DIR[/]")
        return True
    saved = True
    for picture in result.pictures:
        try:
            out.print(f"saved {safe(str(drawing.save(picture, directory, picture_format)))}")
        except CannotDrawError as error:
            saved = False
            console(stderr=True).print(f"[yellow]{safe(str(error))}[/]")
    return saved
