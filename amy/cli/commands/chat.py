"""`amy chat`: a conversation in the terminal, or questions one a line from a pipe."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import typer
from rich.console import Console

from amy.cli import pictures as drawing
from amy.cli.asking import (
    FormatOption,
    NoMemoryOption,
    PicturesOption,
    VerboseOption,
    context_of,
    offer_pictures,
)
from amy.cli.history import History
from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, UserOption, connect
from amy.cli.pictures import PictureFormat
from amy.cli.text import complaint, console, safe
from amy.cli.watch import Watch
from amy.client import Amy, AmyError
from amy.client.events import TurnCompleted, TurnEvent

_PROMPT: Final = "> "
_COMMANDS: Final = "/new starts over, /quit ends"


def chat(
    no_memory: NoMemoryOption = False,  # noqa: FBT002, a flag
    verbose: VerboseOption = False,  # noqa: FBT002, a flag
    pictures: PicturesOption = None,
    picture_format: FormatOption = PictureFormat.SVG,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Talk with Amy: each line is a question, and the next one may follow on the answer.

    /new starts over, /quit or the end of the input ends. Ctrl-C stops watching an answer; at the prompt it ends, too.
    Questions may also come from a pipe or a file, one a line.
    """
    if pictures is not None:
        drawing.check_can_draw()
    is_person = sys.stdin.isatty() and sys.stdout.isatty()
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        talk = Talk(
            amy,
            console(),
            context=context_of(no_memory=no_memory),
            verbose=verbose,
            pictures=pictures,
            picture_format=picture_format,
        )
        if is_person:
            _with_a_person(talk)
        elif not _with_a_pipe(talk):
            raise typer.Exit(1)


class Talk:
    """One conversation: what has been said so far, and where it is shown.

    Attributes:
        out: where answers are shown.
    """

    def __init__(
        self,
        amy: Amy,
        out: Console,
        *,
        context: dict[str, bool | str] | None,
        verbose: bool,
        pictures: Path | None,
        picture_format: PictureFormat,
    ) -> None:
        self.out = out
        self._amy = amy
        self._context = context
        self._verbose = verbose
        self._pictures = pictures
        self._picture_format = picture_format
        self._history = History()
        self._turn_id = ""

    def take(self, line: str) -> bool:
        """Does what a line says; anything that goes wrong is said, and the conversation can go on.

        Returns:
            Whether nothing went wrong.
        """
        match line.split():
            case []:
                return True
            case ["/new"]:
                self._history = History()
                self.out.print("[dim]A new conversation.[/]")
                return True
            case [command, *_] if command.startswith("/"):
                self._complain(f"[red]amy:[/] There is no {safe(command)}. {_COMMANDS}.")
                return False
        try:
            return self._ask(line.strip())
        except (AmyError, OSError, ValueError) as error:
            self._complain(complaint(error))
            return False

    def stopped(self) -> None:
        """Says what becomes of the answer that is no longer watched: a turn that was begun goes on by itself."""
        self.out.print()
        later = f" The turn goes on; to see it: amy turns show {safe(self._turn_id)}" if self._turn_id else ""
        self.out.print(f"[dim]Stopped.{later}[/]")

    def _ask(self, question: str) -> bool:
        self._turn_id = ""
        self._turn_id = self._amy.turns.create(self._history.asking(question), context=self._context).id
        watch = Watch(self.out, verbose=self._verbose)
        last: TurnEvent | None = None
        try:
            for event in self._amy.turns.stream(self._turn_id):
                watch.show(event)
                last = event
        finally:
            watch.close()
        if not isinstance(last, TurnCompleted):
            return False
        self._history = self._history.answered(question, last.result.answer)
        return offer_pictures(self._turn_id, last.result, self._pictures, self._picture_format, quietly=False)

    @staticmethod
    def _complain(markup: str) -> None:
        console(stderr=True).print(markup)


def _with_a_person(talk: Talk) -> None:
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415, lets `input` edit a line and bring earlier ones back

    talk.out.print(f"[dim]Ask a question. {_COMMANDS}.[/]")
    for line in _typed(talk.out):
        try:
            talk.take(line)
        except KeyboardInterrupt:
            talk.stopped()
        talk.out.print()


def _typed(out: Console) -> Iterator[str]:
    """The lines that a person types, up to /quit or the end of the input."""
    while True:
        try:
            line = input(_PROMPT)
        except EOFError:
            out.print()
            return
        except UnicodeDecodeError:
            # Half a character, as a terminal of another encoding sends it.
            line = ""
        if line.split() == ["/quit"]:
            return
        yield line


def _with_a_pipe(talk: Talk) -> bool:
    """Each question is repeated before its answer, so that the output can be read by itself.

    Returns:
        Whether every line was answered.
    """
    with suppress(AttributeError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]  # where there is one
    well = True
    for line in sys.stdin:
        if line.split() == ["/quit"]:
            break
        if line.strip():
            talk.out.print(f"[bold]{_PROMPT}{safe(line.strip())}[/]")
            well = talk.take(line) and well
            talk.out.print()
    return well
