"""Doses and orders of medicines, as letters hold them, are told from values, plans and findings."""

import time

import pytest

from services.domain_expert.domain.documents.treatment import orders_treatment

ORDERS = (
    "Metformin 1 g twice daily",
    "Metformin 850 1-0-1",
    "Levothyroxine 75 every morning",
    "Vitamin D 20,000 IU weekly",
    "Vitamin D3 2000 I.E. daily",
    "Please take two tablets of paracetamol if needed",
    "half a tablet of bisoprolol in the evening",
    "Ramipril 5mg OD",
    "Inhale two puffs of salbutamol as required",
    "Insulin glargine 14 units at bedtime",
    "Ibuprofen 400 up to three times a day",
    "Apply hydrocortisone cream 1% thinly twice daily",
    "20 drops of novalgin",
    "B12 injection 1000 mcg every three months",
    "Change amlodipine to candesartan",
    "We started you on sertraline",
    "Your statin was stopped",
    "The dose was doubled",
    "Continue with the current medication",
    "Please finish the course of antibiotics",
    "Amoxicillin 3x500 mg for 7 days",
    "Iron sulphate one capsule every second day",
    "Omeprazole 20 before breakfast",
    "Take your thyroid tablet on an empty stomach",
    "Eliquis 5 mg twice a day",
    "Xarelto 20mg evening",
    "Prednisolone 40 mg, then reduce by 5 mg weekly",
    "You can pause the pill for one month",
    "Magnesium 300 mg in the evening",
    "Folic acid 5 mg tablets",
    "Nasal spray, two sprays each side",
    "Start physiotherapy and ibuprofen gel",
    "Avoid NSAIDs",
    "Switch from tablets to injections",
    "Do not take aspirin before the operation",
    "Melatonin 2 mg an hour before bed",
)
OTHERS = (
    "Your LDL cholesterol was 142 mg/dL.",
    "HbA1c 5.6 % (38 mmol/mol)",
    "Vitamin D 22 ng/mL, vitamin B12 310 pg/mL",
    "TSH 2.1 mIU/L",
    "ALT 25 U/L and GGT 31 U/L",
    "Creatinine 0.9 mg/dl",
    "Blood pressure 128/82 mmHg in both arms",
    "The nodule measures 6 x 4 mm.",
    "Ejection fraction 61 %.",
    "Run 14 km at talking pace on Saturday.",
    "Rest for two weeks, then cycle 20 minutes daily.",
    "Come back in three months for a blood test.",
    "The scar is healing well.",
    "Drink two litres of water a day in the heat.",
    "Eat 30 g of fibre a day.",
    "Birch pollen 7 mm, house dust mite 5 mm.",
    "You slept 6.2 hours with 14 awakenings.",
    "Next appointment on 3 September at 9:15.",
    "Iron 12 umol/L, ferritin 18 ug/L, transferrin saturation 14 %",
    "CRP less than 5 mg/L",
    "Microalbumin 12 mg/g creatinine",
    "Glucose fasting 95 mg/dL, two hours after 75 g glucose 130 mg/dL",
    "Stress test up to 175 W without changes.",
    "PSA 1.2 ng/mL",
    "Three sets of ten squats every other day.",
    "VO2max 41 ml/kg/min",
    "Your knee may be loaded fully from week 6.",
    "The MRI showed no tear of the meniscus.",
    "Potassium 4.1 mmol/L",
    "Take the stairs and walk after dinner.",
    "Your heart rate drops by 12 bpm every night.",
    "There was a sudden drop in heart rate at night.",
    "You may eat ice cream each day.",
    "Ramipril is tolerated well.",
    "We injected nothing on 3 March.",
    "The wound was covered with a patch of skin.",
)


@pytest.mark.parametrize("sentence", ORDERS)
def test_a_dose_or_an_order_is_recognised(sentence: str) -> None:
    assert orders_treatment(sentence)


@pytest.mark.parametrize("sentence", OTHERS)
def test_a_value_a_plan_or_a_finding_is_none(sentence: str) -> None:
    assert not orders_treatment(sentence)


@pytest.mark.parametrize("piece", ["take ", "1 ", "tablet ", "anti-a ", "metformin ", "1.", "a couple of "])
def test_the_longest_sentence_is_read_in_no_time(piece: str) -> None:
    began = time.perf_counter()
    orders_treatment((piece * 400)[:400])
    assert time.perf_counter() - began < 10
