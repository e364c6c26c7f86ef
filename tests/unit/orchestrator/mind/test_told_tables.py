"""Tables in answers: they stay tables, whatever of them may not be told and however they arrive."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.adapters.rules import rewriting
from services.orchestrator.domain.evidence import DATE, Verdict
from services.orchestrator.domain.numbers import AnswerWriter, Clean
from services.orchestrator.domain.numbers.writing.sentences import SentenceBuffer, split_sentences
from tests.unit.orchestrator.mind.builders import answer, evidence, fact, finding
from tests.unit.orchestrator.mind.test_mind_synthesis import TOO_FEW, told

HEAD = "| Weekday | Steps | Asleep |\n|:--|--:|--:|\n"
ROWS = (
    "| Mon. (the 1st day? Yes. No!) | {{ds-001.mean}} | {{ds-001.sleep}} |\n",
    "| Tuesday | {{ds-002.mean}} | {{ds-002.sleep}} |\n",
    "| Wednesday | {{ds-003.mean}} | {{ds-003.sleep}} |\n",
)
TABLE = HEAD + "".join(ROWS)
FACTS = tuple(
    one
    for at in (1, 2, 3)
    for one in (fact(f"ds-00{at}.mean", 9000.4 + at, "count"), fact(f"ds-00{at}.sleep", 440.2 + at, "min"))
)
DRAFT = f"By weekday:\n\n{TABLE}\nThat is all."


@given(st.lists(st.integers(0, len(DRAFT)), max_size=15))
def test_each_line_of_a_table_is_one_sentence_however_it_arrives(cuts: list[int]) -> None:
    pieces = [DRAFT[start:end] for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(DRAFT)], strict=True)]
    buffer = SentenceBuffer()
    sentences = [sentence for piece in pieces for sentence in buffer.feed(piece)] + buffer.finish()
    assert sentences == split_sentences(DRAFT)
    assert sentences == ["By weekday:\n\n", *HEAD.splitlines(keepends=True), *ROWS[:2], ROWS[2] + "\n", "That is all."]


def test_a_table_is_rendered_and_checked_line_by_line() -> None:
    day = fact("ds-001.day", 20000.0, DATE)
    writer = AnswerWriter((*FACTS, day))
    table = f"{TABLE}| {{{{ds-001.day}}}} | 9,001 steps | 8 h 21 min |\n| Thu | 9,001 | 7 h 21 min |\n"
    checked = [*writer.feed(table), *writer.finish()]
    assert [isinstance(line, Clean) for line in checked] == [True] * 2 + [False] + [True] * 2 + [False, True]
    assert checked[3] == Clean("| Tuesday | 9,002 steps | 7 h 22 min |\n")


async def test_the_head_of_a_table_stays_with_the_rows_that_may_be_told() -> None:
    found = [finding(Verdict.VALIDATED, identifier="ds-002"), finding(Verdict.VALIDATED, identifier="ds-003")]
    rejected = finding(Verdict.REJECTED, identifier="ds-001", reason=TOO_FEW)
    said = await told(evidence(answer(DRAFT), findings=[rejected, *found], facts=FACTS[2:]))
    assert said.startswith(
        f"By weekday:\n\n{HEAD}| Tuesday | 9,002 steps | 7 h 22 min |\n| Wednesday | 9,003 steps | 7 h 23 min |\n\n"
    )


async def test_a_table_without_a_row_goes_with_its_head_and_its_lead() -> None:
    rejected = [finding(Verdict.REJECTED, identifier=f"ds-00{at}", reason=TOO_FEW) for at in (1, 2, 3)]
    known = finding(Verdict.VALIDATED, identifier="ds-004")
    draft = f"It was {{{{ds-004.mean}}}}.\n\n{DRAFT}"
    said = await told(evidence(answer(draft), findings=[known, *rejected], facts=[fact("ds-004.mean", 58.0)]))
    assert said.startswith("It was 58 bpm.")
    assert "|" not in said
    assert "weekday" not in said


async def test_a_hedge_stands_below_a_table_and_not_in_it() -> None:
    found = [finding(Verdict.CONDITIONAL, identifier=f"ds-00{at}") for at in (1, 2, 3)]
    table = DRAFT.replace(" (the 1st day? Yes. No!)", "").removesuffix("\nThat is all.")
    said = await told(evidence(answer(table), findings=found, facts=FACTS))
    assert said.endswith("| Wednesday | 9,003 steps | 7 h 23 min |\n\nTake these figures with care.")


@pytest.mark.parametrize(
    ("row", "unverified", "rewritten"),
    [
        ("| Monday | {{a.b}} | 61 bpm |\n", ["61"], "| Monday | {{a.b}} | \u2013 |\n"),
        ("| Monday | {{z.b}} | 58 bpm |\n\n", ["{{z.b}}"], "| Monday | \u2013 | 58 bpm |\n\n"),
        ("| Monday | 61 bpm |\n", ["61"], ""),
        ("| 61 days | {{a.b}} |\n", ["61"], ""),
    ],
)
def test_a_cell_that_nobody_vouches_for_is_emptied_and_the_row_stays_a_row(
    row: str, unverified: list[str], rewritten: str
) -> None:
    assert rewriting.without(row, unverified) == rewritten
