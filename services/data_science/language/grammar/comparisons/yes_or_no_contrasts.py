"""Whether something is higher or lower in one group of days than in another."""

from collections.abc import Iterator

from services.data_science.domain.algebra import Operator, Window
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.contrasts import Contrasts
from services.data_science.language.grammar.comparisons.words import THAN
from services.data_science.language.grammar.frames import Modifier
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Ask, Bound, Frame, Kind, Usual


class YesOrNoContrasts:
    """The rules of contrasts asked as a yes or no."""

    def __init__(self, contrasts: Contrasts) -> None:
        self._contrasts = contrasts

    def rules(self) -> Iterator[Rule]:
        contrast, rest, previous = (
            self._contrasts.between,
            self._contrasts.with_others,
            self._contrasts.with_the_one_before,
        )

        def yes(frame: Frame, direction: int, one: Modifier, other: Modifier) -> Ask | None:
            return contrast(frame, one, other, direction, yes_no=True)

        def yes_rest(frame: Frame, direction: int, one: Modifier) -> Ask | None:
            return rest(frame, one, direction, yes_no=True)

        yield from rules("ask", f"{POLAR} {{np}} {{direction}} {{group_of}} {THAN} {{group_of}}", yes, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{direction}} {{np}} {{group_of}} {THAN} {{group_of}}",
            lambda d, f, a, b: yes(f, d, a, b),
            0.0,
        )
        yield from rules("ask", f"{POLAR} {{np}} {{direction}} {{group_of}}", yes_rest, 0.3)
        yield from rules("ask", f"{POLAR} {{direction}} {{np}} {{group_of}}", lambda d, f, a: yes_rest(f, d, a), 0.3)
        yield from rules(
            "ask",
            f"{POLAR} {{np}} {{group_of}} {{direction}} {THAN} {{group_of}}",
            lambda f, a, d, b: yes(f, d, a, b),
            0.0,
        )
        yield from rules("ask", f"{POLAR} {{np}} {{group_of}} {{direction}}", lambda f, a, d: yes_rest(f, d, a), 0.4)
        word = "(before|the time before|the one before|the previous one|that|the one prior)"
        yield from rules("ask", f"{POLAR} {{np}} {{direction}} {{window}} than {word}", previous, 0.1)
        yield from rules(
            "ask", f"{POLAR} {{direction}} {{np}} {{window}} than {word}", lambda d, f, w: previous(f, d, w), 0.1
        )
        for each in (
            "the {unit} before",
            "the previous {unit}",
            "the {unit} prior",
            "the prior {unit}",
            "the preceding {unit}",
        ):
            yield from rules(
                "ask",
                f"{POLAR} {{np}} {{direction}} {{window}} {THAN} {each}",
                lambda f, d, w, _: previous(f, d, w),
                0.0,
            )
            yield from rules(
                "ask",
                f"{POLAR} {{direction}} {{np}} {{window}} {THAN} {each}",
                lambda d, f, w, _: previous(f, d, w),
                0.0,
            )
        yield from rules("ask", f"{POLAR} {{np}} {{direction}} than {{usual}} {{window}}", self._than_usual, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{np}} {{window}} {{direction}} than {{usual}}",
            lambda f, w, d, u: self._than_usual(f, d, u, w),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{direction}} {{np}} than {{usual}} {{window}}",
            lambda d, f, u, w: self._than_usual(f, d, u, w),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{np}} {{direction}} {{window}} than {{usual}}",
            lambda f, d, w, u: self._than_usual(f, d, u, w),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{direction}} {{np}} {{window}} than {{usual}}",
            lambda d, f, w, u: self._than_usual(f, d, u, w),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{window}} {{direction}} than {{window}} (for|in|on) {{np}}",
            lambda a, d, b, f: contrast(f, a, b, d, yes_no=True),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{np}} {{direction}} {{group_of}} {THAN} the {{count}} (before|prior)",
            lambda f, d, a, _: previous(f, d, a) if isinstance(a, Window) else None,
            0.1,
        )

    def _than_usual(self, frame: Frame, direction: int, usual: Usual, window: Window) -> Ask | None:
        within = frame.within(window)
        way = self._contrasts.way(direction, frame)
        if not direction and usual.noun is None:
            level = usual.window or self._contrasts.all_time
            return self._contrasts.between(frame, window, level, 0, yes_no=False)
        if within is None or not way:
            return None
        operator = Operator.GREATER if way > 0 else Operator.LESS
        return Ask(Kind.DECIDE, within, bound=Bound(operator, usual), yes_no=True)
