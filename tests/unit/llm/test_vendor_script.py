"""The double answers by its script, counts by what is kept, and sends at once."""

import hashlib
import time
from typing import Any

import pytest

from amy.llm.messages import ModelCall, Text
from amy.llm.models import Role
from amy.llm.retry import RetryConfig
from tests.unit.llm.talking import OPUS, PROMPTS, Choice, a_request, caller_of, prompt
from tests.vendor import ALWAYS, Line, Request, Script, Vendor, decides, known_prompts, says
from tests.vendor.sensible import AUTOMATIC
from tests.vendor.tokens import Cache, Clock, tokens_in

ONCE = RetryConfig(max_retries=0)
MARK = {"type": "ephemeral"}


def test_the_prompts_of_every_service_are_known_by_their_instructions() -> None:
    prompts = known_prompts()
    assert {"router", "synthesis"} <= set(prompts.values())
    assert not any("{question}" in stable for stable in prompts)


def test_something_sensible_can_be_answered_to_every_prompt() -> None:
    assert set(AUTOMATIC) == set(known_prompts().values())


async def test_lines_are_used_in_their_order_and_by_what_they_fit() -> None:
    two = hashlib.sha256(b"Two?").hexdigest()
    script = Script(
        Line("choose", says("of the data"), data_sha256=two),
        Line("choose", says("by a look"), when=lambda asked: "Three" in asked.data),
        Line("choose", lambda asked: says(f"to {asked.data}")),
        prompts=PROMPTS,
    )
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        said = [await caller.tell(prompt(data), role=Role.MAIN) for data in ("One?", "Two?", "Three?")]
    assert said == ["to One?", "of the data", "by a look"]
    script.check()


async def test_a_call_that_nobody_expected_fails_and_is_told() -> None:
    script = Script(Line("router", says("x")), Line("router", says("y"), times=ALWAYS), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor, retry=ONCE) as caller:
        with pytest.raises(Exception, match="The provider failed"):
            await caller.tell(prompt(), role=Role.MAIN)
    with pytest.raises(AssertionError, match=r"unexpected calls: \['choose'\]"):
        script.check()


def test_a_line_that_was_not_used_is_told() -> None:
    script = Script(Line("router", says("x")), Line("rewrite", says("y"), times=ALWAYS), prompts=PROMPTS)
    with pytest.raises(AssertionError, match=r"not used: \['router'\]"):
        script.check()


async def test_what_nobody_wrote_may_be_answered_by_a_function() -> None:
    def choose(request: Request) -> Any:
        return decides({"which": "tea" if "tea" in request.data else "coffee", "cups": 1})

    script = Script(automatic={"choose": choose}, prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        assert (await caller.decide(prompt("I like tea."), Choice, role=Role.MAIN)).which == "tea"
        assert (await caller.decide(prompt("Hm."), Choice, role=Role.MAIN)).which == "coffee"
    script.check()


async def test_each_piece_is_sent_when_it_is_said() -> None:
    script = Script(Line("choose", says("word " * 40)), prompts=PROMPTS)
    async with Vendor(script, first_token_s=0.1, per_delta_s=0.05) as vendor, caller_of(vendor) as caller:
        began_s, pieces = time.monotonic(), caller.stream(ModelCall(prompt=prompt(), model=OPUS))
        heard_s = [time.monotonic() - began_s async for piece in pieces if isinstance(piece, Text)]
    assert heard_s[0] >= 0.15
    assert heard_s[-1] - heard_s[0] >= 0.05 * (len(heard_s) - 1) * 0.8


async def test_all_that_left_the_machine_is_kept() -> None:
    async with Vendor(Script(Line("choose", says("Tea.")), prompts=PROMPTS)) as vendor, caller_of(vendor) as caller:
        await caller.tell(prompt("My secret is blue."), role=Role.MAIN)
    assert b"My secret is blue." in vendor.bodies[0]


def body(*system: str, question: str = "Well?", model: str = OPUS, **more: Any) -> dict[str, Any]:
    blocks = [{"type": "text", "text": text, "cache_control": MARK} for text in system]
    return a_request(model=model, system=blocks, messages=[{"role": "user", "content": question}], **more)


def test_only_a_beginning_that_is_the_same_to_the_byte_is_read() -> None:
    cache, long = Cache(Clock()), "x" * 4000
    assert cache.count(body(long)).created == 1000
    assert cache.count(body(long, question="And?")).read == 1000
    assert cache.count(body(long + ".")).read == 0
    assert cache.count(body(long, model="claude-sonnet-5-5")).read == 0
    tool = {"name": "a", "input_schema": {"type": "object"}}
    assert cache.count(body(long, tools=[tool])).read == 0


def test_a_longer_beginning_reads_the_shorter_one_and_keeps_the_rest() -> None:
    cache, first, second = Cache(Clock()), "x" * 4000, "y" * 2000
    cache.count(body(first))
    counted = cache.count(body(first, second))
    assert (counted.read, counted.created, counted.fresh) == (1000, 500, tokens_in("userWell?"))


@pytest.mark.parametrize(
    ("model", "least"), [("claude-opus-5-5", 512), ("claude-sonnet-5-5", 1024), ("claude-haiku-5-5", 4096)]
)
def test_a_beginning_below_the_models_least_is_not_kept(model: str, least: int) -> None:
    cache = Cache(Clock())
    assert cache.count(body("x" * 4 * (least - 1), model=model)).created == 0
    assert cache.count(body("x" * 4 * least, model=model)).created == least


def test_what_is_used_is_kept_for_five_minutes_more() -> None:
    clock = Clock()
    cache, asked = Cache(clock), body("x" * 4000)
    cache.count(asked)
    for _ in range(3):
        clock.advance(200)
        assert cache.count(asked).read == 1000
    clock.advance(301)
    assert cache.count(asked).read == 0
