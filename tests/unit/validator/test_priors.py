"""The literature priors: what ships keeps the format, and the loader refuses what does not."""

import copy
import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from services.health_data.domain.metrics import METRICS
from services.orchestrator.domain.numbers.checking.claims import claims_in
from services.validator.adapters.priors import BIOMARKERS, DAILY_METRICS, PriorsError, load_priors, read_priors
from services.validator.domain.review.priors import Direction, Prior, Support

PRIORS = load_priors()

GOOD: dict[str, Any] = {
    "id": "steps--weight_kg",
    "feature": "steps",
    "target": "weight_kg",
    "direction": "negative",
    "lag_days": 0,
    "size": {"statistic": "mean change", "value": -1.5, "unit": "kg", "low": -2.0, "high": -1.0, "per": "a programme"},
    "population": "Adults in a trial",
    "within_person": True,
    "support": "established",
    "mechanism": "Walking spends energy.",
    "strategy": "Walk one errand this week.",
    "citation": {
        "text": "Author A (2000). A title. A journal.",
        "doi": "10.1000/example",
        "pmid": "",
        "looked_up_at": "https://example.org/article",
        "looked_up_on": "2026-11-22",
    },
}


def write(folder: Path, *relations: dict[str, Any], name: str = "some.json") -> Path:
    (folder / name).write_text(json.dumps({"relations": relations}), encoding="utf-8")
    return folder


def changed(**changes: Any) -> dict[str, Any]:
    """The good relation with other values; `citation__doi` reaches into the citation."""
    relation = copy.deepcopy(GOOD)
    for path, value in changes.items():
        *parents, key = path.split("__")
        holder = relation
        for parent in parents:
            holder = holder[parent]
        holder[key] = value
    return relation


def test_at_least_forty_relations_ship_and_half_of_them_join_two_daily_metrics() -> None:
    assert len(PRIORS) >= 40
    assert sum({prior.feature, prior.target} <= DAILY_METRICS for prior in PRIORS) >= 22


def test_the_daily_names_are_those_of_the_health_data_service() -> None:
    assert {metric.name for metric in METRICS} == DAILY_METRICS


def test_every_biomarker_that_is_allowed_is_used() -> None:
    assert {name for prior in PRIORS for name in (prior.feature, prior.target)} >= BIOMARKERS


def test_no_pair_is_related_twice_at_one_lag() -> None:
    pairs = Counter((frozenset({prior.feature, prior.target}), prior.lag_days) for prior in PRIORS)
    assert [pair for pair, count in pairs.items() if count > 1] == []


@pytest.mark.parametrize("prior", PRIORS, ids=lambda prior: prior.id)
def test_a_relation_is_complete_and_cites_a_source_that_was_looked_up(prior: Prior) -> None:
    citation = prior.citation
    assert citation.doi.startswith("10.") or citation.pmid.isdecimal()
    assert urlsplit(citation.looked_up_at).scheme == "https"
    assert date.fromisoformat(citation.looked_up_on) <= date(2026, 11, 22)
    assert citation.short.startswith(citation.text)
    assert {prior.feature, prior.target} <= DAILY_METRICS | BIOMARKERS
    assert prior.lag_days in (0, 1)
    assert prior.mechanism.endswith(".")
    assert not any(map(str.isdigit, prior.mechanism + prior.strategy))


def test_a_source_is_written_the_same_way_wherever_it_is_cited() -> None:
    citations = {prior.citation for prior in PRIORS}
    dois = [citation.doi for citation in citations if citation.doi]
    pmids = [citation.pmid for citation in citations if citation.pmid]
    assert (len(dois), len(pmids)) == (len(set(dois)), len(set(pmids)))


def test_a_good_file_is_read_into_the_domain(tmp_path: Path) -> None:
    (prior,) = read_priors(write(tmp_path, GOOD))
    assert prior.direction is Direction.NEGATIVE
    assert prior.support is Support.ESTABLISHED
    assert prior.size is not None
    assert prior.size.low == -2.0
    assert prior.citation.short == "Author A (2000). A title. A journal. doi:10.1000/example"


def test_a_size_and_its_interval_may_be_missing(tmp_path: Path) -> None:
    bare = changed(size={"statistic": "correlation", "value": 0.2}, id="a", lag_days=1)
    unsized, sized = read_priors(write(tmp_path, changed(size=None), bare))
    assert unsized.size is None
    assert sized.size is not None
    assert sized.size.low is None


def test_files_are_read_in_the_order_of_their_names_and_other_files_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, changed(id="second", lag_days=1), name="b.json")
    write(tmp_path, changed(id="first"), name="a.json")
    (tmp_path / "README.md").write_text("not JSON", encoding="utf-8")
    assert [prior.id for prior in read_priors(tmp_path)] == ["first", "second"]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"direction": "up"}, "direction"),
        ({"support": "certain"}, "support"),
        ({"surprise": 1}, "surprise"),
        ({"citation__surprise": 1}, "surprise"),
        ({"size__surprise": 1}, "surprise"),
        ({"lag_days": -1}, "a lag before the day"),
        ({"feature": "step_count"}, "unknown metric 'step_count'"),
        ({"target": "mood"}, "unknown metric 'mood'"),
        ({"target": "steps"}, "a metric related to itself"),
        ({"size__high": None}, "outside its own interval"),
        ({"size__value": 3.0}, "outside its own interval"),
        ({"population": ""}, "no population"),
        ({"citation__text": ""}, "no source text"),
        ({"mechanism": ""}, "a mechanism is words"),
        ({"mechanism": "It burns 300 kilocalories."}, "a mechanism is words"),
        ({"citation__doi": ""}, "neither a DOI nor a PMID"),
        ({"citation__doi": "https://doi.org/10.1000/example"}, "not a DOI"),
        ({"citation__doi": "10.1000/exa mple"}, "not a DOI"),
        ({"citation__pmid": "PMID 123"}, "not a PMID"),
        ({"citation__looked_up_at": "http://example.org/article"}, "not an https address"),
        ({"citation__looked_up_at": "https:///article"}, "not an https address"),
        ({"citation__looked_up_on": "22.11.2026"}, "not a date"),
        ({"citation__looked_up_on": "2026-13-01"}, "not a date"),
    ],
)
def test_a_faulty_relation_is_refused_and_the_file_is_named(
    tmp_path: Path, changes: dict[str, Any], fault: str
) -> None:
    with pytest.raises(PriorsError, match=r"some\.json") as refusal:
        read_priors(write(tmp_path, changed(**changes)))
    assert fault in str(refusal.value)


@pytest.mark.parametrize("key", list(GOOD))
def test_a_relation_without_a_key_is_refused(tmp_path: Path, key: str) -> None:
    relation = {name: value for name, value in GOOD.items() if name != key}
    with pytest.raises(PriorsError, match=key):
        read_priors(write(tmp_path, relation))


def test_a_fault_of_content_names_the_relation(tmp_path: Path) -> None:
    with pytest.raises(PriorsError, match=r"some\.json: steps--weight_kg: unknown metric"):
        read_priors(write(tmp_path, changed(feature="step_count")))


def test_an_id_is_used_once_over_all_files(tmp_path: Path) -> None:
    write(tmp_path, GOOD, name="a.json")
    write(tmp_path, changed(lag_days=1), name="b.json")
    with pytest.raises(PriorsError, match="the id is used twice"):
        read_priors(tmp_path)


def test_a_pair_is_refused_a_second_time_even_the_other_way_round(tmp_path: Path) -> None:
    swapped = changed(id="other", feature="weight_kg", target="steps")
    with pytest.raises(PriorsError, match="already related at this lag"):
        read_priors(write(tmp_path, GOOD, swapped))


def test_a_file_that_is_not_json_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    with pytest.raises(PriorsError, match=r"broken\.json"):
        read_priors(tmp_path)


@pytest.mark.parametrize("prior", PRIORS, ids=lambda prior: prior.id)
def test_an_answer_may_tell_the_mechanism_and_the_step(prior: Prior) -> None:
    """Neither holds a number in digits or words, which the check of answers would hold back."""
    assert not claims_in(f"One thing to try: {prior.strategy}")
    assert not claims_in(prior.mechanism)
