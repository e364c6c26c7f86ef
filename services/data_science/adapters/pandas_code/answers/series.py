"""The pandas of comparisons, associations, trends, change points and outliers."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from services.data_science.adapters.pandas_code.answers.pictures import group_points, pairs, points
from services.data_science.adapters.pandas_code.expressions.figures import values_of
from services.data_science.adapters.pandas_code.writing.writer import Frame, Writer
from services.data_science.domain import algebra as a

_Entries: TypeAlias = Iterator[tuple[str, str]]

_WHERE_IT_CHANGES: Final = (
    "# Where Student's t of the two means, as if days were independent, is largest; of several alike the first."
)


def _levels(recent: str, prior: str) -> _Entries:
    yield "effect", f"{recent}.mean() - {prior}.mean()"
    yield from (("n_recent", f"len({recent})"), ("n_prior", f"len({prior})"))
    yield from (("mean_recent", f"{recent}.mean()"), ("mean_prior", f"{prior}.mean()"))


def write_contrast(w: Writer, question: a.Contrast) -> _Entries:
    """The difference of two means; `n` and `sd` are of the values of either, each once."""
    recent = values_of(w, question.rows, question.column, "recent")
    prior = values_of(w, question.baseline, question.column, "prior")
    w.write(f"both = pd.concat([{recent}, {prior}])", "both = both[~both.index.duplicated()]")
    w.write(f"if {recent}.empty or {prior}.empty:")
    w.write(f'    return {{"n": len(both), "n_recent": len({recent}), "n_prior": len({prior})}}')
    yield "n", "len(both)"
    yield from _levels(recent, prior)
    yield "sd", "both.std()"
    frame = w.table_of(question.rows)
    yield from group_points("points", question.rows, recent, frame)
    yield from group_points("baseline_points", question.baseline, prior, frame)


def write_relate(w: Writer, question: a.Relate) -> _Entries:
    """Spearman's correlation, and Kendall's."""
    right = a.Shifted(column=question.right, days=question.lag_days) if question.lag_days else question.right
    table = w.table_of(question.rows)
    w.column(question.left, table)
    w.column(right, table)
    rows = w.rows(question.rows)
    w.write(f"x, y = {w.values(question.left, rows)}, {w.values(right, rows)}")
    known = w.define("known", "x.notna() & y.notna()")
    w.write(f"x, y = x[{known}], y[{known}]", "n = len(x)")
    w.write("if n < 4 or x.nunique() < 2 or y.nunique() < 2:", '    return {"n": n}')
    w.write("rho = stats.spearmanr(x, y).statistic")
    yield from (("n", "n"), ("effect", "rho"), ("rho", "rho"), ("tau", "stats.kendalltau(x, y).statistic"))
    yield from pairs("x", "y")


def write_trend(w: Writer, question: a.Trend) -> _Entries:
    """The least-squares line: its slope, and what it rises from the first to the last value."""
    values, table = _series(w, question, fewest=3)
    if table.is_indexed_by_day:
        day = w.define("day", f"({values}.index - {values}.index[0]).days.to_numpy()")
    else:
        dates = w.define("dates", table.day_of_index(f"{values}.index"))
        day = w.define("day", f"({dates} - {dates}.iloc[0]).dt.days.to_numpy()")
        w.write(f"if {day}[-1] == 0:", f'    return {{"n": len({values})}}')
    w.write(f"slope, _ = np.polyfit({day}, {values}, 1)")
    yield from (("n", f"len({values})"), ("effect", f"slope * {day}[-1]"), ("slope_per_week", "slope * 7"))
    yield "mean", f"{values}.mean()"
    yield from points(question.rows, values)


def write_change_point(w: Writer, question: a.ChangePoint) -> _Entries:
    """Where the level of a series changed most, and by how much."""
    values, table = _series(w, question, fewest=14, varying=True)
    w.write(f"y, n = {values}.to_numpy(), len({values})", "splits = np.arange(7, n - 6)")
    if not table.is_indexed_by_day:
        dates = w.define("dates", f"{table.day_of_index(f'{values}.index')}.to_numpy()")
        w.write(f"splits = splits[{dates}[splits] != {dates}[splits - 1]]")
        w.write("if len(splits) == 0:", '    return {"n": n}')
    w.write(_WHERE_IT_CHANGES)
    w.write("running = y.cumsum()")
    w.write("before = running[splits - 1] / splits")
    w.write("after = (running[-1] - running[splits - 1]) / (n - splits)")
    w.write("distances = abs(after - before) * np.sqrt(splits * (n - splits))")
    w.write("change = splits[(distances >= distances.max() * (1 - 1e-9)).argmax()]")
    prior, recent = w.define("prior", f"{values}.iloc[:change]"), w.define("recent", f"{values}.iloc[change:]")
    yield "n", "n"
    yield from _levels(recent, prior)
    days = table.day_of_index(f"{recent}.index")
    yield "day", f"{days}[0]" if table.is_indexed_by_day else f"{days}.iloc[0]"
    yield from points(question.rows, values)


def write_unusual(w: Writer, question: a.Unusual) -> _Entries:
    """The values far from the median, the furthest first."""
    values, table = _series(w, question, fewest=1)
    w.write(f"outliers = outliers_of({values})")
    w.write('furthest = outliers.sort_values(ascending=False, kind="stable").head(5)')
    yield from (("n", f"len({values})"), ("effect", "len(outliers)"), ("median", f"{values}.median()"))
    yield "day_", f"{table.day_of_index('furthest.index')}.tolist()"
    yield "c1_", f"{values}.loc[furthest.index].tolist()"
    yield from points(question.rows, values)


def _series(
    w: Writer, question: a.Trend | a.ChangePoint | a.Unusual, *, fewest: int, varying: bool = False
) -> tuple[str, Frame]:
    """The variable with the values, and the table they are of; lines that return where they are too few."""
    values = values_of(w, question.rows, question.column, "values")
    w.write(f"if len({values}) < {fewest}{f' or {values}.nunique() < 2' if varying else ''}:")
    w.write(f'    return {{"n": len({values})}}')
    return values, w.table_of(question.rows)
