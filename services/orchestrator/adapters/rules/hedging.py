"""Saying how sure the figures of an answer are: where they are told, and once for all that share it."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from services.orchestrator.adapters.rules.paragraphs import has_list, is_item
from services.orchestrator.adapters.rules.phrases import continued, joined, plain_sentence
from services.orchestrator.domain.evidence import FindingSummary, Verdict
from services.orchestrator.domain.numbers.writing.sentences import split_sentences

CHANCE_FOR_ONE: Final = "That may be no more than chance."
CHANCE_FOR_MANY: Final = "Those may be no more than chance."
_COUNTS: Final = frozenset({"count", "count_days", "longest_streak", "current_streak"})
"""What is counted is typical of nothing: a count read from the store is just right."""
_MOST_REASONS: Final = 2
_ROW_END: Final = re.compile(r"\s*[.:|]?$")


@dataclass(frozen=True, kw_only=True)
class _Doubt:
    """One kind of doubt, and how it is put: of one finding, several, once more, a line of a list, below such a list."""

    one: str
    many: str
    again: str
    mark: str
    legend: str


_CHANCE: Final = _Doubt(
    one=CHANCE_FOR_ONE,
    many=CHANCE_FOR_MANY,
    again="That, too, may be chance.",
    mark=" (may be chance)",
    legend="What is marked (may be chance) does not say what holds in general.",
)
_FIGURE: Final = _Doubt(
    one="Take this figure with care",
    many="Take these figures with care",
    again="The same goes for this figure.",
    mark=" (uncertain)",
    legend="Take the uncertain figures with care",
)
_SIGNAL: Final = _Doubt(
    one="This pattern may not hold in general",
    many="These patterns may not hold in general",
    again="The same goes for this pattern.",
    mark=" (uncertain)",
    legend="What is marked (uncertain) may not hold in general",
)
Cited: TypeAlias = Callable[[str], Sequence[FindingSummary]]
"""The findings that a text cites."""


def hedged(blocks: Sequence[str], cited_in: Cited) -> list[str]:
    """Each finding that is not validated is hedged once, with the reason, where it is first told.

    What all findings of an answer share is said once at its end, what all of a block share at the end of that block.
    In a list whose lines are of mixed worth the lines are marked and the mark is explained below.
    """
    told = _each_once(finding for block in blocks for finding in cited_in(block))
    if (shared := _shared_by_all(told)) is not None:
        last = max(position for position, block in enumerate(blocks) if cited_in(block))
        text = joined([blocks[last], _said(shared, _doubtful(told))], space=" ")
        return [*blocks[:last], text, *blocks[last + 1 :]]
    hedger = _Hedger(cited_in)
    return [hedger.hedge(block) for block in blocks]


class _Hedger:
    """Goes through the blocks of an answer and remembers what has been hedged."""

    def __init__(self, cited_in: Cited) -> None:
        self._cited_in = cited_in
        self._done: set[str] = set()
        self._said: set[str] = set()

    def hedge(self, block: str) -> str:
        cited = self._cited_in(block)
        left = [finding for finding in _doubtful(cited) if finding.id not in self._done]
        self._done |= {finding.id for finding in left}
        if not left:
            return block
        if _doubt_of_all(cited) is not None:
            return joined([block, self._put(left)], space=" ")
        if not has_list(block):
            return self._behind_each(block, left)
        items = "".join(filter(is_item, split_sentences(block)))
        if (doubt := _doubt_of_all(self._cited_in(items))) is None:
            return _marked(block, left, self._cited_in)
        others = [finding for finding in left if _doubt(finding) is not doubt]
        hedges = (self._put([finding for finding in left if _doubt(finding) is doubt]), *map(self._put_one, others))
        return joined([block, joined(hedges, space=" ")])

    def _behind_each(self, block: str, findings: Sequence[FindingSummary]) -> str:
        """Each hedge behind the last sentence that cites its finding."""
        sentences = split_sentences(block)
        places = {
            finding.id: max(at for at, sentence in enumerate(sentences) if finding in self._cited_in(sentence))
            for finding in findings
        }
        told = []
        for position, sentence in enumerate(sentences):
            body = sentence.rstrip()
            hedges = [self._put_one(finding) for finding in findings if places[finding.id] == position]
            told.append(joined([body, *hedges], space=" ") + sentence[len(body) :])
        return "".join(told)

    def _put_one(self, finding: FindingSummary) -> str:
        return self._put([finding])

    def _put(self, findings: Sequence[FindingSummary]) -> str:
        """What is said of findings that share a doubt; nothing of none."""
        doubt = _doubt(findings[0]) if findings else None
        if doubt is None:
            return ""
        words = CHANCE_FOR_ONE if doubt is _CHANCE else _said(doubt, findings)
        if words in self._said:
            return doubt.again
        self._said.add(words)
        return _said(doubt, findings)


def _marked(block: str, findings: Sequence[FindingSummary], cited_in: Cited) -> str:
    doubts: dict[_Doubt, list[FindingSummary]] = {}
    for finding in findings:
        if (doubt := _doubt(finding)) is not None:
            doubts.setdefault(doubt, []).append(finding)
    lines = []
    for line in split_sentences(block):
        body = line.rstrip()
        marks = dict.fromkeys(
            doubt.mark for doubt, doubted in doubts.items() if any(one in doubted for one in cited_in(line))
        )
        at = _ROW_END.search(body)
        place = at.start() if at else len(body)
        lines.append(body[:place] + "".join(marks) + body[place:] + line[len(body) :])
    legends = [_with_reason(doubt.legend, doubted) for doubt, doubted in doubts.items()]
    return joined(["".join(lines), joined(legends, space=" ")])


def _shared_by_all(findings: Sequence[FindingSummary]) -> _Doubt | None:
    """The one doubt that there is about each of several findings, for the one reason that there is; else None."""
    doubt = _doubt_of_all(findings)
    reasons = {plain_sentence(finding.reason) for finding in _doubtful(findings)}
    return doubt if doubt is _CHANCE or len(reasons) == 1 else None


def _doubt_of_all(findings: Iterable[FindingSummary]) -> _Doubt | None:
    """The doubt that findings share; None if they share none. Of a count there is never any."""
    doubts = {_doubt(finding) for finding in findings if not _is_count(finding)}
    return doubts.pop() if len(doubts) == 1 else None


def _doubtful(findings: Iterable[FindingSummary]) -> list[FindingSummary]:
    return [finding for finding in findings if _doubt(finding) is not None]


def _doubt(finding: FindingSummary) -> _Doubt | None:
    if finding.verdict is Verdict.VALIDATED or _is_count(finding):
        return None
    if finding.reading_keys:
        return None if finding.kind == "scalar" or finding.of_one_day else _CHANCE
    return _FIGURE if finding.kind == "scalar" else _SIGNAL


def _is_count(finding: FindingSummary) -> bool:
    return not _COUNTS.isdisjoint(finding.reading_keys)


def _each_once(findings: Iterable[FindingSummary]) -> list[FindingSummary]:
    return list({finding.id: finding for finding in findings}.values())


def _said(doubt: _Doubt, findings: Sequence[FindingSummary]) -> str:
    return _with_reason(doubt.one if len(findings) == 1 else doubt.many, findings)


def _with_reason(what: str, findings: Sequence[FindingSummary]) -> str:
    """The hedge with the reasons behind it; those of many findings with as many reasons are left to their reports."""
    if what.endswith("."):
        return what
    reasons = list(dict.fromkeys(reason for finding in findings if (reason := plain_sentence(finding.reason))))
    if not reasons or len(reasons) > _MOST_REASONS:
        return f"{what}."
    return f"{what}: {continued(' '.join(reasons))}"
