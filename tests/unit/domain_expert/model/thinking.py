"""The model mind over a script, and consultations with it, for tests."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from amy.llm.errors import ModelError
from amy.llm.messages import ModelCall, ToolCall
from services.domain_expert.adapters.model import ModelMind, Offered
from services.domain_expert.adapters.rules import RulesMind
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.app import Expert
from services.domain_expert.domain.case import Case
from services.domain_expert.domain.events import Completed, Event
from services.domain_expert.domain.search_terms import PageAddress, SearchTerms, StatisticName
from services.domain_expert.domain.web_results import Page, PlaceStatistic, SearchHit
from services.domain_expert.ports import ExpertMind, WebTools
from tests.scripted_driver import Answer, Line, ScriptedDriver, scripted_caller
from tests.unit.domain_expert.experts import (
    FewDocuments,
    FewPassages,
    Literature,
    article,
    passage,
    shipped_ranges,
    ticking,
)

WORDS = frozenset({"muscle", "soreness", "sleep", "statins", "alcohol", "rose", "depression", "reading", "sixtytwo"})
ALL = Offered(
    literature=True,
    search=True,
    fetch_hosts=frozenset({"a.example"}),
    variables=frozenset({"Percent_Person_Obesity"}),
    places=frozenset({"country/USA"}),
)
HIT = SearchHit(url="https://a.example/x", title="On soreness", snippet="Soreness passes.")


def call(name: str, id_: str = "t1", **given: Any) -> ToolCall:
    return ToolCall(id=id_, name=name, input=given)


def looks_up(query: str = "How much sleep is normal?", id_: str = "t1") -> ToolCall:
    return call("knowledge_search", id_, query=query)


def answers(*statements: tuple[str, Sequence[str]], id_: str = "t9") -> ToolCall:
    return call("answer", id_, statements=[{"text": text, "rests_on": list(on)} for text, on in statements])


SAID = ("Most adults need 7 hours.", ["sleep-hours"])


def rules() -> RulesMind:
    return RulesMind(quantities(), sendable=WORDS)


def thinking(
    *said: ToolCall | Sequence[ToolCall] | str | ModelError | Callable[[ModelCall], Answer] | Line,
    offered: Offered = ALL,
) -> tuple[ModelMind, ScriptedDriver]:
    """The mind whose model says this, round by round."""
    lines = [each if isinstance(each, Line) else Line("react", _answer(each)) for each in said]
    driver = ScriptedDriver(*lines)
    caller = scripted_caller(driver)
    return ModelMind(caller, rules(), quantities=quantities(), sendable=WORDS, offered=offered), driver


def _answer(
    said: ToolCall | Sequence[ToolCall] | str | ModelError | Callable[[ModelCall], Answer],
) -> Answer | Callable[[ModelCall], Answer]:
    return [said] if isinstance(said, ToolCall) else said


@dataclass
class Elsewhere:
    """Whatever asks somebody elsewhere: finds the same, and remembers what it was asked."""

    asked: list[str] = field(default_factory=list)

    async def hits(self, terms: SearchTerms, *, at_most: int) -> Sequence[SearchHit]:
        self.asked.append(terms.text)
        return [HIT][:at_most]

    async def page(self, address: PageAddress) -> Page:
        self.asked.append(address.url)
        return Page(url=address.url, title="On soreness", text="It passes in three days.")

    async def latest(self, name: StatisticName) -> Sequence[PlaceStatistic]:
        self.asked.append(f"{name.variable} {name.place}")
        return ()


@dataclass(kw_only=True)
class World:
    """All that a consultation has around its mind."""

    knowledge: FewPassages = field(default_factory=lambda: FewPassages([passage()]))
    documents: FewDocuments = field(default_factory=FewDocuments)
    literature: Literature = field(default_factory=lambda: Literature([article()]))
    elsewhere: Elsewhere = field(default_factory=Elsewhere)

    @property
    def sent(self) -> list[str]:
        return [*self.literature.asked, *self.elsewhere.asked]

    async def consult(self, mind: ExpertMind, case: Case) -> list[Event]:
        expert = Expert(
            mind=mind,
            knowledge=self.knowledge,
            documents=self.documents,
            ranges=shipped_ranges(),
            open_web=self._open,
            monotonic_s=ticking(),
        )
        await expert.start()
        events = [event async for event in expert.consult(case)]
        await expert.stop()
        return events

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[WebTools]:
        web = self.elsewhere
        yield WebTools(literature=self.literature, search=web, fetch=web, statistics=web)


def end_of(events: Sequence[Event]) -> Completed:
    assert isinstance(events[-1], Completed)
    return events[-1]
