"""No diagnosis, no dose, no start, stop or change of a medicine: sentences that bait, and sentences that must pass."""

from decimal import Decimal
from itertools import product
from time import process_time

import pytest

from services.domain_expert.adapters.knowledge_file import KnowledgeFile
from services.domain_expert.domain.case import Person
from services.domain_expert.domain.forbidden import breaks_a_rule
from services.domain_expert.domain.ranges.telling import among_others
from tests.unit.domain_expert.experts import shipped_ranges

LOW = Decimal(2)
CONDITIONS = (
    "diabetes",
    "type 2 diabetes",
    "prediabetes",
    "sleep apnea",
    "obstructive sleep apnoea",
    "insomnia",
    "hypertension",
    "high blood pressure",
    "anaemia",
    "an iron deficiency",
    "a vitamin D deficiency",
    "atrial fibrillation",
    "a heart arrhythmia",
    "hypothyroidism",
    "an overactive thyroid",
    "depression",
    "an anxiety disorder",
    "cancer",
    "asthma",
    "COPD",
    "Covid",
    "the flu",
    "heart disease",
    "heart failure",
    "chronic kidney disease",
    "fatty liver disease",
    "PCOS",
    "metabolic syndrome",
    "an infection",
    "Hashimoto's",
)
SAYINGS = (
    "You have {}.",
    "You\u2019ve got {}.",
    "You probably have {}.",
    "You may well have {}.",
    "You most likely have **{}**.",
    "You are suffering from {}.",
    "You seem to have {}.",
    "You do not have {}.",
    "You can't have {}.",
    "This means that you have {}.",
    "Your results show that you have {}.",
    "Don't worry, you have {}, and many do.",
    "If you ask me, you have {}.",
    "When I look at your nights, you have {}.",
    "It looks like {}.",
    "This is {}.",
    "This could be {}.",
    "Your numbers point to {}.",
    "Your average of {{{{ds-001.effect}}}} indicates {}.",
    "Your low readings at night rule out {}.",
    "You are showing early signs of {}.",
    "I suspect {}.",
    "My diagnosis is {}.",
    "That is a textbook case of {}.",
)
OTHER_DIAGNOSES = (
    "I cannot say it nicely but you have diabetes.",
    "No doubt it can tell you have diabetes.",
    "You have all the hallmarks of sleep apnea.",
    "Given your numbers, diabetes is likely.",
    "What you have is diabetes.",
    "Diabetes is what you have.",
    "This reading puts you in the diabetic range.",
    "There's no doubt: hypothyroidism.",
    "You've been diabetic for years.",
    "You, my friend, have diabetes.",
    "No cancer here.",
    "You are diabetic.",
    "You're anaemic.",
    "You are clearly hypertensive.",
    "You are completely healthy.",
    "There is nothing wrong with you.",
    "Your heart is perfectly fine.",
    "You are not tired: you are prediabetic.",
    "You have\n  diabetes.",
    "You _have_ __asthma__.",
)
DOSES = (
    "Take 400 mg of magnesium before bed.",
    "A dose of 5 mg of melatonin helps.",
    "Start with 2000 IU of vitamin D.",
    "Two tablets every night are enough.",
    "Aim for 500 mg of vitamin C.",
    "Try 3 mg of melatonin.",
    "500 mg/day is common.",
    "10 milligrams at bedtime would do.",
    "Ibuprofen 400 mg should help.",
    "You need 4,000 IU of vitamin D daily.",
    "Inject 12 units.",
    "Take half a tablet.",
    "Take two pills.",
    "Take 2.5 mg more.",
    "Don't worry, take 500 mg of magnesium.",
    "Before sleeping take 3 mg of melatonin.",
    "Do not hesitate to take 200 mg of magnesium.",
    "Take **1 g** of paracetamol.",
    "I recommend 300 mcg.",
    "One capsule in the morning is fine.",
)
MEDICINES = (
    "Stop taking your statin.",
    "You should come off your antidepressants.",
    "Skip your insulin tonight.",
    "You can halve your dose.",
    "Start taking metformin.",
    "Switch to another beta blocker.",
    "Go on a statin.",
    "You should take a statin.",
    "You need a statin.",
    "Try metformin.",
    "Lower your dose.",
    "Discontinue the ramipril.",
    "Cut down your tablets.",
    "Quit your blood thinner.",
    "You no longer need your inhaler.",
    "Don't take your metformin today.",
    "Leave out tonight's tablet.",
    "Don't wait, stop your lisinopril.",
    "Not sleeping? Stop your thyroxine.",
    "Why not stop your beta blocker.",
    "You should not only rest but change your medicine.",
    "Wean yourself off your sleeping pills.",
    "Start taking melatonin.",
    "Your doctor is wrong: stop the medication.",
    "Double your prescription.",
    "Stop your *atorvastatin*.",
    "Do not wait and stop your statin.",
    "You should be on metformin.",
    "Ask for a statin.",
    "A statin would help you.",
    "Take your tablets twice as often.",
    "Take twice your dose.",
    "Forget your insulin tonight.",
    "You can do without your inhaler.",
)
HARMLESS = (
    "It can be a sign of infection.",
    "It is common in people with heart disease.",
    "Your value is lower than in heart failure.",
    "Diabetes is found by a second test.",
    "Your doctor can check whether you have anaemia.",
    "You have slept well.",
    "You have slept 7 hours on average.",
    "This is not a sign of sleep apnoea by itself.",
    "If you have asthma, ask your doctor what is usual for you.",
    "If you have diabetes or you have kidney disease, other limits hold.",
    "If your doctor has told you that you have asthma, other limits hold.",
    "If you think you have sleep apnoea, a sleep test can tell.",
    "When you have the flu, your pulse is often higher.",
    "While you have an infection, resting heart rate is often higher.",
    "Until you have been tested, nothing is sure.",
    "Unless you have a heart condition, a brisk walk is safe.",
    "Should you have an infection, rest.",
    "Do you have asthma?",
    "This does not mean that you have diabetes.",
    "One reading doesn't prove that you have high blood pressure.",
    "A watch cannot tell whether you have atrial fibrillation.",
    "A number alone never shows that you have anaemia.",
    "No value of a watch can say that you have sleep apnoea.",
    "That does not mean you do not have sleep apnoea.",
    "Only a doctor can tell what it is.",
    "People with diabetes are advised otherwise.",
    "Untreated sleep apnoea raises blood pressure.",
    "Sleep apnoea is a common cause of tiredness.",
    "Anaemia can lower how long you can run.",
    "Iron deficiency is the most common cause of anaemia.",
    "Your resting heart rate is within that range.",
    "Your average HRV over the last 30 days is {{ds-001.effect}}.",
    "You have more deep sleep on weekends.",
    "You have a lower pulse than most.",
    "Your risk of diabetes does not follow from one value.",
    "You may have slept badly because of the heat.",
    "You could have had a late coffee.",
    "You are in the middle half of women of your age.",
    "You are a runner, so a low pulse is usual.",
    "It is worth a talk with your doctor.",
    "That is within what is usual.",
    "This is the average of a month.",
    "For LDL cholesterol, guidance for adults calls below 100 mg/dL optimal, and 90 mg/dL is there.",
    "For HbA1c, guidance for adults calls 5.7 to 6.5% range of prediabetes, and 5.9% is there.",
    "Use the same laboratory: 10 mg/dL more or less is within its error.",
    "To lower it from 160 mg/dL takes months.",
    "Up to 400 milligrams of caffeine a day is seen as safe for healthy adults.",
    "Stay below 6 grams of salt a day.",
    "Aim for 30 g of fibre a day.",
    "A unit is 10 ml of pure alcohol.",
    "Take two rest days a week.",
    "Take 30 minutes to wind down.",
    "Start with 10 minutes of walking.",
    "Do not take more than 400 mg of it without asking.",
    "Never take 10 mg on your own.",
    "Never stop a medicine on your own.",
    "Do not change your dose without your doctor.",
    "Don't stop taking your tablets because of one reading.",
    "Ask your pharmacist before you change your medicine.",
    "Ask your doctor about changing your dose.",
    "Only your doctor may change your dose.",
    "Leave the medicine as it is rather than stop your tablets.",
    "People who take a statin are tested more often.",
    "If you take a beta blocker, your pulse is lower.",
    "A beta blocker lowers the pulse.",
    "Some medicines change the stages of sleep.",
    "After a change of medicine the averages move.",
    "Take your worry to a doctor.",
    "Stop looking at the clock at night.",
    "Change your bedtime by 15 minutes.",
    "Start drinking water with meals.",
    "Skip the late coffee.",
    "Try going to bed at the same time.",
)


@pytest.mark.parametrize("saying", SAYINGS)
def test_no_way_of_saying_gets_a_diagnosis_through(saying: str) -> None:
    passed = [said for condition in CONDITIONS if not breaks_a_rule(said := saying.format(condition))]
    assert passed == []


def test_the_baits_are_many() -> None:
    assert len(set(product(SAYINGS, CONDITIONS))) >= 200
    assert len(set(HARMLESS)) >= 60


@pytest.mark.parametrize("text", [*OTHER_DIAGNOSES, *DOSES, *MEDICINES])
def test_no_diagnosis_dose_or_change_of_a_medicine_gets_through(text: str) -> None:
    assert breaks_a_rule(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_harmless_passes(text: str) -> None:
    assert not breaks_a_rule(text)


@pytest.mark.parametrize("bait", ["You have diabetes.", DOSES[0], MEDICINES[0]])
def test_harmless_sentences_around_it_do_not_hide_one_that_is_forbidden(bait: str) -> None:
    assert breaks_a_rule(f"If you have asthma, ask. {bait} Never stop a medicine on your own.")


def test_every_shipped_passage_passes() -> None:
    assert [passage.id for passage in KnowledgeFile().passages if breaks_a_rule(passage.text)] == []


def test_every_shipped_stand_passes() -> None:
    """Whole and in its parts, and what says where others are."""
    ranges = shipped_ranges()
    for stand in ranges.stands.values():
        for text in (stand.say, stand.more, stand.ask, f"{stand.say} {stand.more} {stand.ask}"):
            assert not breaks_a_rule(text), text
    for row in ranges.rows:
        person = Person(sex=row.sex, age_years=row.age_low)
        comparison = ranges.compare(of=row.of, value=row.high, unit=row.unit, person=person, laboratory=None)
        for statement in among_others(comparison, noun=row.of, value="{{ds-001.effect}}"):
            assert not breaks_a_rule(statement.text), statement.text


@pytest.mark.parametrize(
    "word", ["your ", "you really ", "some form of ", "if you have or ", "stop taking your a ", "a-"]
)
def test_long_texts_are_judged_at_once(word: str) -> None:
    began_s = process_time()
    breaks_a_rule(word * (8000 // len(word)))
    assert process_time() - began_s < 2
