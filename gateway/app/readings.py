"""What was measured, a page at a time."""

from typing import Final

from amy.runtime.errors import InvalidFieldError
from gateway.domain.data_requests import ActivityQuery, MetricQuery, Span
from gateway.domain.data_views import ActivityPage, MetricPage
from gateway.domain.nearness import near
from gateway.domain.points import metric_page
from gateway.errors import MetricNotFoundError
from gateway.ports.health_data import Readings

_CURSOR: Final = "cursor: it is not one of this list's"


class Measured:
    """Series and lists that the service gives whole, cut into pages."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings

    async def metric(self, user_id: str, name: str, query: MetricQuery) -> MetricPage:
        """A page of a series, the oldest first.

        Raises:
            MetricNotFoundError: nothing is called so; the message says what is called nearly so.
            InvalidFieldError: the cursor is not one of this series'.
        """
        known = {each.name: each for each in await self._readings.known(user_id)}
        if name not in known:
            meant = near(name, {each.name: each.words for each in known.values()})
            hint = f" Near it: {', '.join(meant)}." if meant else " GET /v1/data/metrics lists the names under `known`."
            raise MetricNotFoundError(f"There is no metric of this name.{hint}")
        span = Span(start=_later(query.start, query.cursor), end=query.end)
        (series,) = await self._readings.series(user_id, [name], span)
        page = metric_page(
            name,
            series.unit,
            series.days,
            series.values,
            every=query.every,
            additive=known[name].additive,
            limit=query.limit,
        )
        return page if page.points else page.model_copy(update={"why_absent": known[name].why_absent or None})

    async def activities(self, user_id: str, query: ActivityQuery) -> ActivityPage:
        """A page of activities, newest first.

        The cursor counts from the oldest one, so that what is added meanwhile moves nothing.

        Raises:
            InvalidFieldError: the cursor is not one of this list's.
        """
        kind = query.kind.lower()
        listed = [
            each
            for each in await self._readings.activities(user_id)
            if kind in ("", each.kind.lower())
            and query.start <= each.date
            and (not query.end or each.date <= query.end)
        ]
        end = len(listed) if not query.cursor else _position(query.cursor)
        begin = max(0, end - query.limit)
        return ActivityPage(
            data=listed[begin:end][::-1], next_cursor=str(begin) if begin else None, has_more=bool(begin)
        )


def _later(start: str, cursor: str) -> str:
    """The first day of a page."""
    if not cursor:
        return start
    try:
        return max(start, Span(start=cursor).start)
    except ValueError:
        raise InvalidFieldError(_CURSOR, field="cursor") from None


def _position(cursor: str) -> int:
    if not (cursor.isascii() and cursor.isdigit()) or len(cursor) > 12:
        raise InvalidFieldError(_CURSOR, field="cursor")
    return int(cursor)
