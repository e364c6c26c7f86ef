"""Population norms: whom they fit, and what keeps a file of them from being used."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.health_data.adapters.norms import NormsError, load_norms, read_built_in, read_csv
from services.health_data.domain.metrics import METRIC
from services.health_data.domain.norms import Norm, faults, fitting, replaced
from services.health_data.domain.records import Profile

WOMEN = Norm(metric="steps", sex="female", age_low=40, age_high=49, mean=7000, sd=2500, source="A. doi:10.1000/a")
MEN = replace(WOMEN, sex="male", mean=8000)
OLDER = replace(WOMEN, age_low=50, age_high=120, mean=6000)
ANYONE = replace(WOMEN, metric="spo2", sex="any", age_low=18, age_high=120, mean=96, sd=1)
NORMS = (WOMEN, MEN, OLDER, ANYONE)
HEADER = "metric,sex,age_low,age_high,mean,sd,source"


@pytest.mark.parametrize(
    ("age", "sex", "expected"),
    [
        (39, "female", (ANYONE,)),
        (40, "female", (WOMEN, ANYONE)),
        (49, "female", (WOMEN, ANYONE)),
        (50, "female", (OLDER, ANYONE)),
        (40, "male", (MEN, ANYONE)),
        (40, None, (ANYONE,)),
        (17, "male", ()),
        (None, "female", ()),
    ],
)
def test_a_norm_fits_by_sex_and_age_with_both_ends_included(
    age: int | None, sex: str | None, expected: tuple[Norm, ...]
) -> None:
    assert fitting(NORMS, Profile(age_years=age, sex=sex)) == expected


def test_a_group_is_named_as_a_person_would() -> None:
    assert [each.group for each in NORMS] == [
        "women of 40 to 49",
        "men of 40 to 49",
        "women of 50 and older",
        "people of 18 and older",
    ]


def test_good_norms_have_no_fault() -> None:
    assert not list(faults(NORMS))


@pytest.mark.parametrize(
    ("norm", "said"),
    [
        (replace(WOMEN, metric="bed_time"), "no metric is called 'bed_time'"),
        (replace(WOMEN, mean=-1), "cannot be in count"),
        (replace(WOMEN, mean=float("nan")), "cannot be in count"),
        (replace(WOMEN, sex="woman"), "not 'woman'"),
        (replace(WOMEN, age_low=50), "from 50 to 49"),
        (replace(WOMEN, age_high=121), "from 40 to 121"),
        (replace(WOMEN, age_low=-1), "from -1 to 49"),
        (replace(WOMEN, sd=0), "above 0, not 0"),
        (replace(WOMEN, sd=float("inf")), "above 0, not inf"),
        (replace(WOMEN, source=" "), "no source"),
    ],
)
def test_a_norm_that_cannot_be_is_a_fault(norm: Norm, said: str) -> None:
    (fault,) = faults([norm])
    assert said in fault


@pytest.mark.parametrize("other", [replace(WOMEN, age_low=49, age_high=60), replace(WOMEN, sex="any"), WOMEN])
def test_two_norms_for_one_person_are_a_fault(other: Norm) -> None:
    (fault,) = faults([WOMEN, other])
    assert "overlap" in fault


@given(
    st.lists(
        st.builds(
            Norm,
            metric=st.sampled_from(["steps", "spo2"]),
            sex=st.sampled_from(["female", "male", "any"]),
            age_low=st.integers(0, 120),
            age_high=st.integers(0, 120),
            mean=st.just(90.0),
            sd=st.just(1.0),
            source=st.just("A"),
        ),
        max_size=5,
    ),
    st.integers(0, 120),
    st.sampled_from(["female", "male", None]),
)
def test_without_faults_at_most_one_norm_a_metric_fits(norms: list[Norm], age: int, sex: str | None) -> None:
    if not list(faults(norms)):
        metrics = [each.metric for each in fitting(norms, Profile(age_years=age, sex=sex))]
        assert len(metrics) == len(set(metrics))


def test_the_operators_norms_replace_those_of_the_same_metric() -> None:
    own = replace(WOMEN, age_low=18, age_high=120)
    assert replaced(NORMS, [own]) == (ANYONE, own)


def test_the_built_in_norms_are_loaded_with_their_sources() -> None:
    norms = load_norms(None)
    assert {each.metric for each in norms} == {"resting_heart_rate", "sleep_minutes", "spo2"}
    assert all("doi:10." in each.source for each in norms)
    woman = {each.metric: each for each in fitting(norms, Profile(age_years=41, sex="female"))}
    assert woman.keys() == {"resting_heart_rate", "sleep_minutes"}
    assert (woman["resting_heart_rate"].mean, woman["resting_heart_rate"].sd) == (66.6, 11.2)


def test_the_operators_file_is_read_and_wins(tmp_path: Path) -> None:
    path = tmp_path / "norms.csv"
    path.write_text(f'\ufeff{HEADER}\nresting_heart_rate,female,18,120,64.5,6.5,"Own data, 2026"\n', encoding="utf-8")
    (own,) = read_csv(path)
    assert own == Norm(
        metric="resting_heart_rate",
        sex="female",
        age_low=18,
        age_high=120,
        mean=64.5,
        sd=6.5,
        source="Own data, 2026",
    )
    assert [each for each in load_norms(path) if each.metric == "resting_heart_rate"] == [own]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "columns must be metric, sex"),
        (b"metric,sex\n", "columns must be metric, sex"),
        (HEADER.encode() + b",note\n", "columns must be metric, sex"),
        (HEADER.encode() + b",source\n", "columns must be metric, sex"),
        (HEADER.encode() + b"\nsteps,female,40,49,many,2500,Own\n", "line 2: mean: "),
        (HEADER.encode() + b"\nsteps,female,40.5,49,7000,2500,Own\n", "line 2: age_low: "),
        (HEADER.encode() + b"\nsteps,female,40,49,7000,2500\n", "line 2: source: "),
        (HEADER.encode() + b"\nsteps,female,40,49,7000,2500,Own,more\n", "line 2: more cells than columns"),
        (HEADER.encode() + b"\nstrides,female,40,49,7000,2500,Own\n", "no metric is called 'strides'"),
        (HEADER.encode() + b"\nsteps,female,40,49,7000,2500,\xff\n", "cannot be read"),
        (HEADER.encode() + b'\nsteps,female,40,49,7000,2500,"Own\n', "cannot be read"),
    ],
)
def test_a_file_that_is_not_of_the_format_is_refused_by_name_and_line(
    tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "norms.csv"
    path.write_bytes(content)
    with pytest.raises(NormsError, match=rf"norms\.csv.*{said}"):
        load_norms(path)


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(NormsError, match=r"absent\.csv cannot be read"):
        load_norms(tmp_path / "absent.csv")


ROW = {"metric": "steps", "sex": "any", "age_low": 18, "age_high": 99, "mean": 7000, "sd": 1, "unit": "count"}
PUBLICATION = {
    "source": "A (2020).",
    "doi": "10.1000/a",
    "looked_up_at": "https://example.org/a",
    "looked_up_on": "2026-11-22",
    "found_in": "abstract",
    "norms": [ROW],
}


def test_a_built_in_norm_names_its_publication(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(PUBLICATION), encoding="utf-8")
    (norm,) = read_built_in(tmp_path)
    assert norm.source == "A (2020). doi:10.1000/a"
    assert METRIC[norm.metric].unit == "count"


@pytest.mark.parametrize(
    "change",
    [
        {"doi": "none"},
        {"norms": [ROW, ROW]},
        {"norms": [ROW | {"unit": "km"}]},
        {"norms": [ROW | {"metric": "strides"}]},
        {"norms": [{"metric": "steps"}]},
        {"note": "unknown"},
    ],
)
def test_a_built_in_file_is_checked(tmp_path: Path, change: dict[str, object]) -> None:
    (tmp_path / "a.json").write_text(json.dumps(PUBLICATION | change), encoding="utf-8")
    with pytest.raises(NormsError):
        read_built_in(tmp_path)
