"""How long, how far, how fast: words that say which number of an activity, or of a night, is asked for."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Statistic, Table
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records


class Measures:
    """The rules of questions for a measure of activities or nights."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        def of(field: str, metric: str = "") -> "object":
            def built(records: Records) -> Ask | None:
                frame = self._frames.applied(
                    Frame(noun=Noun(field=field, metric=metric), records=Records(table=Table.ACTIVITIES)), records
                )
                return Ask(Kind.NUMBER, replace(frame, how_many=True)) if frame else None

            return built

        def in_unit(unit: str, field: str) -> "object":
            def built(records: Records) -> Ask | None:
                noun = Noun(field=field, unit=unit)
                frame = self._frames.applied(Frame(noun=noun, records=Records(table=Table.ACTIVITIES)), records)
                return Ask(Kind.NUMBER, replace(frame, how_many=True)) if frame else None

            return built

        def lasting(frame: Frame) -> Ask | None:
            quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            fits = quantity is not None and quantity.unit == "min"
            return Ask(Kind.NUMBER, replace(frame, how_many=True)) if fits else None

        def average(build: "object") -> "object":
            def built(statistic: Statistic, records: Records) -> Ask | None:
                ask = build(records)  # type: ignore[operator]
                return (
                    replace(ask, frame=replace(ask.frame, statistic=statistic))
                    if ask and not ask.frame.statistic
                    else None
                )

            return built

        for pattern, field in (
            (
                "(how long|how much time|what duration|for how long|how much total time) (spent|i spend|was|in|on|take)?",
                "duration_min",
            ),
            ("(how far|what distance) (in|on|was|of)?", "distance_m"),
            (
                "(how fast|how quick|what pace|what speed|at what pace|how slow) (on|in|was|of|during)?",
                "speed_m_per_min",
            ),
            ("(how hard|how intense)", "average_heart_rate"),
            ("how high up", "elevation_gain_m"),
        ):
            yield from rules("ask", f"{pattern} {{recs}} for?", of(field), 0.1)  # type: ignore[arg-type]
            yield from rules("ask", f"{pattern} {{statistic}} {{recs}}", average(of(field)), 0.1)  # type: ignore[arg-type]
        yield from rules("ask", "(how long|how many minutes) {recs} (last|take|lasted)", of("duration_min"), 0.1)  # type: ignore[arg-type]
        for unit, field, words in (
            ("min", "duration_min", "(minutes|mins)"),
            ("h", "duration_min", "(hours|hrs)"),
            ("km", "distance_m", "(km|kms|kilometers|kilometres|k)"),
            ("mi", "distance_m", "miles"),
            ("kcal", "calories_kcal", "(calories|cals|kcal)"),
            ("m", "distance_m", "(meters|metres)"),
        ):
            yield from rules("ask", f"how many {words} (of|on|in|during|from|i)? {{recs}}", in_unit(unit, field), 0.2)  # type: ignore[arg-type]
        yield from rules(
            "ask", "(how long|for how long) in? {np} (for|each night|a night|per night|every night)?", lasting, 0.1
        )
        yield from rules(
            "ask",
            "how far",
            lambda: Ask(Kind.NUMBER, Frame(noun=Noun(metric="distance_km", field="distance_m"), how_many=True)),
            0.3,
        )

        def short(records: Records, statistic: Statistic | None = None) -> Ask | None:
            return self._of("duration_min", records, statistic)

        into = "(into|on|in|doing)"
        yield from rules("ask", "(how short|how brief) {recs}", short, 0.1)
        yield from rules(
            "ask",
            "how long (a)? {recs} (of mine)? (last|lasted|take|took) {adverb}?",
            lambda r, *a: short(r, a[0] if a else None),
            0.1,
        )
        yield from rules(
            "ask",
            "speed (i)? {recs} (at)? (on|in)? {recs}",
            lambda done, r: self._of("speed_m_per_min", r) if done == _plainly(done) else None,
            0.3,
        )
        yield from rules(
            "ask",
            "how much (i)? (climb|climbed|ascend|ascended) (on|in|during)? {recs}",
            lambda r: self._of("elevation_gain_m", r),
            0.0,
        )
        yield from rules(
            "ask", "{recs} ,? (total|overall) (duration|time|length)", lambda r: short(r, Statistic.SUM), 0.1
        )
        yield from rules(
            "ask",
            f"(in total ,)? how many minutes (put|spent|spend|i spend)? {into} {{recs}}",
            lambda r: short(r, Statistic.SUM),
            0.1,
        )
        yield from rules("ask", "{best} {noun} (of)? (any)? {recs}", lambda b, n, r: self._best_of(b, n, r), 0.3)

    def _of(self, field: str, records: Records, statistic: Statistic | None = None) -> Ask | None:
        """A number of an activity, of these records."""
        whole = Frame(noun=Noun(field=field), records=Records(table=Table.ACTIVITIES))
        frame = self._frames.applied(whole, records)
        return Ask(Kind.NUMBER, replace(frame, how_many=True, statistic=statistic)) if frame else None

    def _best_of(self, best: Best, noun: Noun, records: Records) -> Ask | None:
        whole = Frame(noun=noun, records=Records(table=Table.ACTIVITIES))
        frame = self._frames.applied(whole, records) if noun.field and not records.pick else None
        judged = self._builder.better(best, self._builder.quantity(noun, Table.ACTIVITIES))
        if frame is None or judged is None or judged.of_time() or judged.fields:
            return None
        return Ask(Kind.NUMBER, replace(frame, best=judged))


def _plainly(records: Records) -> Records:
    """Activities of that kind, of which nothing else is said."""
    return Records(table=Table.ACTIVITIES, kinds=records.kinds)
