"""Whom a question is about: an age or a sex that it tells counts before the record; other numbers are no ages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.domain_expert.domain.case import Person, Sex, person_told, without_age

RECORD = Person(sex=Sex.MALE, age_years=30)


@pytest.mark.parametrize(
    ("question", "age", "sex"),
    [
        ("What's a normal HRV at 65?", 65, Sex.MALE),
        ("How much sleep do I need at 65?", 65, Sex.MALE),
        ("Is my resting heart rate of 65 normal for women my age 47?", 47, Sex.FEMALE),
        ("I\u2019m 47 and my LDL is 130", 47, Sex.MALE),
        ("I am 47.", 47, Sex.MALE),
        ("my father, 71, has a psa of 5", 71, Sex.MALE),
        ("my father 60 bpm, mine 80", 30, Sex.MALE),
        ("As a 47-year-old woman, is 52 bpm ok?", 47, Sex.FEMALE),
        ("in a 65 y/o male what is a good VO2 max", 65, Sex.MALE),
        ("34 female, is an LDL of 130 high?", 34, Sex.FEMALE),
        ("aged 52: LDL 3.4 mmol/l good?", 52, Sex.MALE),
        ("Is an HRV of 45 good for my age (52)?", 52, Sex.MALE),
        ("How much sleep for a 9 year old boy?", 9, Sex.MALE),
        ("is a waist of 84 cm woman too much", 30, Sex.FEMALE),
        ("Normal ferritin for women over 50", 30, Sex.FEMALE),
        ("Is that usual among healthy older women?", 30, Sex.FEMALE),
        ("I'm a woman, what is a normal hemoglobin?", 30, Sex.FEMALE),
        ("is my resting heart rate at 65 normal?", 30, Sex.MALE),
        ("is it normal that my HRV is at 45", 30, Sex.MALE),
        ("Is 68F a good temperature for sleep?", 30, Sex.MALE),
        ("I am 80 kg, is that ok?", 30, Sex.MALE),
        ("I'm 12 weeks pregnant", 30, Sex.MALE),
        ("should I go to bed at 23", 30, Sex.MALE),
        ("should I run at 70 % or at 80 percent?", 30, Sex.MALE),
        ("is my deep sleep good at 45 minutes", 30, Sex.MALE),
        ("my mattress is 10 years old", 30, Sex.MALE),
        ("how do men and women differ, for women above all?", 30, Sex.MALE),
        ("my woman doctor said LDL 130 is high", 30, Sex.MALE),
        ("average HRV by age?", 30, Sex.MALE),
        ("my metabolic age 999?", 30, Sex.MALE),
    ],
)
def test_what_a_question_tells_of_a_person_counts_before_the_record(question: str, age: int, sex: Sex) -> None:
    assert person_told(question, RECORD) == Person(sex=sex, age_years=age)


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("What's a normal HRV at 65?", "What's a normal HRV  ?"),
        ("I'm 47 and my LDL is 130", "  and my LDL is 130"),
        ("Is 65 normal for women my age 47?", "Is 65 normal for women  ?"),
        ("is my resting heart rate at 65 normal?", "is my resting heart rate at 65 normal?"),
    ],
)
def test_an_age_is_taken_out_so_that_it_is_no_value(question: str, left: str) -> None:
    assert without_age(question) == left


@given(text=st.text(max_size=80), number=st.integers(0, 10_000))
def test_whatever_is_written_an_age_is_one_that_people_reach(text: str, number: int) -> None:
    person = person_told(f"{text} age {number} {text}", Person())
    assert person.age_years is None or 1 <= person.age_years <= 115
    without_age(f"{text} at {number}, {text}")
