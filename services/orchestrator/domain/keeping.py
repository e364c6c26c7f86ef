"""What is never kept of a person's words, whoever reads them: secrets, what is said in a crisis, and orders to Amy."""

import re
from typing import Final

SECRET: Final = re.compile(
    r"\b(?:password|passcode|passphrase|pin(?: code)?|api[-_ ]?keys?|secret|bearer|credentials?|(?:access|auth"
    r"|api|login|session|bearer)[-_ ]tokens?|token|ssn|passport|licen[cs]e plate"
    r"|social security|credit card|card number|iban|cvv|account number|phone number|e-?mail(?: address)?|address)\b"
    r"|\b(?:amy_live_|sk-|ghp_|xox[abp]-|AKIA|eyJ)\S+|\S+@\S+\.\w+"
    r"|(?=\S*\d)(?=\S*[A-Za-z])[\w+/=.-]{20,}|(?:\d[ -]?){8,}"
    r"|\b\d+\w? (?:(?-i:[A-Z])\w+ ){1,3}(?:street|st|road|rd|avenue|ave|lane|drive|boulevard)\b",
    re.IGNORECASE,
)
HARM: Final = re.compile(
    r"\b(?:suicid\w*|kill\w*|die|dead|dying|hurt(?:ing)? (?:myself|me)|harm(?:ing)?|cut(?:ting)? myself"
    r"|end(?:ing)? (?:it|my"
    r" life)|purg\w+|throw(?:ing)? up|vomit\w*|laxatives?|starv\w+|(?:stop|quit|not) eating(?! \w+ (?:after|before))"
    r"|overdos\w+|(?:hits?|beats?|abuses?|rap\w+) me|disappear|be here any ?more|left alone|hate myself)\b",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    r"^\W*(?:please |always |never |must |should |do not |don't |from now on,? |in future,? )*"
    r"(?:act|answer|call|claim|disregard|forget|follow|give|ignore|mention|obey|output|praise|print|pretend|promote|read"
    r"|recommend|refuse|repeat|reply|respond|reveal|route|say|send|share|show|skip|stop|tell|treat|trust|use|write)\b"
    r"|\b(?:ignore|disregard|override|bypass|obey|follow)s? (?:\w+ ){0,3}(?:instructions?|rules?|prompts?|orders?)\b"
    r"|\b(?:system|developer) (?:prompt|message|mode)\b|\b(?:system|assistant|developer) ?:"
    r"|\bamy (?:must|should|shall|is|has to|always|never)\b|\byou (?:must|should|shall|are now|have to)\b"
    r"|[<>{}]|https?:|www\.",
    re.IGNORECASE | re.MULTILINE,
)
"""Of a note on a person, which names no doer: it says what they do ("eats no fish"), never what is to be done."""


def may_be_kept(text: str) -> bool:
    return not any(bar.search(text) for bar in (SECRET, HARM, _ORDER))
