"""A briefing in words, by rules: what changed, what stands out, how it stands, what is missing, what to do."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from services.investigator.domain.asked import Change, ChangePoint, Lab, Level, Together, Weekdays
from services.investigator.domain.brief import BriefCase, Outcome
from services.investigator.domain.digest import Digest, NothingOnRecord, is_enough
from services.investigator.domain.focus import Focus
from services.investigator.domain.length import words_in
from services.investigator.domain.said_before import was_said
from services.investigator.domain.spans import EVERYTHING, NEWEST_DAY, Span
from services.investigator.domain.telling import ALIKE, Teller, is_weighed
from services.investigator.domain.wording import capital, dates_said, day_said, listed

MOST_WORDS: Final = 170
"""Of a briefing, its list marks aside."""
_MOST_LINES: Final = 4
_MOST_LEVELS: Final = 4
_MOST_NAMED: Final = 4
_LOOKED_FOR: Final = 6
"""So many of the metrics, the most telling first, are missed where they are not there."""

NOTHING_ON_RECORD: Final = (
    "There is nothing on record yet, so I cannot tell how you are doing. Import an export of your watch, your app or "
    "your laboratory, and ask again."
)
NOTHING_CHECKED: Final = (
    "I could not check anything this time, so I would rather tell you no numbers. Please ask again."
)
NONE_BESIDE: Final = "Beside what I found when I looked before, nothing new stands out."
NONE_HELD_UP: Final = "Nothing held up when I checked it, so what looks like a pattern may be chance."
NOT_A_CAUSE: Final = "going together does not mean that one causes the other"
NOTHING_NEW: Final = "There is nothing beyond what I have just told you."
FEW_DAYS: Final = "There are only a few days to look at, too few to tell what changes. On average:"
TOO_LITTLE: Final = (
    "It takes a few weeks with values on most days before I can tell what has changed. Wear the device on most days, "
    "or import an older export, and ask again."
)


@dataclass(frozen=True, kw_only=True)
class _Section:
    """Lines under a heading, or without one; of those with the highest `spare` lines are left out first."""

    lines: tuple[str, ...]
    heading: str = ""
    bulleted: bool = False
    spare: int = 0

    @property
    def text(self) -> str:
        lines = "\n".join(f"- {line}" for line in self.lines) if self.bulleted else " ".join(self.lines)
        return "\n".join(filter(None, (self.heading, lines)))


def briefing_of(case: BriefCase, focus: Focus) -> str:
    """The draft; at most 180 words when its numbers are written, and nothing of the answer before."""
    if isinstance(case.digest, NothingOnRecord):
        return NOTHING_ON_RECORD
    if not case.proposed:
        sections = [_Section(lines=_too_little(case.digest))]
    elif not case.outcomes:
        sections = [_Section(lines=(NOTHING_CHECKED,))]
    else:
        sections = list(_sections(case, case.digest, focus))
    ending = _Section(lines=(focus.ends_with,)) if focus.ends_with else None
    return _written([*sections, *filter(None, (ending,))], case)


def _sections(case: BriefCase, digest: Digest, focus: Focus) -> Iterator[_Section]:
    teller = Teller(
        case=case,
        nouns={seen.metric: seen.noun for seen in digest.series},
        shifts={seen.metric: seen.shift or 0.0 for seen in digest.series},
    )
    held_up = list(teller.held_up())
    told = {each.asked.metric for each in held_up if isinstance(each.asked, Change | ChangePoint)}
    labs = _Section(lines=tuple(filter(None, map(teller.lab_line, case.outcomes))))
    levels = _Section(
        heading="" if digest.is_of_a_day or _is_of_few_days(case, digest) else "**How it stands, on average**",
        lines=tuple(_levels(teller, digest, told)),
        bulleted=True,
        spare=3,
    )
    yield _Section(lines=(_opening(teller, digest, focus),))
    yield from (levels, labs) if digest.is_of_a_day else (labs,) if focus.labs else ()
    yield from _what_held_up(teller, held_up)
    if not digest.is_of_a_day:
        yield from () if focus.labs else (labs,)
        yield levels
        yield _Section(lines=tuple(_about_the_same(case, digest, told)), spare=4)
    yield _Section(lines=tuple(_missing(case, digest)))
    if _is_of_few_days(case, digest):
        yield _Section(lines=(TOO_LITTLE,))
    if strategy := teller.strategy():
        yield _Section(lines=(f"One step to try: {strategy}",))


def _what_held_up(teller: Teller, held_up: list[Outcome]) -> Iterator[_Section]:
    lines = tuple(_standing_out(teller, held_up))[:_MOST_LINES]
    if lines:
        yield _Section(heading="**What stands out**", lines=lines, bulleted=True, spare=1)
        yield _Section(lines=tuple(_about_patterns(held_up)))
    elif any(map(is_weighed, teller.case.proposed)):
        looked_before = isinstance(teller.case.digest, Digest) and teller.case.digest.looked_before
        yield _Section(lines=(NONE_BESIDE if looked_before else NONE_HELD_UP,))


def _standing_out(teller: Teller, held_up: list[Outcome]) -> Iterator[str]:
    """A line each; when a metric changed stands in the line of its change."""
    steps = {each.asked.metric: each for each in held_up if isinstance(each.asked, ChangePoint)}
    changed = {each.asked.metric for each in held_up if isinstance(each.asked, Change)}
    for each in held_up:
        if isinstance(each.asked, ChangePoint) and each.asked.metric in changed:
            continue
        since = steps.get(each.asked.metric) if isinstance(each.asked, Change) else None
        if line := teller.line(each, since):
            yield line


def _about_patterns(held_up: list[Outcome]) -> Iterator[str]:
    """Which days patterns are of, and what going together does not say."""
    patterns = [each.asked for each in held_up if isinstance(each.asked, Together | Weekdays)]
    if patterns:
        is_of_all = patterns[0].window.label == EVERYTHING
        together = f"; {NOT_A_CAUSE}" if any(isinstance(each, Together) for each in patterns) else ""
        these = "This pattern is" if len(patterns) == 1 else "These patterns are"
        yield f"{these} from {'all your data' if is_of_all else 'the last year'}{together}."


def _opening(teller: Teller, digest: Digest, focus: Focus) -> str:
    """What changed, or that nothing did, and in which days."""
    case = teller.case
    when = _when(digest.spans.window, case)
    changed = [teller.noun(each.asked.metric) for each in teller.held_up() if isinstance(each.asked, Change)]
    if changed:
        named = changed if len(changed) <= _MOST_NAMED else [*changed[: _MOST_NAMED - 1], "more"]
        return f"{_led(focus.changed, when)} your {listed(named)} changed."
    against = next((each.before for each in case.proposed if isinstance(each, Change)), None)
    if against is not None and digest.is_of_a_day:
        return f"{when}, beside {_before(against, case)}:"
    if against is not None:
        return f"{_led(focus.unchanged, when)} nothing clearly changed against {_before(against, case)}."
    if _is_of_few_days(case, digest):
        return FEW_DAYS
    return f"{when} there is too little from before to tell what changed."


def _is_of_few_days(case: BriefCase, digest: Digest) -> bool:
    """Whether levels are told of fewer days than any comparison needs."""
    is_short = not any(is_enough(seen.days, digest.spans.window) for seen in digest.series)
    return is_short and any(isinstance(each, Level) for each in case.proposed)


def _led(lead: str, when: str) -> str:
    return f"{lead} {when[0].lower()}{when[1:]}" if lead else when


def _when(window: Span, case: BriefCase) -> str:
    """The stretch as far as a fact states it: "Over the last 30 days (2 to 31 December 2025)"."""
    stated = [fact.window for fact in case.facts.values()]
    is_dated = any(day_said(window.start) in each and day_said(window.end) in each for each in stated)
    if window.days == 1 and window.label != NEWEST_DAY:
        return f"{capital(window.label)} ({day_said(window.end)})" if is_dated else capital(window.label)
    if window.days == 1:
        return f"On {day_said(window.end)}" if is_dated else f"On {NEWEST_DAY} on record"
    dates = f" ({dates_said(window)})" if is_dated else ""
    return f"Over {window.label}{dates}" if _is_stated(window, stated) else "Lately"


def _before(before: Span, case: BriefCase) -> str:
    return before.label if _is_stated(before, [fact.window for fact in case.facts.values()]) else "the time before"


def _is_stated(span: Span, stated: list[str]) -> bool:
    return any(span.label in each for each in stated)


def _levels(teller: Teller, digest: Digest, told: set[str]) -> Iterator[str]:
    """How the metrics stand that were not told of already, and how active the time was.

    Of a single day those come first that are furthest from the days before, of a night what the night is judged by.
    """
    seen = digest.series
    if digest.is_of_a_day and not digest.is_of_a_night:
        seen = tuple(sorted(seen, key=lambda each: -abs(each.shift or 0.0)))
    order = [each.metric for each in seen]
    levels = {each.asked.metric: each for each in teller.case.outcomes if isinstance(each.asked, Change | Level)}
    lines = (
        _with_goal(teller.level_line(levels[name]), is_goal=name in digest.goals)
        for name in order
        if name in levels and name not in told
    )
    yield from list(filter(None, lines))[:_MOST_LEVELS]
    if activities := teller.activities_line():
        yield activities


def _with_goal(line: str, *, is_goal: bool) -> str:
    return f"{line}; you have a goal for this" if line and is_goal else line


def _about_the_same(case: BriefCase, digest: Digest, told: set[str]) -> Iterator[str]:
    """What was compared and did not hold up, by name: what hardly moved, and what moved as chance moves it.

    Where nothing changed, the first sentence has said so.
    """
    compared = {each.metric for each in case.proposed if isinstance(each, Change)} - told
    seen = [each for each in digest.series if each.metric in compared]
    same = [each.noun for each in seen if abs(each.shift or 0.0) < ALIKE]
    moved = [each.noun for each in seen if abs(each.shift or 0.0) >= ALIKE]
    if same and told:
        yield f"About the same as before: {listed(same)}."
    if moved:
        yield f"Moved, but by no more than chance can do: {listed(moved)}."


def _missing(case: BriefCase, digest: Digest) -> Iterator[str]:
    """What would have been looked at first and is not there; laboratory values are not of these days."""
    labs = {each.biomarker for each in case.proposed if isinstance(each, Lab)}
    looked_for = [seen for seen in digest.series if seen.metric not in labs][:_LOOKED_FOR]
    absent = [seen.noun for seen in looked_for if not seen.days]
    few = [seen.noun for seen in looked_for if seen.days and not is_enough(seen.days, digest.spans.window)]
    if absent:
        yield f"Not on record in this time: {listed(absent)}."
    if few and not _is_of_few_days(case, digest):
        yield f"Too few days to tell: {listed(few)}."


def _too_little(digest: Digest) -> tuple[str, ...]:
    """What could be seen, and what is needed."""
    seen = [each.noun for each in digest.series if each.days or each.days_before]
    could_see = f"a few days of {listed(seen[:_LOOKED_FOR])}" if seen else "no daily values of late"
    return (f"There is too little on record to tell how you are doing: I can see {could_see}.", TOO_LITTLE)


def _written(sections: list[_Section], case: BriefCase) -> str:
    """Without what was said before, and without what is spared where it gets too long."""
    fresh = [_without(section, lambda line: was_said(line, case.said_before, case.facts)) for section in sections]
    fresh = [section for section in fresh if section.lines]
    if not fresh:
        return NOTHING_NEW
    while words_in(_joined(fresh), case.facts) > MOST_WORDS and (spared := _spared(fresh)) is not None:
        fresh = spared
    return _joined(fresh)


def _without(section: _Section, is_left_out: Callable[[str], bool]) -> _Section:
    return replace(section, lines=tuple(line for line in section.lines if not is_left_out(line)))


def _spared(sections: list[_Section]) -> list[_Section] | None:
    """The sections without the last line of the one that is spared first; None where nothing can be spared."""
    spared = max(sections, key=lambda section: section.spare)
    if not spared.spare:
        return None
    shorter = replace(spared, lines=spared.lines[:-1])
    return [kept for each in sections if (kept := shorter if each is spared else each).lines]


def _joined(sections: list[_Section]) -> str:
    return "\n\n".join(section.text for section in sections)
