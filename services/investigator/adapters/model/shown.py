"""What a prompt shows: names, counts of days and what was computed, never records; lists and texts have an end."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from services.investigator.domain.asked import (
    ActivityCount,
    Asked,
    Change,
    ChangePoint,
    Lab,
    Level,
    Together,
    Weekdays,
)
from services.investigator.domain.brief import BriefCase, Outcome
from services.investigator.domain.digest import Digest, SeriesSeen
from services.investigator.domain.hypotheses import EarlierTest, Hypothesis

LONGEST_QUESTION: Final = 4000
MOST_MESSAGES: Final = 10
LONGEST_MESSAGE: Final = 2000
LONGEST_MEMORY: Final = 4000
LONGEST_NAME: Final = 120
LONGEST_TEXT: Final = 300
MOST_SERIES: Final = 40
MOST_CANDIDATES: Final = 80
MOST_TESTED: Final = 60
MOST_OUTCOMES: Final = 24
MOST_FACTS: Final = 16
"""Of one outcome."""
NONE: Final = "(none)"


def cut(text: str, most: int) -> str:
    """The text, or as much of its beginning as fits."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def earlier(messages: Sequence[str]) -> str:
    return _listed(cut(each, LONGEST_MESSAGE) for each in messages[-MOST_MESSAGES:])


def memory(summary: str) -> str:
    return cut(summary.strip(), LONGEST_MEMORY) or NONE


def digest(seen: Digest) -> str:
    return _listed(_series(each, is_goal=each.metric in seen.goals) for each in seen.series[:MOST_SERIES])


def candidates(found: Sequence[Hypothesis], usual: int) -> str:
    return _listed(
        f"{each.id} {each.kind.value}{' (usual)' if at < usual else ''}: {cut(each.title, LONGEST_TEXT)}"
        for at, each in enumerate(found[:MOST_CANDIDATES])
    )


def tested(tests: Sequence[EarlierTest]) -> str:
    return _listed(map(_test, tests[-MOST_TESTED:]))


def outcomes(case: BriefCase) -> str:
    nouns = {each.metric: each.noun for each in case.digest.series} if isinstance(case.digest, Digest) else {}
    return _listed(_outcome(each, case, nouns) for each in case.outcomes[:MOST_OUTCOMES])


def _series(seen: SeriesSeen, *, is_goal: bool) -> str:
    days = f"{seen.days} days in the stretch, {seen.days_before} before" if seen.days or seen.days_before else "none"
    goal = "; a goal on file is about it" if is_goal else ""
    return f"{cut(seen.metric, LONGEST_NAME)} ({cut(seen.noun, LONGEST_NAME)}): {days}{goal}"


def _test(test: EarlierTest) -> str:
    about = " and ".join(cut(each, LONGEST_NAME) for each in (test.feature, test.target) if each)
    return f"{test.kind.value}: {about}{f', {test.lag_days} days later' if test.lag_days else ''}"


def _outcome(outcome: Outcome, case: BriefCase, nouns: dict[str, str]) -> str:
    own = (outcome.finding_id, f"reading-{outcome.finding_id}")
    facts = [(claim, fact) for claim, fact in case.facts.items() if claim.rpartition(".")[0] in own][:MOST_FACTS]
    numbers = ", ".join(f"{claim} = {fact.value:g} {fact.unit}".rstrip() for claim, fact in facts)
    said = [f"{_words(outcome.asked, nouns)}: {outcome.verdict.value}"]
    said += ["plain reading only"] if outcome.has_reading else []
    said += [numbers] if numbers else []
    said += [f"step: {cut(outcome.strategy, LONGEST_TEXT)}"] if outcome.strategy else []
    return "; ".join(said)


def _words(asked: Asked, nouns: dict[str, str]) -> str:
    match asked:
        case Change(metric=metric, window=window, before=before):
            said = f"change of {_noun(metric, nouns)}, {window.label} against {before.label}"
        case Weekdays(metric=metric):
            said = f"{_noun(metric, nouns)} on weekends against weekdays"
        case Together(left=left, right=right, lag_days=lag_days):
            said = f"{_noun(left, nouns)} and {_noun(right, nouns)}{' the next day' if lag_days else ''} together"
        case ChangePoint(metric=metric):
            said = f"since when {_noun(metric, nouns)} has changed"
        case Lab(biomarker=name, side=side):
            said = f"newest {_noun(name, nouns)} beyond the laboratory's limit ({side.value})"
        case Level(metric=metric, window=window):
            said = f"level of {_noun(metric, nouns)} over {window.label}"
        case ActivityCount(kind=kind):
            said = f"number of activities{f' of the kind {cut(kind, LONGEST_NAME)}' if kind else ''}"
        case _:
            assert_never(asked)
    return said


def _noun(name: str, nouns: dict[str, str]) -> str:
    return cut(nouns.get(name) or name, LONGEST_NAME)


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines) or NONE
