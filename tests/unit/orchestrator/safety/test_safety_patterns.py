"""Patterns are made when they are first looked for: none may fail then, and it may make no difference when that is."""

from services.orchestrator.adapters.safety import SafetyByWords
from services.orchestrator.adapters.safety.vocabulary import vocabulary
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.safety import Danger, Heard

IN_DANGER = Conversation(messages=(Message(role="user", content="I want to end it all"),))


async def test_what_is_heard_before_all_patterns_are_made_is_heard_after_as_well() -> None:
    vocabulary.cache_clear()
    safety = SafetyByWords()
    heard = await safety.listen(IN_DANGER)
    assert heard == Heard(dangers=(Danger.SELF_HARM,))
    await safety.warm()
    assert await safety.listen(IN_DANGER) == heard


async def test_every_pattern_can_be_made() -> None:
    vocabulary.cache_clear()
    await SafetyByWords().warm()
    words = vocabulary()
    looked_for = (words.idioms, words.over, words.affirms, *(sign.says for sign in words.signs), words.ages.bare)
    assert all("pattern" in vars(phrases) for phrases in looked_for)
