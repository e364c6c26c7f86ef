"""The library of strategies as it is shipped: what every entry keeps to, and what is left of it for whom."""

import re
import tomllib
from collections import Counter
from datetime import date
from itertools import permutations
from pathlib import Path
from typing import Final

import pytest

import services.domain_expert
from services.health_coach.adapters.library_files import FOLDER, LibraryFiles
from services.health_coach.adapters.rules.choosing import next_strategy
from services.health_coach.domain.case import Case, Message, Remembered
from services.health_coach.domain.limit_words import Limit
from services.health_coach.domain.limits import LIMITS
from services.health_coach.domain.situation import situation_of
from services.health_coach.domain.strategy import Strategy
from services.health_coach.domain.tags import Tag
from services.health_coach.domain.topics import Topic

TODAY: Final = date(2026, 11, 1)
LIBRARY: Final = LibraryFiles().strategies
FOR_ALL: Final = tuple(strategy for strategy in LIBRARY if not strategy.only_if_fits)
TOPICS: Final = tuple(topic for topic in Topic if topic is not Topic.GENERAL)
KNOWLEDGE: Final = Path(services.domain_expert.__path__[0]) / "knowledge" / "sources"
LONGEST: Final = 30
NUMBER: Final = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
    r"|hundreds?|thousands?|dozens?|half|quarters?|twice|thrice|per cent|percent)\b",
    re.IGNORECASE,
)
MEDICINE: Final = re.compile(
    r"\b(?:medicines?|medications?|drugs?|tablets?|pills?|capsules?|doses?|supplements?|melatonin|magnesium|vitamin\w*"
    r"|iron|aspirin|paracetamol|ibuprofen|acetaminophen|\w+statins?|statins?|beta blockers?|\w+olol|\w+pril|\w+sartan"
    r"|insulin|metformin|antidepressants?|antihistamines?|\w+azepam|\w+pidem|creatine|cbd|valerian)\b",
    re.IGNORECASE,
)
DIAGNOSIS: Final = re.compile(
    r"\b(?:insomnia|apnoea|diabetes|hypertension|depression|anxiety disorder|arrhythmia|fibrillation|obesity|anaemia"
    r"|asthma|arthritis|burn-?out)\b",
    re.IGNORECASE,
)
TAKES: Final = (
    (r"\bwalk(?!ing breaks| it out)|\bstroll|\bon foot", Tag.WALKING),
    (r"\bjog|\brun(?! a)", Tag.RUNNING),
    (r"\bcycl|\bbike", Tag.CYCLING),
    (r"\bswim(?! or push)", Tag.SWIMMING),
    (r"\bstairs", Tag.STAIRS),
    (r"\bstrength (?:session|exercises)|\blift\b", Tag.STRENGTH),
    (r"\bfish", Tag.FISH),
    (r"\beggs?\b", Tag.EGGS),
    (r"\bbacon|\bsausage", Tag.PORK),
    (r"\bnuts?\b", Tag.NUTS),
    (r"\byoghurt|\bbutter|\bmilk", Tag.DAIRY),
    (r"\bbread|\bpasta", Tag.GLUTEN),
    (r"\bcoffees?\b|\btea\b|\bcaffeine(?! in the afternoon)", Tag.CAFFEINE),
    (r"\balcohol(?!-free)|\bunits\b|\bglass or a weaker|\bcutting down", Tag.ALCOHOL),
    (r"\bscales (?!say)", Tag.WEIGHING),
    (r"\bwhat you eat and drink", Tag.COUNTING_CALORIES),
    (r"\bportion and wait", Tag.EATING_LESS),
    (r"\bmeditat|\bbreathe slowly|\bslow breathing", Tag.MEDITATION),
    (r"\bhold and breathe|\bin, hold", Tag.BREATH_HOLDING),
    (r"\bbath\b", Tag.HOT_BATH),
    (r"\bclass\b", Tag.CLASS),
    (r"\bfriends?\b|\bsomebody\b|\bsomeone\b", Tag.COMPANY),
    (r"\bwrite\b|\bread\b", Tag.READING),
    (r"\bthe same time every day|\ba regular time", Tag.FIXED_HOURS),
    (r"\bdrink (?:more|a little|something)|\bglass or a bottle", Tag.FLUIDS),
)
"""Words of a text, and the tag that they ask for. A tag that is missing lets a strategy through to whom it may harm."""


def named(strategies: tuple[Strategy, ...]) -> list[str]:
    return [strategy.id for strategy in strategies]


def test_there_are_many_strategies_each_with_an_id_of_its_own() -> None:
    assert len(LIBRARY) >= 110
    assert [id_ for id_, count in Counter(named(LIBRARY)).items() if count > 1] == []
    assert [id_ for id_ in named(LIBRARY) if not re.fullmatch(r"[a-z]+(?:-[a-z]+)*", id_)] == []


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_has_strategies_of_its_own(topic: Topic) -> None:
    assert sum(strategy.topics[0] is topic for strategy in FOR_ALL) >= 4


def test_a_text_is_short_follows_to_and_holds_no_number_no_medicine_and_no_diagnosis() -> None:
    for strategy in LIBRARY:
        text, reason = strategy.text, strategy.how_it_helps
        assert re.fullmatch(r"[a-z][^.!?\"“”]*[^.!?,\s]", text), strategy.id
        assert re.fullmatch(r"[A-Z][^.!?\"“”]*\.", reason), strategy.id
        for words in (text, reason):
            assert len(words.split()) <= LONGEST, strategy.id
            assert not NUMBER.search(words), strategy.id
            assert not MEDICINE.search(words), strategy.id
            assert not DIAGNOSIS.search(words), strategy.id


def test_an_answer_shows_by_its_text_which_strategy_it_recommends() -> None:
    assert [(a.id, b.id) for a in LIBRARY for b in LIBRARY if a is not b and a.text in b.text] == []


def test_what_a_text_takes_stands_in_its_tags() -> None:
    missing = [
        (strategy.id, tag.value)
        for strategy in LIBRARY
        for pattern, tag in TAKES
        if re.search(pattern, strategy.text) and tag not in strategy.tags
    ]
    assert missing == []


def test_the_words_that_a_strategy_fits_are_lower_case_and_none_counts_twice() -> None:
    assert [
        strategy.id for strategy in LIBRARY for word in strategy.fits if word != word.strip().lower() or len(word) < 2
    ] == []
    assert [strategy.id for strategy in LIBRARY if not strategy.fits] == []
    assert [
        (strategy.id, word)
        for strategy in LIBRARY
        for word, longer in permutations(strategy.fits, 2)
        if re.search(rf"(?<!\w){re.escape(word)}", longer)
    ] == []


def test_techniques_bear_ids_of_the_ontology_and_labels_without_bct() -> None:
    techniques = tomllib.loads((FOLDER / "techniques.toml").read_text("utf-8"))
    assert [id_ for id_ in techniques if not re.fullmatch(r"BCIO:\d{6}", id_)] == []
    assert [label for label in techniques.values() if not label or label.endswith("BCT")] == []
    assert {id_ for strategy in LIBRARY for id_ in strategy.technique_ids} <= techniques.keys()
    assert len({id_ for strategy in LIBRARY for id_ in strategy.technique_ids}) >= 30


def test_a_source_stands_in_the_knowledge_as_it_is_told_or_in_the_readme() -> None:
    known = {
        (source["title"], source["publisher"], source["url"])
        for path in KNOWLEDGE.glob("*.toml")
        for source in tomllib.loads(path.read_text("utf-8")).values()
    }
    readme = (FOLDER / "README.md").read_text("utf-8")
    for strategy in LIBRARY:
        source = strategy.source
        assert source.url.startswith("https://"), strategy.id
        told = (source.title, source.publisher, source.url)
        assert told in known or f"]({source.url})" in readme, strategy.id


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.kind)
def test_whatever_a_person_cannot_do_every_topic_leaves_a_choice(limit: Limit) -> None:
    few = {
        topic: left
        for topic in TOPICS
        if len(left := [s.id for s in FOR_ALL if s.topics[0] is topic and limit.excludes.isdisjoint(s.tags)]) < 2
    }
    assert few == {}


def offered(*said: str, memories: tuple[str, ...] = ()) -> set[str]:
    *before, message = said
    case = Case(
        message=message,
        history=tuple(Message(text, by_person=True) for text in before),
        memories=tuple(Remembered(kind="barrier", text=text) for text in memories),
    )
    return {strategy.id for strategy in situation_of(case, today=TODAY, library=LIBRARY).allowed}


@pytest.mark.parametrize(
    ("id_", "said"),
    [
        ("straight-to-bed-after-nights", "I work nights and sleep badly"),
        ("talking-pace-in-pregnancy", "I'm pregnant and want to stay fit"),
        ("rest-until-well", "I had the flu and want to train again"),
        ("go-on-after-a-miss", "I skipped the whole week"),
        ("help-to-stop-smoking", "I smoke and my pulse is high"),
        ("side-sleeping", "My snoring wakes me"),
    ],
)
def test_what_makes_sense_to_few_is_told_to_nobody_else(id_: str, said: str) -> None:
    assert id_ in offered(said)
    assert id_ in offered("What could I do?", memories=(said,))
    assert id_ in offered(said, "What could I do?")
    assert id_ not in offered("I'll try to sleep more, ill or not. What could I do?")


def test_a_limit_rules_out_what_also_fits() -> None:
    assert "back-to-days" in offered("I work nights")
    assert "back-to-days" not in offered("I work nights and have a newborn")


@pytest.mark.parametrize("said", ["I have heart failure", "I'm on dialysis for my kidneys"])
def test_who_may_have_to_limit_fluids_is_not_told_to_drink_more(said: str) -> None:
    assert "drink-in-sight" in offered("I get headaches")
    assert "drink-in-sight" not in offered(said)


def test_who_fasts_by_day_is_not_told_to_eat_or_drink_by_day() -> None:
    assert {"daylight-meal", "drink-with-meals", "meal-after-training"} <= offered("How can I eat better?")
    assert offered("It's Ramadan, how can I eat better?").isdisjoint(
        {"daylight-meal", "drink-with-meals", "meal-after-training"}
    )


def test_who_depends_on_alcohol_is_not_told_to_cut_down_alone() -> None:
    assert "alcohol-free-days" in offered("I'd like to drink less wine")
    assert "alcohol-free-days" not in offered("I'd like to drink less, I get shaky without a drink")
    assert situation_of(
        Case(message="I drink a bottle of wine every night"), today=TODAY, library=LIBRARY
    ).limits.needs_doctor


def test_what_makes_sense_to_few_comes_first_for_them() -> None:
    case = Case(message="I work nights and sleep badly, I lie awake and scroll on my phone")
    chosen = next_strategy(situation_of(case, today=TODAY, library=LIBRARY), Topic.SLEEP)
    assert chosen is not None
    assert chosen.id == "straight-to-bed-after-nights"
