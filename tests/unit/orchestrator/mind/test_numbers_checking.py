import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.domain.numbers import (
    AnswerWriter,
    Clean,
    NumberIssue,
    Sentence,
    Unverified,
    fact_check_documented,
    user_facts,
)
from services.orchestrator.domain.numbers.writing.sentences import SentenceBuffer, split_sentences
from tests.unit.orchestrator.mind.builders import fact

FACTS = (
    fact("ds-001.effect", 58.372),
    fact("ds-001.n", 27, None),
    fact("ds-002.effect", -0.374, None, window="last 90 days"),
    fact("ds-003.effect", 10470.85, "count", window="March 2026"),
)


def values(issues: tuple[NumberIssue, ...]) -> list[float]:
    return [issue.value for issue in issues]


def test_the_documented_examples_of_the_fact_check() -> None:
    assert values(fact_check_documented("It was 78.3.", {"ds-001.effect": 75.5})) == [78.3]
    assert fact_check_documented("About 372 minutes.", {"ds-001.effect": 371.83}) == ()
    assert fact_check_documented("A ratio of ~0.4.", {"ds-001.effect": 7.38, "ds-001.sd": 18.74}) == ()
    assert fact_check_documented("A fall of 0.37.", {"ds-001.effect": -0.374}) == ()
    assert values(fact_check_documented("A fall of -0.37.", {"ds-001.effect": 0.374})) == [-0.37]


@pytest.mark.parametrize(
    ("value", "passes"), [(100.0, True), (102.0, True), (102.1, False), (98.0, True), (97.9, False)]
)
def test_the_documented_tolerance_is_two_percent(value: float, *, passes: bool) -> None:
    assert (fact_check_documented(f"It was {value}.", {"a": 100.0}) == ()) is passes


@pytest.mark.parametrize(("value", "passes"), [("0.05", True), ("0.06", False), ("0.00", True)])
def test_the_documented_tolerance_is_at_least_a_twentieth(value: str, *, passes: bool) -> None:
    assert (fact_check_documented(f"It was {value}.", {"a": 0.0}) == ()) is passes


@pytest.mark.parametrize(
    "exempt",
    ["99", "-5", "1900", "2100", "https://example.org/1234.5", "[Smith, 1043.5 adults](https://x.org)", "www.x.org/777",
     "arXiv:2406.06464", "arXiv: 2406.06464v2", "N=1,234", "N = 1234", "2026-03-04"],
)  # fmt: skip
def test_documented_exemptions_are_not_checked(exempt: str) -> None:
    assert fact_check_documented(f"See {exempt} there.", {}) == ()


@pytest.mark.parametrize("token", ["100", "1899", "2101", "12%", "12 percent", "0.5", ".5", "99.0", "1,900", "1e5"])
def test_everything_else_is_checked_as_documented(token: str) -> None:
    if token == "1,900":
        assert fact_check_documented(f"See {token} there.", {}) == ()
    else:
        assert len(fact_check_documented(f"See {token} there.", {})) == 1


def test_numbers_of_the_user_and_of_the_literature_may_be_echoed() -> None:
    reply = "Your 7.3% drop exceeds the 4.4 points of the literature."
    assert len(fact_check_documented(reply, {})) == 2
    assert fact_check_documented(reply, {}, "Is my 7.3% drop bad?", "The MCID is 4.4.") == ()


@pytest.mark.parametrize(
    "text",
    [
        "Your resting heart rate was {{ds-001.effect}} over the last 30 days.",
        "Your **average** was **{{ds-001.effect}}**, from {{ds-001.n}} days.",
        "It was 58.4 bpm.",
        "It was about 58 bpm in March 2026.",
        "You walked 10,471 steps on 27 days.",
        "The correlation is -0.37, so {{ds-002.effect}}.",
        "The correlation, 0.37 in size, is negative.",
        "Here are 3 tips for better sleep:",
        "1. Go to bed earlier.",
        "- 2) Walk more to sleep better.",
        "See [Kim 2026](https://arxiv.org/abs/2406.06464), N=27.",
        "SpO2 and VO2 max are fine, and so is vitamin B12.",
        "It was lowest on 1 March 2026, and highest on the 31st of March.",
        "",
        "No number at all!\n\n",
    ],
)
def test_what_can_be_traced_is_clean(text: str) -> None:
    assert isinstance(AnswerWriter(FACTS).check(text), Clean)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("Your resting heart rate is 61.", "61"),
        ("It was 61 bpm.", "61"),
        ("It was 61.", "61"),
        ("That makes 61bpm.", "61"),
        ("You slept well on 12 nights.", "12"),
        ("A drop of 5-7 bpm.", "5"),
        ("It rose 8%.", "8%"),
        ("It rose 8 percent.", "8 percent"),
        ("The ratio is 0.9.", "0.9"),
        ("Some 2000 steps.", "2000"),
        ("Your steps reached 2000.", "2000"),
        ("You walked 10k.", "10k"),
        ("| Resting heart rate | 61 |", "61"),
        ("| 61 |", "61"),
        ("61", "61"),
        ("It was 5**8**1 ms.", "581"),
        ("It was &#54;1 bpm.", "61"),
        ("It was 1{{ds-001.effect}}.", "158.4"),
        ("It was {{ds-001.effect}}, not 1,234.5.", "1,234.5"),
        ("It was \uff16\uff11 bpm.", "\uff16\uff11"),
        ("It was 27 bpm.", "27"),
        ("In March 12% fewer.", "12%"),
        ("On 45 March your pulse was low.", "45"),
        ("It was lowest on 12 March 2026.", "12 March 2026"),
        ("Your resting heart rate has been steady since 2019.", "2019"),
        ("See [Kim 2026, N=1,234](https://arxiv.org/abs/2406.06464).", "1,234"),
        ("The [61 bpm](https://example.org) of last night.", "61"),
        ("Over the last 58 days.", "58"),
        ("The effect was {{ds-001.p}}.", "{{ds-001.p}}"),
        ("The effect was {{ds-001.effect.", "{{ds-001.effect."),
    ],
)
def test_what_cannot_be_traced_is_held_back(text: str, token: str) -> None:
    checked = AnswerWriter(FACTS).check(text)
    assert isinstance(checked, Unverified)
    assert checked.source == text
    assert token in [issue.token for issue in checked.issues]


def test_a_ratio_of_two_facts_is_no_fact() -> None:
    text = "That is 0.5 of it."
    facts = (fact("a.effect", 10.0), fact("b.effect", 20.0))
    assert fact_check_documented(text, {item.claim: item.value for item in facts}) == ()
    assert isinstance(AnswerWriter(facts).check(text), Unverified)


def test_numbers_of_the_user_are_facts_that_an_answer_may_cite() -> None:
    facts = (*FACTS, *user_facts("Is my LDL of 124 bad? Also over the last 60 days?"))
    writer = AnswerWriter(facts)
    assert isinstance(writer.check("Your LDL of 124 is what you told me, over the last 60 days."), Clean)
    assert writer.cited == ("user.1",)


def test_allowed_text_may_be_repeated_in_its_unit_only() -> None:
    writer = AnswerWriter((), ["The guideline is 7 hours."])
    assert isinstance(writer.check("Aim for 7 hours of sleep."), Clean)
    assert isinstance(writer.check("Your pulse is 7 bpm."), Unverified)
    assert writer.cited == ()


def test_only_clean_sentences_cite() -> None:
    writer = AnswerWriter(FACTS)
    writer.check("It was {{ds-001.effect}}, then 99.5.")
    assert not writer.cited
    writer.check("It was 0.37 and {{ds-001.effect}}, over the last 30 days.")
    assert writer.cited == ("ds-001.effect", "ds-002.effect")


MARKDOWN = """# What I found

Your **resting heart rate** was {{ds-001.effect}} (e.g. over the last 30 days). It went
down a little.

1. Walk more.
2. Sleep more...

| metric | value |
|---|---|
| HRV | `{{ds-001.effect}}` |

- one
- two! Really? Yes.
```
x = 1
```
Bye"""


def test_sentences_end_where_a_reader_sees_them_end() -> None:
    assert [sentence.strip() for sentence in split_sentences(MARKDOWN)] == [
        "# What I found",
        "Your **resting heart rate** was {{ds-001.effect}} (e.g. over the last 30 days).",
        "It went\ndown a little.",
        "1. Walk more.",
        "2. Sleep more...",
        "| metric | value |",
        "|---|---|",
        "| HRV | `{{ds-001.effect}}` |",
        "- one",
        "- two!",
        "Really?",
        "Yes.",
        "```",
        "x = 1",
        "```",
        "Bye",
    ]


_MARKS = ["Your heart rate ", "is ", "58", ".", ". ", "! ", "\n", "\n\n", "- ", "1. ", "12", "#", "# ", "|", "`", "```"]
_OTHERS = [
    "e.g.",
    " ",
    "{{ds-001.effect}}",
    "{{ds-001.",
    "}}",
    "**",
    "3.5",
    "%",
    " bpm",
    "* ",
    ">",
    "\t",
    "(",
    ")",
    "…",
]
_pieces = st.sampled_from([*_MARKS, *_OTHERS])
_texts = st.one_of(st.lists(_pieces, max_size=25).map("".join), st.text(max_size=60), st.just(MARKDOWN))


@given(_texts, st.data())
def test_however_the_text_is_cut_the_sentences_are_the_same(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=12)))
    chunks = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    for pieces in (chunks, list(text)):
        buffer = SentenceBuffer()
        sentences = [sentence for chunk in pieces for sentence in buffer.feed(chunk)] + buffer.finish()
        assert sentences == split_sentences(text)
        writer = AnswerWriter(FACTS)
        checked: list[Sentence] = [sentence for chunk in pieces for sentence in writer.feed(chunk)]
        assert [*checked, *writer.finish()] == [AnswerWriter(FACTS).check(sentence) for sentence in sentences]


@given(_texts)
def test_sentences_joined_are_the_text(text: str) -> None:
    assert "".join(split_sentences(text)) == text


@given(st.lists(st.sampled_from([
    "Your pulse was {{ds-001.effect}}.", "# Heading", "- {{ds-002.effect}} over the last 90 days",
    "| a | {{ds-001.n}} |", "Nothing here!", "`code` and **bold**",
]), max_size=8), st.sampled_from([" ", "\n", "\n\n"]))  # fmt: skip
def test_clean_sentences_joined_are_the_rendered_answer(parts: list[str], space: str) -> None:
    source = space.join(parts)
    writer = AnswerWriter(FACTS)
    sentences = [*writer.feed(source), *writer.finish()]
    rendered = source
    for claim, text in (("ds-001.effect", "58.4 bpm"), ("ds-002.effect", "-0.37"), ("ds-001.n", "27")):
        rendered = rendered.replace(f"{{{{{claim}}}}}", text)
    assert "".join(sentence.text for sentence in sentences if isinstance(sentence, Clean)) == rendered


_carriers = st.sampled_from(
    ["Your resting heart rate was {{ds-001.effect}} over the last 30 days",
     "On average you walked {{ds-003.effect}} in March 2026",
     "The two go together, {{ds-002.effect}}, as **expected**",
     "Nothing to see"]
)  # fmt: skip
_facts = (58.372, 27.0, 0.374, 10470.85)
_labels = (30.0, 90.0, 2026.0)


@given(
    _carriers,
    st.one_of(st.integers(0, 10**6).map(str), st.floats(0, 1e6, allow_nan=False).map("{:.2f}".format)),
    st.sampled_from(["{}", " {} ", " ({}) ", " **{}** ", "{}%", " {} bpm", " -{} ", ", {} steps,", "\n| {} |"]),
    st.data(),
)
def test_an_invented_number_anywhere_is_held_back(carrier: str, number: str, frame: str, data: st.DataObject) -> None:
    words = carrier.split(" ")
    at = data.draw(st.integers(0, len(words)))
    text = " ".join([*words[:at], frame.format(number), *words[at:]]) + "."
    value = float(number)
    near_a_known_number = value in _labels or any(abs(value - known) <= max(0.02 * known, 0.05) for known in _facts)
    is_list_marker = at == len(words) and value <= 20
    writer = AnswerWriter(FACTS)
    checked = [*writer.feed(text), *writer.finish()]
    held_back = any(isinstance(sentence, Unverified) for sentence in checked)
    assert held_back or near_a_known_number or is_list_marker
