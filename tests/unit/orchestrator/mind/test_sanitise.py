import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.domain.plan import ROUTABLE, Agent, RawRouting, Routing
from services.orchestrator.domain.sanitise import canonical_agent, sanitise

ALL = frozenset(Agent)


@pytest.mark.parametrize(
    ("names", "agent"),
    [
        ("DS Agent|ds|DS|data scientist|Data Science Agent|data_science|DATA-SCIENCE|the DS agent|Data Sciens",
         Agent.DATA_SCIENCE),
        ("domain expert|de|DE Agent|Domain Expert Agent|domain_expert|DomainExpert|domain exprt", Agent.DOMAIN_EXPERT),
        ("coach|hc|HC agent|Health Coach Agent|health_coach| health coach. |helth coach", Agent.HEALTH_COACH),
        ("|agent|none|null|Investigator|Hypothesis Investigator|Doctor|GPT|d|dx|synthesis|42|🤖", None),
    ],
)  # fmt: skip
def test_documented_names_and_small_slips_are_understood_and_nothing_else(names: str, agent: Agent | None) -> None:
    assert {name: canonical_agent(name) for name in names.split("|")} == dict.fromkeys(names.split("|"), agent)


def test_duplicates_the_main_agent_and_the_coach_do_not_support() -> None:
    raw = RawRouting(
        main_agent="Domain Expert Agent",
        supporting_agents=("ds", "Data Science Agent; Domain Expert Agent", "coach", "investigator"),
        workflow="as said",
    )
    assert sanitise(raw, ALL) == Routing(main=Agent.DOMAIN_EXPERT, supporting=(Agent.DATA_SCIENCE,), workflow="as said")


def test_the_order_of_support_is_kept() -> None:
    raw = RawRouting(main_agent="hc", supporting_agents=("de", "ds"))
    assert sanitise(raw, ALL).supporting == (Agent.DOMAIN_EXPERT, Agent.DATA_SCIENCE)


def test_data_science_takes_over_from_a_main_agent_that_is_not_installed() -> None:
    raw = RawRouting(main_agent="coach", supporting_agents=("ds", "de"))
    routing = Routing(main=Agent.DATA_SCIENCE, missing=Agent.HEALTH_COACH)
    assert sanitise(raw, frozenset({Agent.DATA_SCIENCE})) == routing


def test_what_is_said_where_nobody_answers_is_kept_for_then() -> None:
    raw = RawRouting(main_agent="coach", reply="No advice.")
    assert sanitise(raw, frozenset({Agent.DATA_SCIENCE})) == Routing(main=None, reply="No advice.")
    assert sanitise(raw, ALL) == Routing(main=Agent.HEALTH_COACH)


@pytest.mark.parametrize(
    "raw",
    [
        RawRouting(main_agent=""),
        RawRouting(main_agent="Wellness Wizard", supporting_agents=("ds",)),
        RawRouting(main_agent="investigator", supporting_agents=("ds",)),
        RawRouting(main_agent="coach"),
        RawRouting(main_agent="coach", supporting_agents=("de",)),
    ],
)
def test_garbage_and_agents_that_are_not_installed_become_the_fallback(raw: RawRouting) -> None:
    routing = sanitise(raw, frozenset({Agent.DATA_SCIENCE}))
    assert (routing.main, routing.supporting) == (None, ())


_names = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["ds", "Data Science Agent", "domain_expert", "DE", "hc", "coach", "investigator", "ds; de"]),
)


@given(_names, st.lists(_names, max_size=5), st.frozensets(st.sampled_from(Agent)))
def test_a_routing_names_only_agents_that_are_available(
    main: str, supporting: list[str], available: frozenset[Agent]
) -> None:
    routing = sanitise(RawRouting(main_agent=main, supporting_agents=tuple(supporting)), available)
    named = {*routing.supporting, *([routing.main] if routing.main else [])}
    assert named <= available & ROUTABLE
    assert len(named) == len(routing.supporting) + bool(routing.main)
    assert Agent.HEALTH_COACH not in routing.supporting
    assert routing.main or not routing.supporting


def test_a_look_at_everything_keeps_what_is_said_behind_it() -> None:
    assert sanitise(RawRouting(main_agent="", vague=True, remark="Not on record."), ALL).remark == "Not on record."
