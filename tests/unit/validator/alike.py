"""Questions and the selections that say the same."""

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from services.validator.domain.algebra import (
    ChangePoint,
    Contrast,
    Not,
    Question,
    Relate,
    Rows,
    Share,
    Statistic,
    Tell,
    Test,
    Trend,
    Window,
)
from services.validator.domain.claims.finding import (
    Comparison,
    DayFilter,
    End,
    FindingKind,
    Group,
    Pick,
    Selection,
    ValueFilter,
    WeekdayFilter,
)
from services.validator.domain.claims.finding import Statistic as Selected
from services.validator.domain.claims.finding import Window as DatedWindow
from tests.unit.validator.asked import (
    SLEEP,
    STEPS,
    WEEKENDS,
    above,
    days,
    newest,
    of,
    span,
    where,
)

ASSOCIATION, TREND, SCALAR = FindingKind.ASSOCIATION, FindingKind.TREND, FindingKind.SCALAR
ENOUGH = ValueFilter(metric="steps", comparison=Comparison.GREATER, value=100.0)
AT_WEEKENDS = WeekdayFilter(iso_weekdays=(6, 7))
IN_THE_WEEK = WeekdayFilter(iso_weekdays=(1, 2, 3, 4, 5))


@dataclass(frozen=True, kw_only=True)
class Alike:
    """A question and the selection that says the same."""

    question: Question
    selection: Selection
    kind: FindingKind


def dated(window: Window) -> DatedWindow:
    return DatedWindow(start_date=str(window.start), end_date=str(window.end), label=window.label)


FILTERED: list[tuple[Test | None, tuple[DayFilter, ...]]] = [
    (None, ()),
    (WEEKENDS, (AT_WEEKENDS,)),
    (Not(test=WEEKENDS), (IN_THE_WEEK,)),
    (above(STEPS, 100.0), (ENOUGH,)),
]
DESCRIBED = (
    Statistic.MEAN,
    Statistic.MEDIAN,
    Statistic.MIN,
    Statistic.SUM,
    Statistic.SD,
    Statistic.CV,
    Statistic.RANGE,
    Statistic.COUNT,
    Statistic.LATEST,
    Statistic.CHANGE,
    Statistic.OUTLIERS,
)


@st.composite
def alike(draw: st.DrawFn) -> Alike:
    first, last = sorted(draw(st.tuples(st.integers(0, 40), st.integers(50, 130))))
    test, filters = draw(st.sampled_from(FILTERED))
    chosen = Chosen(first=first, last=last, test=test, filters=filters)
    lag, statistic = draw(st.integers(-2, 2)), draw(st.sampled_from(DESCRIBED))
    return draw(
        st.sampled_from(
            [
                described(chosen, statistic),
                shared(chosen),
                compared(chosen),
                grouped(chosen),
                related(chosen, lag),
                followed(chosen),
                newest_of(chosen),
            ]
        )
    )


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """Days, as a question and as a selection choose them."""

    first: int
    last: int
    test: Test | None
    filters: tuple[DayFilter, ...]

    @property
    def rows(self) -> Rows:
        return self.among(self.first, self.last)

    def among(self, first: int, last: int) -> Rows:
        return days(first, last) if self.test is None else where(days(first, last), self.test)

    def selection(self, statistic: Selected, *, feature: str = "steps") -> Selection:
        window = dated(span(self.first, self.last))
        return Selection(feature=feature, window=window, day_filters=self.filters, statistic=statistic)


def described(chosen: Chosen, statistic: Statistic) -> Alike:
    asked = Tell(number=of(chosen.rows, STEPS, statistic))
    return Alike(question=asked, selection=chosen.selection(Selected(statistic.value)), kind=SCALAR)


def shared(chosen: Chosen) -> Alike:
    selection = replace(chosen.selection(Selected.SHARE, feature=""), conditions=(ENOUGH,))
    share = Share(rows=chosen.rows, test=above(STEPS, 100.0))
    return Alike(question=Tell(number=share), selection=selection, kind=SCALAR)


def newest_of(chosen: Chosen) -> Alike:
    pick = Pick(end=End.LAST, count=30)
    selection = replace(chosen.selection(Selected.MEAN), day_filters=(), pick=pick)
    asked = Tell(number=of(newest(days(chosen.first, chosen.last), count=30)))
    return Alike(question=asked, selection=selection, kind=SCALAR)


def compared(chosen: Chosen) -> Alike:
    selection = chosen.selection(Selected.DIFFERENCE_OF_MEANS)
    recent, prior = dated(span(60, 130)), dated(span(chosen.first, 59))
    selection = replace(selection, window=recent, baseline_window=prior)
    asked = Contrast(rows=chosen.among(60, 130), baseline=chosen.among(chosen.first, 59), column=STEPS)
    return Alike(question=asked, selection=selection, kind=TREND)


def grouped(chosen: Chosen) -> Alike:
    selection = chosen.selection(Selected.DIFFERENCE_OF_MEANS)
    others = Group(window=selection.window, day_filters=(IN_THE_WEEK,))
    selection = replace(selection, day_filters=(AT_WEEKENDS,), baseline=others)
    everything = days(chosen.first, chosen.last)
    asked = Contrast(rows=where(everything, WEEKENDS), baseline=where(everything, Not(test=WEEKENDS)), column=STEPS)
    return Alike(question=asked, selection=selection, kind=TREND)


def related(chosen: Chosen, lag: int) -> Alike:
    selection = replace(chosen.selection(Selected.SPEARMAN), target="sleep", lag_days=lag)
    asked = Relate(left=STEPS, right=SLEEP, rows=chosen.rows, lag_days=lag)
    return Alike(question=asked, selection=selection, kind=ASSOCIATION)


def followed(chosen: Chosen) -> Alike:
    """As a line on most days, and by its largest step where only values tell which days they are."""
    if chosen.test is None or isinstance(chosen.test, Not):
        asked, statistic = Trend(rows=chosen.rows, column=STEPS), Selected.LINEAR_CHANGE
        return Alike(question=asked, selection=chosen.selection(statistic), kind=TREND)
    step = ChangePoint(rows=chosen.rows, column=STEPS)
    return Alike(question=step, selection=chosen.selection(Selected.CHANGE_POINT), kind=TREND)
