"""Statistics about the people of a place, from Data Commons' REST API, version 2.

https://docs.datacommons.org/api/rest/v2/observation.html
"""

import json
from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, Field, FiniteFloat, SecretStr

from services.domain_expert.adapters.web.calls import Answer, Call, WebCaller
from services.domain_expert.adapters.web.json_answers import read_json
from services.domain_expert.domain.search_terms import StatisticName
from services.domain_expert.domain.web_results import BadAnswerError, PlaceStatistic

_JSON: Final = frozenset({"application/json"})


class _Observation(BaseModel):
    date: str
    value: FiniteFloat


class _OrderedFacet(BaseModel):
    facet_id: str = Field(alias="facetId")
    observations: list[_Observation] = []


class _Entity(BaseModel):
    ordered_facets: list[_OrderedFacet] = Field(default=[], alias="orderedFacets")


class _Variable(BaseModel):
    by_entity: dict[str, _Entity] = Field(default={}, alias="byEntity")


class _Facet(BaseModel):
    """Where the values of one source come from."""

    import_name: str = Field(alias="importName")
    provenance_url: str | None = Field(default=None, alias="provenanceUrl")
    measurement_method: str | None = Field(default=None, alias="measurementMethod")
    unit: str | None = None
    scaling_factor: str | None = Field(default=None, alias="scalingFactor", coerce_numbers_to_str=True)


class _Observations(BaseModel):
    by_variable: dict[str, _Variable] = Field(alias="byVariable")
    facets: dict[str, _Facet] = {}


class DataCommons:
    """Asks Data Commons for the newest values of a statistic.

    Args:
        url: of the observation endpoint.
    """

    def __init__(self, caller: WebCaller, *, url: str, key: SecretStr) -> None:
        self._caller = caller
        self._url = url
        self._key = key

    async def latest(self, name: StatisticName) -> Sequence[PlaceStatistic]:
        """The newest value of each source, in Data Commons' order of preference.

        The preferred source need not be the one with the newest date. A value whose source is not named is left out.
        """
        asked = {
            "date": "LATEST",
            "variable": {"dcids": [name.variable]},
            "entity": {"dcids": [name.place]},
            "select": ["entity", "variable", "date", "value", "facet"],
        }
        answer = await self._caller.call(
            Call(
                url=self._url,
                media_types=_JSON,
                json_body=json.dumps(asked).encode(),
                secret_headers=(("X-API-Key", self._key.get_secret_value()),),
            )
        )
        return _statistics(answer, name)


def _statistics(answer: Answer, name: StatisticName) -> Sequence[PlaceStatistic]:
    found = read_json(answer, _Observations)
    entity = found.by_variable.get(name.variable, _Variable()).by_entity.get(name.place, _Entity())
    statistics = []
    for ordered in entity.ordered_facets:
        facet = found.facets.get(ordered.facet_id)
        if len(ordered.observations) > 1:
            raise BadAnswerError("a source gave more than its newest value.", host=answer.host)
        if facet is None or not ordered.observations:
            continue
        newest = ordered.observations[0]
        statistics.append(
            PlaceStatistic(
                url=answer.url,
                variable=name.variable,
                place=name.place,
                date=newest.date,
                value=newest.value,
                unit=facet.unit,
                scaling_factor=facet.scaling_factor,
                measurement_method=facet.measurement_method,
                source=facet.import_name,
                source_url=facet.provenance_url,
            )
        )
    return tuple(statistics)
