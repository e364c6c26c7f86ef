"""A statistic costs one entry where it is computed and one where it is checked, beside its name and its words.

A copy of the code is given a statistic that does not exist, the middle of the range, by just those lines; what the two
sides then make of it is compared.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from services.data_science.adapters.pandas_code.writing.spellings import STATISTICS as SPELLED
from services.data_science.domain.algebra import Statistic
from services.data_science.language.saying.words import STATISTICS as SAID
from services.validator.domain.algebra import Statistic as CheckedStatistic
from services.validator.domain.recomputing.reductions import REDUCTIONS

ROOT = Path(__file__).parents[2]
NAME = '    MEAN = "mean"\n'
ENTRIES = {
    "services/data_science/domain/algebra.py": (NAME, '    MIDRANGE = "midrange"\n'),
    "services/validator/domain/algebra.py": (NAME, '    MIDRANGE = "midrange"\n'),
    "services/data_science/adapters/pandas_code/writing/spellings.py": (
        '        Statistic.MEDIAN: _called(".median()"),\n',
        '        Statistic.MIDRANGE: _applied("midrange_of", "({0}.max() + {0}.min()) / 2"),\n',
    ),
    "services/data_science/language/saying/words.py": (
        '        Statistic.MEAN: "average {}",\n',
        '        Statistic.MIDRANGE: "middle of the range of the {}",\n',
    ),
    "services/validator/domain/recomputing/reductions.py": (
        "        Statistic.MEAN: Reduction(of=np.mean),\n",
        "        Statistic.MIDRANGE: Reduction(of=lambda values: float(values.max() + values.min()) / 2),\n",
    ),
}
PROGRAM = """
import math
from datetime import date, timedelta

import numpy as np

from services.data_science.adapters.pandas_code import code_for, numbers_of
from services.data_science.domain import algebra as computed
from services.data_science.language.saying import say
from services.validator.domain import algebra as checked
from services.validator.domain.recomputing.reductions import reduced
from tests.unit.data_science.pandas_code.records_of_someone import Records, run
from tests.unit.data_science.saying.people_and_words import CATALOGUE

first, values = date(2024, 1, 1), [50.0, 61.0, 48.0, 57.0, 75.0, 52.0, 49.0, 51.0, 90.0]
someone = Records(days={first + timedelta(days=at): {"resting_heart_rate": value} for at, value in enumerate(values)})
window = computed.Window(start=first, end=first + timedelta(days=30))
days = computed.All(table=computed.Table.DAYS, window=window)
metric, middle = computed.Field(name="resting_heart_rate"), computed.Statistic("midrange")
weeks = computed.Periods(
    window=window, unit=computed.Unit.WEEK, rows=days, column=metric, statistic=middle, complete=False
)
for question, found in (
    (computed.Tell(number=computed.Reduce(rows=days, column=metric, statistic=middle)), values),
    (
        computed.Tell(number=computed.Reduce(rows=weeks, column=computed.Field(name="value"), statistic=middle)),
        [reduced(np.array(week), checked.Statistic("midrange")) for week in (values[:7], values[7:])],
    ),
):
    told = numbers_of(question, run(code_for(question), someone))["effect"]
    own = reduced(np.array(found), checked.Statistic("midrange"))
    assert math.isclose(told, own), (told, own)
    assert "middle of the range" in say(question, CATALOGUE)
print("alike")
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for package in ("amy", "services", "tests"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def with_entries(copy: Path, *, without: str = "") -> subprocess.CompletedProcess[str]:
    """What the program says in the copy that has all entries but one."""
    for path, (beside, entry) in ENTRIES.items():
        text = (copy / path).read_text()
        assert beside in text, path
        if path != without:
            (copy / path).write_text(text.replace(beside, beside + entry, 1))
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=copy,
        env={"PYTHONPATH": str(copy), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_statistic_that_is_entered_on_both_sides_is_computed_checked_and_said(copy: Path) -> None:
    result = with_entries(copy)
    assert result.stdout == "alike\n", result.stderr


@pytest.mark.parametrize("path", [path for path in ENTRIES if not path.endswith("algebra.py")])
def test_none_of_the_entries_can_be_missing(copy: Path, path: str) -> None:
    result = with_entries(copy, without=path)
    assert result.returncode != 0
    assert "KeyError" in result.stderr


def test_every_statistic_has_its_entries() -> None:
    assert set(SPELLED) == set(SAID) == set(Statistic)
    assert {each.value for each in REDUCTIONS} == {each.value for each in CheckedStatistic}
