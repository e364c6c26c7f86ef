"""What the service does, call by call."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from amy.runtime.errors import InvalidFieldError
from services.health_data.app.requests import day_of, require_user
from services.health_data.domain import labels
from services.health_data.domain.biomarkers import is_called
from services.health_data.domain.features import FEATURE, derive
from services.health_data.domain.journal import Noted, described, tag_of_series
from services.health_data.domain.metrics import METRIC
from services.health_data.domain.norms import Norm, fitting
from services.health_data.domain.records import EMPTY_SERIES, ActivityLog, Biomarker, NamedSeries, Profile
from services.health_data.domain.stored import Erased, Holdings
from services.health_data.ports import EncodedFrames, FrameEncoder, Store

_UNITS: Final = {name: each.unit for name, each in METRIC.items()} | {name: each.unit for name, each in FEATURE.items()}


@dataclass(frozen=True, kw_only=True)
class SeriesQuery:
    """Which series, over which dates; both are ISO 8601, inclusive, and empty is unbounded."""

    user_id: str
    names: Sequence[str]
    start_date: str
    end_date: str


@dataclass(frozen=True, kw_only=True)
class Description:
    """What there is about a person, and what it can be compared with.

    Attributes:
        noted: what can be asked of the journal.
        norms: those of the person's sex and age, at most one a metric.
    """

    holdings: Holdings
    noted: tuple[Noted, ...]
    norms: tuple[Norm, ...]


class HealthData:
    """The application.

    Args:
        norms: what is typical of whom.
    """

    def __init__(
        self,
        store: Store,
        *,
        encoder: FrameEncoder,
        norms: tuple[Norm, ...],
    ) -> None:
        self._store = store
        self._encoder = encoder
        self._norms = norms

    async def open(self) -> None:
        await self._store.open()

    async def close(self) -> None:
        await self._store.close()

    async def erase(self, user_id: str) -> Erased:
        """Deletes everything there is of the user; says how much of what there was.

        Raises:
            InvalidFieldError: no user.
            UpstreamUnavailableError: it is deleted, but a file is in use: to be asked again.
        """
        require_user(user_id)
        return await self._store.erase(user_id)

    async def version(self, user_id: str) -> str:
        """Of all that is stored about the user; see `Store.version`."""
        return await self._store.version(user_id)

    async def series(self, query: SeriesQuery) -> Sequence[NamedSeries]:
        """The series asked for, in the order asked.

        Raises:
            InvalidFieldError: no user, an unknown name, or a date that is none.
        """
        require_user(query.user_id)
        first, last = day_of(query.start_date, "start_date"), day_of(query.end_date, "end_date")
        unknown = [name for name in query.names if name not in _UNITS and tag_of_series(name) is None]
        if unknown:
            raise InvalidFieldError(f"No metric or derived feature is called {unknown[0]!r}.", field="names")
        inputs = {each for name in query.names for each in (FEATURE[name].inputs if name in FEATURE else (name,))}
        history = await self._store.series(query.user_id, inputs)
        units = {**_UNITS, **await self._units_noted(query)}
        return [
            NamedSeries(
                name=name,
                unit=units[name],
                series=(derive(FEATURE[name], history) if name in FEATURE else history.get(name, EMPTY_SERIES)).between(
                    first, last
                ),
            )
            for name in query.names
        ]

    async def _units_noted(self, query: SeriesQuery) -> Mapping[str, str]:
        tags = {name: tag for name in query.names if (tag := tag_of_series(name))}
        journal = await self._store.journal(query.user_id) if tags else None
        return {name: journal.unit(described(tag)) for name, tag in tags.items()} if journal else {}

    async def frames(self, user_id: str) -> EncodedFrames:
        """The user's tables.

        Raises:
            InvalidFieldError: no user.
        """
        require_user(user_id)
        return await self._encoder.encode(labels.tables_told(await self._store.tables(user_id)), self._norms)

    async def profile(self, user_id: str) -> Profile:
        """What is known of the person; every field may be unknown.

        Raises:
            InvalidFieldError: no user.
        """
        require_user(user_id)
        return await self._store.profile(user_id)

    async def biomarkers(self, user_id: str, name: str) -> Sequence[Biomarker]:
        """Newest first.

        Raises:
            InvalidFieldError: no user.
        """
        require_user(user_id)
        samples = labels.biomarkers_told(await self._store.biomarkers(user_id, ""))
        return [each for each in samples if not name or is_called(each, name)]

    async def activities(self, user_id: str) -> ActivityLog:
        """In the order they were started.

        Raises:
            InvalidFieldError: no user.
        """
        require_user(user_id)
        return labels.activities_told(await self._store.activities(user_id))

    async def norm(self, user_id: str, metric: str) -> Norm | None:
        """What is typical of the metric for the person's sex and age; None where that is not known.

        Raises:
            InvalidFieldError: no user.
        """
        norms = fitting(self._norms, await self.profile(user_id))
        return next((each for each in norms if each.metric == metric), None)

    async def describe(self, user_id: str) -> Description:
        """What there is.

        Raises:
            InvalidFieldError: no user.
        """
        norms = fitting(self._norms, await self.profile(user_id))
        holdings = labels.holdings_told(await self._store.holdings(user_id))
        return Description(holdings=holdings, noted=(await self._store.journal(user_id)).noted(), norms=norms)
