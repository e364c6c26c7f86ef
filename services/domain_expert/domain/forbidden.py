"""What no answer may say, whoever wrote it: a diagnosis, a dose, or to start, stop or change a medicine.

The rules read English. They would rather refuse a harmless sentence than let a harmful one pass: what is said of a
condition or a medicine in general passes, what is said of the person who asks does not. The same words pass where they
are only supposed ("if you have asthma") or denied ("this does not mean that you have asthma").
"""

import re
from functools import cache
from typing import Final

_HIDDEN: Final = re.compile(r"[*_`\[\]~\u200b-\u200f\u2060\ufeff\u00ad]")
_SPACES: Final = re.compile(r"\s+")

_NAMED: Final = (
    r"(?:(?!(?:signs?|symptoms?|risks?|causes?|of|for|with|to|in)\b)[\w-]+ ){0,2}?"
    r"(?:diseases?|disorders?|syndrome|infections?|deficiency|deficiencies)"
    r"|(?:heart|kidney|liver|renal|cardiac|lung|respiratory) failure|(?:heart|panic|asthma) attacks?|insulin resistance"
    r"|(?:heart |medical )?condition|(?:pre-?)?diabetes|(?:sleep )?apno?ea|insomnia|narcolepsy|restless legs|ana?emia"
    r"|(?:heart |cardiac )?arrhythmia"
    r"|a-?fib|(?:atrial )?fibrillation|(?:high|low) blood pressure|(?:pre-?)?hypertension|hypotension"
    r"|high cholesterol|hyperlipid\w+|hypercholesterol\w+|dyslipid\w+|hypo-?thyroidism|hyper-?thyroidism"
    r"|(?:under|over)active thyroid|hashimoto\S*|graves\S*|depression|anxiety|burn-?out|adhd|cancer|leuka?emia|tumou?r"
    r"|asthma|copd|bronchitis|covid(?:-19)?|flu|influenza|pneumonia|sepsis|myocarditis|cardiomyopathy|heart block"
    r"|angina|pots|anorexia|bulimia|pcos|endometriosis|menopause|low testosterone|gout|osteoporosis|arthritis|lupus"
    r"|c(?:o)?eliac|fatty liver|hepatitis|cirrhosis|(?:me|cfs)(?:/cfs)?|ha?emochromatosis|dementia|alzheimer\S*"
    r"|parkinson\S*|strokes?|hypoglyca?emia|hyperglyca?emia|sarcopenia|obesity|overtraining"
)
_CONDITION: Final = (
    r"(?:an? |the |any |no |some (?:form|kind|degree) of |a (?:case|form|touch|bit) of |early |mild |moderate |severe "
    r"|chronic |acute |serious |undiagnosed |untreated |clinical |possible |probable |obstructive |central |type \d "
    r"|type[- ](?:one|two) |stage \w+ |long |your )*"
    rf"(?:{_NAMED})\b"
)
_ADVERBS: Final = r"(?:(?:\w+ly|most|very|also|now|already|still|just|indeed|well|in fact|almost) )*"
_HAVING: Final = (
    r"(?:have|'ve|'ve got|got|suffer from|developed|caught|need treatment for"
    r"|(?:seem|appear|look|are likely|'re likely) to (?:have|be having|be developing|suffer from)"
    r"|(?:may|might|could|must|will|would|can|'ll|'d) " + _ADVERBS + r"(?:have|be suffering from|be developing)"
    r"|(?:are|'re) " + _ADVERBS + r"(?:suffering from|developing|living with|showing|having|experiencing|dealing with"
    r"|in the \w+ stages? of|a case of|at the start of))"
)
_EVIDENCE: Final = (
    r"(?:(?:what looks like|(?:all |the |some |early |clear |classic )*(?:signs?|symptoms?|hallmarks?|features) of) )?"
)
_SHOWING: Final = (
    r"(?:is|are|was|'s|means?|shows?|proves?|confirms?|indicates?|suggests?|points? (?:to|towards)|signals?|reveals?"
    r"|looks? like|sounds? like|seems? like|seems to be|rules? out|excludes?|fits?|matches|spells?"
    r"|(?:could|may|might|must|can|will) " + _ADVERBS + r"(?:only )?(?:be|mean|indicate|suggest|point to)"
    r"|(?:is|are|'s) " + _ADVERBS + r"(?:consistent with|typical of|diagnostic of|compatible with|caused by|due to"
    r"|because of|a case of|an? (?:\w+ )?(?:sign|symptom|case|picture) of|evidence of|proof of|in the range of))"
)
_HAS: Final = (
    rf"\b(?:you|u)(?:, [^,.;]{{1,20}},)? ?{_ADVERBS}{_HAVING} (?:got |developed |{_ADVERBS}){_EVIDENCE}{_CONDITION}"
    r"|\b(?:you are|you're|you(?:'ve| have) been|you (?:may|might|could|must) be) "
    + _ADVERBS
    + r"(?:an? )?(?:pre-?diabetic|diabetic|ana?emic|asthmatic|hypertensive|obese"
    r"|hypo-?thyroid|hyper-?thyroid|hypoglyca?emic|(?:clinically )?depressed|iron[- ]deficient|insulin[- ]resistant"
    r"|vitamin \w+[- ]deficient|overtrained|anorexic|bulimic)\b"
    rf"|\byou (?:don't|do not|cannot|can't|never|won't|couldn't|definitely don't) (?:possibly )?have {_CONDITION}"
    r"|\b(?:you are|you're) "
    + _ADVERBS
    + r"(?:completely |perfectly |totally )?(?:healthy|safe|free of|in the clear)\b"
)
_IS: Final = (
    r"\b(?:(?:this|that|it|which)|(?:these|those|your)(?: [\w%{}.-]+){0,4}) ?"
    + _ADVERBS
    + _SHOWING
    # What follows is no "you have": that is a statement of its own, and may be denied.
    + rf" (?:that |to |{_ADVERBS})?{_EVIDENCE}{_CONDITION}"
    rf"|\bwhat you have (?:is|looks like) {_CONDITION}|\bno doubt[,:]? (?:it is |this is )?{_CONDITION}"
    rf"|\b(?:{_NAMED}) (?:is|seems|looks) (?:\w+ )?(?:likely|probable|certain|what you have)\b"
    rf"|\bno (?:{_NAMED}) (?:here|in sight)\b"
    r"|\byou (?:in|into|at|among) (?:the|a) (?:pre-?)?(?:diabetic|hypertensive|ana?emic|obese)\b"
    rf"|\b(?:diagnosis|verdict)(?: here)?(?: is|:) {_CONDITION}"
    rf"|\b(?:i|we) (?:\w+ ){{0,2}}(?:suspect|diagnose)(?: you with| that you have)? {_CONDITION}"
    rf"|\b(?:clear|classic|textbook|obvious) (?:case|sign|signs|picture) of {_CONDITION}"
    rf"|^(?:looks|sounds|seems) like {_CONDITION}"
    r"|\bnothing(?: is|'s)? (?:at all )?wrong with you\b|\byour (?:heart|health) is (?:perfectly |completely )?"
    r"(?:healthy|fine|perfect)\b"
)

_COUNT: Final = r"(?:\d[\d,.]*|an?|one|two|three|four|five|half an?|(?:a )?couple of|several)"
_MASS: Final = r"(?:mg|mcg|\u00b5g|\u03bcg|ug|milligrams?|micrograms?|iu|international units)"
_PIECES: Final = r"(?:tablets?|pills?|capsules?|gumm(?:y|ies)|puffs?|sachets?)"
_LOOSE: Final = r"(?:g|grams?|ml|millilit(?:er|re)s?|units?|drops?|spoons?)"
_NO_FOOD: Final = (
    r"(?! ?/ ?(?:d?l|ml|mmol|min|g|kg)\b)(?! (?:per|a) (?:d?l|lit(?:er|re)|decilit(?:er|re))\b)"
    r"(?! of (?:\w+ )?(?:alcohol|caffeine|salt|sodium|sugar|protein|fib(?:er|re)|carb\w*|fat|water|food)\b)"
)
_AMOUNT: Final = (
    rf"(?:\d[\d,.]*[ -]?{_MASS}\b{_NO_FOOD}|{_COUNT}[ -](?:\w+ )?{_PIECES}\b|\d[\d,.]* ?{_LOOSE}\b{_NO_FOOD})"
)
_DOSE: Final = (
    r"\b(?:tak(?:e|es|ing)|dos(?:e|es|age|ing)|swallow|inject|us(?:e|ing)|try|start|begin|increase|reduce|raise|lower"
    r"|supplement|aim for|need|go for|stick to|recommend(?:ed)?|suggest|advise|prescribe)\b"
    rf"(?:[^.;:!?]|\.(?=\d)){{0,60}}?\b{_AMOUNT}"
    rf"|\b(?:\d[\d,.]*[ -]?{_MASS}\b{_NO_FOOD}|{_COUNT}[ -](?:\w+ )?{_PIECES}\b)(?:[^.;:!?/]|\.(?=\d)){{0,40}}"
    r"\b(?:(?:a|per|each|every|in the|at|before) (?:day|night|morning|evening|week|bed(?:time)?|meals?)|daily|nightly"
    r"|(?:once|twice) (?:a|per))\b"
    rf"|\b\d[\d,.]*[ -]?{_MASS} ?/ ?(?:day|d|night|week)\b"
    r"|\b(?:ibuprofen|aspirin|paracetamol|acetaminophen|melatonin|magnesium|iron|zinc|vitamin \w+|metformin|\w+statin)"
    rf",? (?:at |in )?(?:a )?\d[\d,.]*[ -]?{_MASS}\b{_NO_FOOD}"
)

_DRUG: Final = (
    r"(?:medicines?|medications?|meds|drugs?|pills?|tablets?|statins?|\w{3,}statin|\w{3,}(?:pril|sartan|olol|dipine)"
    r"|beta[- ]?blockers?|(?:anti-?)(?:depressants?|biotics?|histamines?|coagulants?)|ssris?|prescriptions?|inhalers?"
    r"|contraceptives?|(?:levo)?thyroxine|metformin|blood thinners?|warfarin|aspirin|ibuprofen|paracetamol"
    r"|acetaminophen|painkillers?|steroids?|diuretics?|water tablets?|sertraline|ozempic|wegovy|semaglutide|lithium"
    r"|hrt|hormone therapy|doses?|dosage|injections?|chemotherapy)"
)
_WHOSE: Final = r"(?: (?:your|the|my|any|these|those|this|that|a|an|another|some|all|tonight's|today's|of))*"
_TAKING: Final = r"(?: (?:taking|using|on|to|with|off|out|down|back|down on|back on))?"
_CHANGING: Final = (
    r"(?<!\ba )(?<!\ban )(?<!\bthe )(?<!\bno )\b(?:stop(?:ping|ped)?|quit(?:ting)?|come off|coming off|get off"
    r"|getting off|go off|going off|skip(?:ping|ped)?|halv(?:e|ing)|doubl(?:e|ing)|chang(?:e|ing)|switch(?:ing)?"
    r"|start(?:ing)?|begin(?:ning)?|discontinu(?:e|ing)|drop(?:ping)?|ditch(?:ing)?|leave out|leaving out"
    r"|adjust(?:ing)?"
    r"|taper(?:ing)?|paus(?:e|ing)|wean(?:ing)?(?: yourself)? off|cut(?:ting)?|leave off|give up|giving up"
    r"|go on|get on|try|throw away)(?! of\b| in\b| such \w+ (?:has|have|is|are|needs?)\b)"
)
_MEDICINE: Final = (
    rf"{_CHANGING}{_TAKING}{_WHOSE}(?: [\w-]+){{0,2}} (?:{_DRUG}|insulin)\b"
    rf"|\b(?:stop|quit|skip|start|begin|try)(?:ping|ting|ing)?(?: (?:taking|using|on|with))? melatonin\b"
    r"|\b(?:reduc|lower|rais|increas|chang)(?:e|ing|ed)? (?:your|the|this) (?:[\w-]+ ){0,2}?" + _DRUG + r"\b"
    r"|\b(?:should|must|need to|ought to) be on (?:a |an )?(?:[\w-]+ )?" + _DRUG + r"\b"
    r"|\bask for (?:a|an|some) (?:[\w-]+ )?" + _DRUG + r"\b"
    r"|\b" + _DRUG + r" (?:would|will|should) (?:help|do|suit) you\b"
    r"|\b(?:take|use) (?:your (?:[\w-]+ )?" + _DRUG + r" )?(?:once|twice|double|half|more|less)\b[^.;:!?]{0,15}\b"
    r"(?:often|dose|dosage)\b"
    r"|\b(?:forget|do without|go without|ignore) (?:your|the|tonight's|today's) (?:[\w-]+ )?(?:"
    + _DRUG
    + r"|insulin)\b"
    r"|\b(?:take|need|want|have to take) (?:a|an|some|another) (?:[\w-]+ )?" + _DRUG + r"\b"
    r"|\b(?:should|must|could|can|need to|have to) take (?:[\w-]+ )?" + _DRUG + r"\b"
    r"|\b(?:don't|do not|no longer|needn't|need not)(?: need(?: to)?| have to)?(?: take| use| need| inject)?"
    r" (?:your|the|this|that|any|these|those|tonight's|today's) (?:[\w-]+ ){0,2}?(?:" + _DRUG + r"|insulin)\b"
)

_SUPPOSED: Final = (
    r"\b(?:if|whether|unless|in case|suppose|assuming|when|whenever|while|until|should|do|did|as long as)\s+"
    r"(?:you (?:think|suspect|fear|know|believe) (?:that )?|[^,.;:!?]{0,50}\b(?:told|said|found)\b[^,.;:!?]{0,12}"
    r"\bthat |[^,.;:!?]{0,50}\bor )?$"
)
_MEANT: Final = (
    r"\b(?:not|\w+n't|never|cannot|nor|no (?!doubt|question|wonder)\w+|nothing)\b[^,.;:!?]{0,30}"
    r"\b(?:mean|prove|show|say|tell|confirm|imply|indicate|establish|diagnose|know|see|decide|judge)(?:s|ing)?"
    r"(?: (?:that|whether|if|you|for sure|surely|by itself|alone))* $"
)
_DENIED: Final = (
    r"(?<!\bwhy )(?<!\bwhy do )\b(?:never|not|don't|no need to|rather than|instead of|nor)\b"
    r"(?! (?:only|just|hesitate|forget|fear|worry|be afraid|be shy))"
    r"(?:(?! (?:and|but|so|then)\b)[^,.;:!?]){0,40}$"
    r"|\b(?:before|without)(?: you| anyone| ever)? $"
)
_OF_OTHERS: Final = (
    r"\b(?:who|those|people|women|men|patients) $"
    r"|\b(?:if|when|whether|while|before|after|unless|once) (?:you|people|someone)(?: \w+ly)?"
    r"(?: should| need to| can| could| have to| also)? $"
    r"|\bwhether to $"
    r"|\b(?:doctors?|nurses?|pharmacists?|prescribers?|clinicians?|care team)"
    r"(?: (?:can|may|might|will|should|could|must|sometimes|often))? $"
    r"|\b(?:discuss|(?:ask|talk to) (?:a|your) (?:doctor|pharmacist|nurse) about) $"
)
_RULES: Final = (
    (_HAS, f"{_SUPPOSED}|{_MEANT}"),
    (_IS, _MEANT),
    (_DOSE, _DENIED),
    (_MEDICINE, f"{_DENIED}|{_OF_OTHERS}"),
)
"""What may not be said, and what just before it takes it back."""


def breaks_a_rule(text: str) -> bool:
    """Whether it diagnoses, names a dose, or tells to start, stop or change a medicine."""
    plain = _SPACES.sub(" ", _HIDDEN.sub("", text).replace("\u2019", "'").replace("\u2018", "'"))
    return any(not before.search(plain[: said.start()]) for rule, before in _rules() for said in rule.finditer(plain))


@cache
def _rules() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Made for the first answer."""
    return tuple((re.compile(rule, re.IGNORECASE), re.compile(before, re.IGNORECASE)) for rule, before in _RULES)
