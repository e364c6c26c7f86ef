"""A turn as it happens, on a terminal or as plain lines."""

from rich.console import Console
from rich.live import Live
from rich.markdown import Markdown

from amy.cli.text import clean, fact_table, marks, safe
from amy.client.events import (
    AgentCompleted,
    AgentStarted,
    AgentThought,
    CostWarning,
    FactCheck,
    TurnCompleted,
    TurnEvent,
    TurnFailed,
    ValidatorAssessment,
    ValidatorCritic,
    ValidatorGate,
)
from amy.client.models import TurnError, TurnResult

_SPECIALISTS = frozenset({"data_science", "domain_expert", "health_coach", "investigator"})


class Watch:
    """Shows each event when it comes.

    Thoughts of the specialists run on as dim text. What writes the answer is previewed on a terminal only, since the
    whole answer is printed at the end. When `verbose`, each gate says what it found, and the Critic what it thinks.
    """

    def __init__(self, console: Console, *, verbose: bool = False) -> None:
        self._console = console
        self._verbose = verbose
        self._marks = marks(console)
        self._thinking = ""
        self._finding = ""
        self._draft = ""
        self._preview: Live | None = None

    def show(self, event: TurnEvent) -> None:
        if isinstance(event, AgentStarted):
            # Also when a step is run again after a crash: what it had written so far does not count.
            self._draft = ""
        match event:
            case AgentThought():
                self._thought(event)
            case ValidatorGate():
                self._gate(event)
            case _:
                self._end_thought()
                self._milestone(event)

    def close(self) -> None:
        """Leaves the terminal as a next command expects it; also after an interruption."""
        self._end_thought()

    def _milestone(self, event: TurnEvent) -> None:
        match event:
            case AgentStarted(question=question) if question:
                self._line(f"[bold cyan]{safe(event.agent)}[/] {safe(question)}")
            case AgentCompleted():
                summary = f": {safe(event.output_summary)}" if event.output_summary else ""
                self._line(f"[cyan]{safe(event.agent)}[/] done in {event.duration_ms / 1000:.1f} s[dim]{summary}[/]")
            case ValidatorCritic():
                self._review(event)
            case ValidatorAssessment(mechanism=mechanism) if mechanism:
                self._line(f"  [dim]{safe(event.novelty)}: {safe(mechanism)}[/]")
            case CostWarning():
                self._line(f"[yellow]This turn has cost more than ${event.threshold_usd or 0:.2f}; it goes on.[/]")
            case FactCheck(issues=issues):
                dropped = ", ".join(f"{safe(issue.token)} ({safe(issue.action)})" for issue in issues)
                self._line(f"[yellow]numbers that could not be traced: {dropped}[/]")
            case TurnCompleted():
                show_result(self._console, event.result)
            case TurnFailed():
                show_failure(self._console, event.error)

    def _thought(self, event: AgentThought) -> None:
        if event.agent in _SPECIALISTS:
            if self._thinking != event.agent:
                self._end_thought()
                self._thinking = event.agent
                self._console.out(f"  {clean(event.agent)}: ", style="dim", highlight=False, end="")
            self._console.out(clean(event.delta), style="dim", highlight=False, end="")
        elif self._console.is_terminal and not self._console.is_dumb_terminal:
            self._draft += clean(event.delta)
            if self._preview is None:
                self._end_thought()
                self._preview = Live(console=self._console, transient=True, refresh_per_second=12)
                self._preview.start()
            self._preview.update(Markdown(self._draft))

    def _end_thought(self) -> None:
        if self._thinking:
            self._thinking = ""
            self._console.out("", highlight=False)
        if self._preview is not None:
            self._preview.stop()
            self._preview = None

    def _gate(self, event: ValidatorGate) -> None:
        self._end_thought()
        self._checking(event.finding_id, event.claim)
        mark = {"passed": f"[green]{self._marks.passed}[/]", "failed": f"[red]{self._marks.failed}[/]"}.get(
            event.verdict, f"[dim]{self._marks.neither}[/]"
        )
        found = f" [dim]{safe(event.explanation)}[/]" if self._verbose and event.explanation else ""
        self._line(f"  {mark} {safe(event.gate)}{found}")

    def _review(self, event: ValidatorCritic) -> None:
        """The verdict in plain words; what the Critic decided, where that is asked for or all an older server tells."""
        self._checking(event.finding_id)
        if self._verbose or not event.explanation:
            mark = {"accept": f"[green]{self._marks.passed}[/]", "reject": f"[red]{self._marks.failed}[/]"}.get(
                event.verdict, f"[yellow]{self._marks.neither}[/]"
            )
            self._line(f"  {mark} critic: {safe(event.verdict)} [dim]{safe(event.reasoning)}[/]")
        if event.explanation:
            colour, mark = {
                "validated": ("green", self._marks.passed),
                "rejected": ("red", self._marks.failed),
            }.get(event.finding_verdict or "", ("yellow", self._marks.neither))
            self._line(f"  [{colour}]{mark} {safe(event.explanation)}[/]")

    def _checking(self, finding_id: str, claim: str = "") -> None:
        if finding_id != self._finding:
            self._finding = finding_id
            self._line(f"[bold]checking {safe(finding_id)}[/] {safe(claim)}".rstrip())

    def _line(self, markup: str) -> None:
        self._console.print(markup)


def show_result(console: Console, result: TurnResult) -> None:
    """The answer, its fact sheet and what it took; to somebody in danger, the answer alone."""
    console.print()
    answer = clean(result.answer)
    if console.is_terminal:
        console.print(Markdown(answer))
    else:
        console.out(answer, highlight=False)
    if result.safety:
        return
    console.print()
    if result.fact_sheet:
        console.print(fact_table(result.fact_sheet))
        console.print()
    counts = result.validator
    cost = "cost unknown" if result.cost_usd is None else f"${result.cost_usd:.4f}"
    console.print(
        f"[dim]{counts.findings_validated} validated, {counts.findings_conditional} conditional, "
        f"{counts.findings_rejected} rejected · {result.duration_ms / 1000:.1f} s · {cost}[/]"
    )


def show_failure(console: Console, error: TurnError) -> None:
    console.print(f"[red]The turn failed[/] ({safe(error.code)}): {safe(error.message)}")
    if error.request_id:
        console.print(f"[dim]request {safe(error.request_id)}[/]")
