"""How long it takes to read a question: ordinary ones of 25 words, and the longest inputs, made to be slow.

The baseline is taking the same text apart into words, without reading it.
"""

import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from amy.runtime.garbage import keep_what_is_loaded
from amy.runtime.mesh import OPEN
from services.data_science.adapters.health_data import HealthDataClient
from services.data_science.domain.analysis import QUESTION_LIMIT
from services.data_science.language.text.tokens import sentences
from services.data_science.language.understanding import NotRead, Reader
from tests.load.analyst_services import analyst
from tests.load.report import Report, Row, p95, spread

USER: Final = "bench"
QUESTIONS: Final = (
    "On how many of the days in the last three months did I sleep over 8 hours and have an HRV of more than 40?",
    "So what was my highest step count in the last 90 days, and how long did I sleep on average in the last 2 weeks?",
    "How many times did I go for a run in the last three months, and how far did I run in the last 30 days?",
    "How many steps did I take today, how long did I sleep last night, and what was my mean HRV in the last 30 days?",
)
WORDS: Final = 25
ROUNDS: Final = 40
HOSTILE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "one word": "a",
        "one number": "7",
        "nothing but commas": ",",
        "nothing but joints": "and ",
        "numbers in a row": "7 8 9 , ",
        "words no sentence ends": "what was my average steps last month and ",
        "misspelt questions": "waht wsa my avreage hert rtae varibility on dyas wehn i slpet lss tahn sveen huors? ",
        "many short questions": "steps? ",
        "many questions": "what was my average resting heart rate on days when i slept less than seven hours? ",
        "sentences as long as are read": " ".join(["steps and sleep on mondays"] * 12) + "? ",
    }
)
"""Each is repeated until it is as long as a question may be."""


async def measure(report: Report, folder: Path) -> None:
    reader = await _reader(folder)
    keep_what_is_loaded()
    _ordinary(report, reader)
    _hostile(report, reader)


async def _reader(folder: Path) -> Reader:
    """Reads what the sample person asks."""
    folder.mkdir()
    async with analyst(folder) as services:
        await services.import_sample_person(USER, folder / "sample")
        data = HealthDataClient(services.data_address, 15.0, OPEN)
        try:
            catalogue = await data.describe(USER)
        finally:
            await data.close()
    assert catalogue is not None
    return Reader(catalogue)


def _ordinary(report: Report, reader: Reader) -> None:
    """Each must be read: a question that is given up at its first word would look fast."""
    reading: list[float] = []
    splitting: list[float] = []
    for number in range(1 + ROUNDS):
        for question in QUESTIONS:
            assert len(question.split()) == WORDS, question
            began = time.perf_counter()
            read = reader.understand((question,))
            taken = _since(began)
            assert read, question
            assert not any(isinstance(each, NotRead) for each in read), (question, read)
            if number > 0:
                reading.append(taken)
                splitting.append(_split_ms(question))
    report.add(
        Row(
            what=f"reading a question of {WORDS} words",
            figure=spread(reading),
            baseline=f"taking it apart into words: p95 {p95(splitting):.2f} ms",
            ratio=f"{p95(reading) / p95(splitting):.0f}x",
        )
    )


def _hostile(report: Report, reader: Reader) -> None:
    spent: dict[str, float] = {}
    for name, part in HOSTILE.items():
        began = time.perf_counter()
        reader.understand((_filled(part),))
        spent[name] = _since(began)
    slowest = max(spent, key=spent.__getitem__)
    splitting = _split_ms(_filled(HOSTILE[slowest]))
    report.add(
        Row(
            what=f"the slowest of {len(HOSTILE)} hostile inputs of {QUESTION_LIMIT:,} characters",
            figure=f"{spent[slowest]:.0f} ms ({slowest})",
            baseline=f"taking it apart into words: {splitting:.1f} ms",
            ratio=f"{spent[slowest] / splitting:.0f}x",
        )
    )


def _filled(part: str) -> str:
    return (part * (QUESTION_LIMIT // len(part) + 1))[:QUESTION_LIMIT]


def _split_ms(text: str) -> float:
    began = time.perf_counter()
    sentences(text)
    return _since(began)


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1000
