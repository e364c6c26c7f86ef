"""Two numbers taken together: their ratio, their difference, the range between the highest and the lowest."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Operation, Statistic
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Ask, Frame, Kind


class Arithmetic:
    """The rules of arithmetic on two numbers."""

    def rules(self) -> Iterator[Rule]:
        def arithmetic(operation: Operation) -> Callable[[Frame, Frame], Ask | None]:
            def built(one: Frame, other: Frame) -> Ask | None:
                if one.noun is None or other.noun is None or one == other:
                    return None
                window = one.records.window or other.records.window
                one, other = (
                    replace(each, records=replace(each.records, window=each.records.window or window))
                    if not each.pinned
                    else each
                    for each in (one, other)
                )
                return Ask(Kind.NUMBER, replace(one, operation=operation), other=other)

            return built

        def spread(one: Frame) -> Ask | None:
            return (
                Ask(Kind.NUMBER, replace(one, statistic=Statistic.RANGE))
                if one.noun and not one.statistic and not one.best
                else None
            )

        yield from rules("ask", "(what)? ratio (of|between) {np} (to|and|over) {np}", arithmetic(Operation.RATIO), 0.0)
        yield from rules("ask", "(what)? {np} to {np} ratio", arithmetic(Operation.RATIO), 0.1)
        yield from rules("ask", "(what)? {np} divided by {np}", arithmetic(Operation.RATIO), 0.0)
        yield from rules("ask", "(what)? difference between {np} and {np}", arithmetic(Operation.MINUS), 0.2)
        yield from rules("ask", "(what)? {np} minus {np}", arithmetic(Operation.MINUS), 0.0)
        span = "(highest and lowest|lowest and highest|max and min|min and max|highest and my lowest|best and worst|maximum and minimum)"
        yield from rules("ask", f"(what)? (difference|gap|spread|range) between (my)? {span} {{np}}", spread, 0.0)
        yield from rules("ask", "(what)? range (of|in|for) {np}", spread, 0.0)
        yield from rules("ask", "(what)? {np} range", spread, 0.1)
        yield from rules("ask", "(what)? {np} highest minus lowest", spread, 0.0)
