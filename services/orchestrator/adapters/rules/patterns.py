"""Who answers each kind of message, and what is said where whoever would is not there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from services.orchestrator.adapters.rules.kinds import MessageKind
from services.orchestrator.domain.plan import Agent, RawRouting

_DS, _DE, _HC = Agent.DATA_SCIENCE.value, Agent.DOMAIN_EXPERT.value, Agent.HEALTH_COACH.value

NO_KNOWLEDGE: Final = "I can't answer general questions about health, only questions about your own data."
NO_INTERPRETATION: Final = (
    "I can't tell you what is typical or why it happens, but I can tell you what your own numbers are."
)
NOT_THE_DEVICE: Final = "I can't help with the device or its app; the maker's support pages can."
NO_ADVICE: Final = "I can't give advice, but I can tell you what your own data says."

FALLBACK: Final = RawRouting(main_agent="", workflow="Conversation; no agent is needed.")
VAGUE: Final = RawRouting(main_agent="", workflow="Look at everything, then tell what held.", vague=True)
WHY_SO: Final = RawRouting(
    main_agent="",
    supporting_agents=(_DE,),
    workflow="Look at what may be behind it, and look up what is known.",
    vague=True,
)
KNOWLEDGE: Final = RawRouting(main_agent=_DE, workflow="Look up general knowledge.", reply=NO_KNOWLEDGE)
DATA: Final = RawRouting(main_agent=_DS, workflow="Compute the answer from the user's data.")
DATA_AND_KNOWLEDGE: Final = RawRouting(
    main_agent=_DE,
    supporting_agents=(_DS,),
    workflow="Compute the user's numbers, then interpret them.",
    reply=NO_INTERPRETATION,
)
AMONG_OTHERS: Final = replace(
    DATA_AND_KNOWLEDGE,
    questions={
        _DS: "What were my average resting heart rate, step count and sleep duration over the last 30 days?",
        _DE: "Are my resting heart rate and my daily steps normal for my age, and among people of my age?",
    },
)
"""Where somebody stands among others who names nothing: what is compared by age, or has an advised level."""
KEPT: Final = replace(DATA, supporting_agents=(_DE,), workflow="Compute the change, and tell what counts as kept.")
ADVICE: Final = RawRouting(main_agent=_HC, workflow="Coach from what the user says.", reply=NO_ADVICE)
ADVICE_ON_DATA: Final = RawRouting(
    main_agent=_HC,
    supporting_agents=(_DS,),
    workflow="Compute the user's numbers, then coach on them.",
    reply=NO_ADVICE,
)
ADVICE_ON_DATA_AND_KNOWLEDGE: Final = RawRouting(
    main_agent=_HC,
    supporting_agents=(_DS, _DE),
    workflow="Compute the user's numbers, add clinical context, then coach on both.",
    reply=NO_ADVICE,
)

OF_KIND: Final[Mapping[MessageKind, RawRouting]] = {
    MessageKind.KNOWLEDGE: KNOWLEDGE,
    MessageKind.DATA: DATA,
    MessageKind.DATA_AND_KNOWLEDGE: DATA_AND_KNOWLEDGE,
    MessageKind.ADVICE: ADVICE,
    MessageKind.ADVICE_ON_DATA: ADVICE_ON_DATA,
    MessageKind.ADVICE_ON_DATA_AND_KNOWLEDGE: ADVICE_ON_DATA_AND_KNOWLEDGE,
    MessageKind.VAGUE: VAGUE,
    MessageKind.CONVERSATION: FALLBACK,
}
UNREAD: Final = "I could not look into your records just now, so your own numbers may be missing here."
"""Said where data science was to say what of the records is meant, and did not."""
