"""What Amy leaves to others, whatever is known of it in general: medicines, diagnoses, clearance, what to buy."""

import re
from enum import Enum
from typing import Final

_BY_NAME: Final = (
    "apixaban|eliquis|rivaroxaban|xarelto|dabigatran|edoxaban|clopidogrel|plavix|heparin|amlodipine|norvasc|lipitor"
    "|crestor|ezetimibe|furosemide|lasix|spironolactone|indapamide|hydrochlorothiazide|digoxin|amiodarone|flecainide"
    "|diltiazem|verapamil|omeprazole|pantoprazole|lansoprazole|nexium|naproxen|diclofenac|celecoxib|codeine|tramadol"
    "|oxycodone|morphine|gabapentin|pregabalin|sertraline|zoloft|fluoxetine|prozac|citalopram|escitalopram|lexapro"
    "|venlafaxine|duloxetine|mirtazapine|bupropion|wellbutrin|amitriptyline|trazodone|quetiapine|diazepam|valium"
    "|lorazepam|alprazolam|zopiclone|eszopiclone|doxylamine|diphenhydramine|benadryl|cetirizine|loratadine"
    "|salbutamol|albuterol|montelukast|prednisone|prednisolone|hydrocortisone|methotrexate|hydroxychloroquine"
    "|allopurinol|colchicine|alendron(?:ate|ic acid)|denosumab|tamsulosin|finasteride|sildenafil|viagra|tadalafil"
    "|cialis|levothyroxine|synthroid|carbimazole|methimazole|jardiance|empagliflozin|dapagliflozin|sitagliptin"
    "|gliclazide|glipizide|liraglutide|tirzepatide|mounjaro|zepbound|adderall|ritalin|methylphenidate|amoxicillin"
    "|doxycycline|azithromycin|ciprofloxacin|nitrofurantoin|clomid"
)
"""Medicines that people name by themselves or by their makers' names."""
_MEDICINE: Final = (
    r"(?:medicines?|medications?|meds|drugs?|pills?|tablets?|statins?|\w{3,}statin|\w{3,}(?:pril|sartan|olol|dipine)"
    r"|beta[- ]?blockers?|blood thinners?|anti-?(?:depressants?|biotics?|histamines?|coagulants?)|ssris?"
    r"|prescriptions?|inhalers?|painkillers?|steroids?|insulin|metformin|warfarin|aspirin|ibuprofen|paracetamol"
    r"|acetaminophen|tylenol|advil|ambien|zolpidem|xanax|(?:levo)?thyroxine|lithium|ozempic|wegovy|semaglutide|hrt"
    rf"|{_BY_NAME})\b"
)
_SUPPLEMENT: Final = (
    r"(?>melatonin|magnesium|creatine|ashwagandha|supplements?|vitamins?(?: (?!i\b)[a-z]\d{0,2}\b)?)"
    r"\b(?! (?:tests?|levels?|results?|values?|readings?)\b)"
)
_MINE: Final = r"(?:i|me|my|mine)"
_TAKING: Final = (
    r"(?:tak(?:e|ing)|us(?:e|ing)|stop(?:ping)?|quit(?:ting)?|come off|coming off|get off|go off|start(?:ing)?"
    r"|skip(?:ping)?|doubl(?:e|ing)|halv(?:e|ing)|reduc(?:e|ing)|lower(?:ing)?|increas(?:e|ing)|cut(?:ting)?"
    r"|switch(?:ing)?|chang(?:e|ing)|drop(?:ping)?|mix(?:ing)?|combin(?:e|ing)|drink(?:ing)?|need|be on|go on)"
)
_MAY_I: Final = (
    r"(?:(?:can|could|should|shall|may|must|do|would) i|(?:is|would) it (?:be )?(?:ok|okay|safe|fine|al+ ?right|bad)"
    rf"|(?:enough|ok|okay|safe|time|reason)(?: for {_MINE})? to|which|what|how (?:much|many|often))"
)


def _to_take(what: str) -> re.Pattern[str]:
    """It asks what to take of it, how much, or whether to change or stop it."""
    return re.compile(
        rf"\b{_MAY_I}\b[^.?!]*\b{_TAKING}\b[^.?!]*\b{what}"
        rf"|\b{_MAY_I}\b[^.?!]*\b{what}[^.?!]*\b{_MINE}\b(?![^.?!]*\b(?:checked|tested|measured)\b)"
        rf"|\b(?:dose|dosage)\b[^.?!]*\b{what}[^.?!]*\b{_MINE}\b"
        rf"|\b{what}[^.?!]*\b{_MAY_I}\b[^.?!]*\b{_TAKING}\b[^.?!]*\b(?:it|that|this|them|those|one|some)\b",
        re.IGNORECASE,
    )


_CONDITION: Final = (
    r"(?:(?:pre-?)?diabet(?:es|ic)|hypertension|(?:sleep )?apno?ea|insomnia|narcolepsy|restless legs?|ana?emi[ac]"
    r"|iron deficien\w+|a-?fib|(?:atrial )?fibrillation|arrhythmia|heart (?:attack|disease|failure|problem|condition)"
    r"|strokes?|copd|asthma|cancer|tumou?r|pneumonia|(?:long )?covid|(?:the )?flu|an infection|sepsis"
    r"|thyroid (?:problem|disease|disorder)"
    r"|depress(?:ion|ed)|anxiety disorder|adhd|burn(?:t |ed )?-?out|pots|pcos|menopaus(?:e|al)"
    r"|pregnant|overtrain(?:ed|ing)(?: syndrome)?|(?:kidney|liver|lung) (?:disease|failure|damage|problems?)"
    r"|ill(?:ness)?|sick|disease|something (?:serious|bad|wrong))"
)
_FEW_WORDS: Final = r"(?:\W+\w+){0,3}?\W+"
_DIAGNOSES: Final = re.compile(
    rf"\b(?:do|could|might|can|will|would) i (?:\w+ )?(?:have|get|be|suffer from|develop){_FEW_WORDS}{_CONDITION}\b"
    rf"|\bam i{_FEW_WORDS}(?:{_CONDITION}|at risk)\b"
    r"|\b(?:is|are|does|do|could|can|might|would)\b[^.?!]*\bmy\b[^.?!]*\b(?:means?|signs? of|symptoms? of|points? to"
    rf"|indicates?|suggests?){_FEW_WORDS}{_CONDITION}\b"
    r"|\b(?:is|are) my\b[^.?!]*\b(?:under|over)active\b",
    re.IGNORECASE,
)
"""It asks whether the person has an illness, or will get one."""

_AMOUNT: Final = re.compile(
    r"\bhow (?:many|much) (?:mg|milligrams?|mcg|micrograms?|iu|drops)\b[^.?!]*\b(?:take|taking|need|use)\b",
    re.IGNORECASE,
)
"""It asks how much of something to take, whatever it is."""
_DOCTOR: Final = re.compile(
    r"\b(?:should|must|do|ought|shall) i\b[^.?!]*\b(?:see|call|go to|ask|talk to|visit|consult|need)\b[^.?!]*"
    r"\b(?:doctor|gp|physician|cardiologist|hospital)\b",
    re.IGNORECASE,
)
_CLEARANCE: Final = re.compile(r"\bsafe for me\b|\bam i (?:fit|healthy|well|strong) enough (?:to|for)\b", re.IGNORECASE)
_PRODUCTS: Final = re.compile(
    r"\b(?:which|what|recommend|suggest)\b[^.?!]*\b(?:mattress(?:es)?|pillows?|shoes?|trainers|sneakers)\b"
    r"|\b(?:which|what)\b[^.?!]*\bshould i buy\b",
    re.IGNORECASE,
)


_SET_ASIDE: Final = re.compile(
    rf"\b(?:without|instead of|rather (?:not|than)|don't want (?:to )?|avoid(?:ing)?)\s+(?:\w+ ){{0,3}}?{_MEDICINE}",
    re.IGNORECASE,
)
"""It names medicines as what is not wanted, and asks nothing of them."""


class Left(Enum):
    """What is left to others, and what is said of it."""

    MEDICINE = (
        "I can't tell you what to take, how much of it, or whether to change or stop it: ask your doctor or pharmacist."
    )
    SUPPLEMENT = "I can't tell you what to take, or how much of it: ask your doctor or pharmacist."
    DIAGNOSIS = "I can't judge that for you: only a doctor can make a diagnosis."
    DOCTOR = "I can't decide that for you: if you feel unwell, or if it worries you, ask a doctor."
    CLEARANCE = "I can't say whether that is safe for you: ask a doctor who knows you."
    PRODUCT = "I can't recommend one product over another."


_ASKED: Final = (
    (_DOCTOR, Left.DOCTOR),
    (_to_take(_MEDICINE), Left.MEDICINE),
    (_to_take(_SUPPLEMENT), Left.SUPPLEMENT),
    (_AMOUNT, Left.SUPPLEMENT),
    (_DIAGNOSES, Left.DIAGNOSIS),
    (_CLEARANCE, Left.CLEARANCE),
    (_PRODUCTS, Left.PRODUCT),
)


def left_to_others(question: str) -> Left | None:
    """What of this kind a question asks for, if it does."""
    plain = _SET_ASIDE.sub(" ", question.replace("\u2019", "'"))
    return next((left for pattern, left in _ASKED if pattern.search(plain)), None)
