"""Whether answers are said as people speak: `python -m evals.plain_speech answers.jsonl`.

The file is what evaluations that ask over the public API keep where AMY_EVAL_ANSWERS names it.

The rules:

- no decimal minutes from ten on, and no minutes from sixty on that are not hours and minutes: "7 h 35 min";
- no fractions of steps;
- no dates as digits alone: "3 October 2024", not 2024-10-03;
- no word of the inside: names of fields, services and statistics that only their makers use;
- a question of yes or no is answered by a yes or no, first;
- a refusal is at most 35 words, and in one paragraph.
"""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Final

MOST_WORDS_OF_A_REFUSAL: Final = 35
INTERNAL: Final = (
    *("plain reading", "structural", "spearman", "on the selected days", "over all data", "all data", "coefficient"),
    *("data_science", "data science", "dataframe", "pandas", "nan", "null", "epoch day", "conditional", "rejected"),
    *("finding", "findings", "gate", "selection", "aggregate", "validator", "kendall", "rho", "tau", "effect size"),
)
"""Words that a person who never saw the project would not understand, or not as they are meant."""
_INTERNAL: Final = re.compile(rf"\b(?:{'|'.join(map(re.escape, INTERNAL))})\b", re.IGNORECASE)
_EFFECT: Final = re.compile(r"\beffect(?: of)? (?:is|was|=|:)", re.IGNORECASE)
_N_IS: Final = re.compile(r"\bn\s*=\s*\d", re.IGNORECASE)
_FIELD: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
_REFERENCE: Final = re.compile(r"\{\{|\}\}|\b[a-z]+-\d{3}\.")
_MINUTES: Final = re.compile(
    r"(?<![\d.,:])(?P<whole>\d[\d,]*)(?P<fraction>\.\d+)?\s*(?:min|mins|minutes?)\b(?!\s*(?:per|/)\s*(?:km|mile))(?!/)"
)
_STEPS: Final = re.compile(r"\d[\d,]*\.\d+\s*steps?\b(?!/)")
_ISO_DATE: Final = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_SENTENCE_END: Final = re.compile(r"[.?!](?:\s|$)")
_INVERTED: Final = re.compile(r"(?:(?:and|so|also|ok|then),? )?(?:did|do|does|is|are|was|were|have|has|had|am)\b")
_YES_OR_NO: Final = re.compile(r"\W*(?:yes|no)\b", re.IGNORECASE)


def problems(answer: str, *, is_yes_or_no: bool = False, is_refusal: bool = False) -> tuple[str, ...]:
    """What of the rules an answer breaks, each in a few words; nothing if it is plain."""
    found = [*_of_numbers(answer), *_of_words(answer)]
    if is_yes_or_no and not is_refusal and not _YES_OR_NO.match(answer):
        found.append("does not begin with yes or no")
    if is_refusal and len(answer.split()) > MOST_WORDS_OF_A_REFUSAL:
        found.append(f"a refusal of {len(answer.split())} words")
    if is_refusal and "\n\n" in answer.strip():
        found.append("a refusal of several paragraphs")
    return tuple(found)


def _of_numbers(answer: str) -> list[str]:
    found = [f"fraction of steps: {each}" for each in _STEPS.findall(answer)]
    found += [f"date in digits: {each}" for each in _ISO_DATE.findall(answer)]
    for each in _MINUTES.finditer(answer):
        whole = int(each["whole"].replace(",", ""))
        if each["fraction"] and whole >= 10:
            found.append(f"decimal minutes: {each.group()}")
        elif whole >= 60:
            found.append(f"hours as minutes: {each.group()}")
    return found


def _of_words(answer: str) -> list[str]:
    found = [f"word of the inside: {each}" for each in _INTERNAL.findall(answer)]
    found += [f"word of the inside: {each}" for each in _EFFECT.findall(answer)]
    found += [f"name of a field: {each}" for each in _FIELD.findall(answer)]
    found += [f"n as a sign: {each}" for each in _N_IS.findall(answer)]
    found += [f"unwritten reference: {each}" for each in _REFERENCE.findall(answer)]
    return found


def is_yes_or_no(question: str) -> bool:
    """Whether the last thing that is asked wants a yes or no."""
    asked = [each.strip() for each in _SENTENCE_END.split(question.lower()) if each.strip()]
    return bool(asked) and bool(_INVERTED.match(asked[-1])) and " or " not in asked[-1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="answers kept by AMY_EVAL_ANSWERS")
    lines = parser.parse_args().file.read_text("utf-8").splitlines()
    unplain = 0
    for line in map(json.loads, lines):
        question, answer = line["question"], line["answer"]
        if found := problems(answer, is_yes_or_no=is_yes_or_no(question), is_refusal=line["is_refusal"]):
            unplain += 1
            print(f"{question}\n    {answer}\n    {'; '.join(found)}\n")
    print(f"{len(lines)} answers, {unplain} not plain")
    return 1 if unplain else 0


if __name__ == "__main__":
    sys.exit(main())
