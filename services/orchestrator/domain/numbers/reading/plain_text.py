"""A Markdown text as its reader sees it, so that no number hides in how it is written."""

import html
import re
import unicodedata
from functools import lru_cache
from types import MappingProxyType
from typing import Final

_COMMENT: Final = re.compile(r"<!--.{0,999}?-->", re.DOTALL)
_TAG: Final = re.compile(
    r"</?(?:a|abbr|b|big|br|code|dd|del|details|div|dl|dt|em|font|h[1-6]|i|ins|kbd|li|mark|ol|p|pre|q|s|small|span"
    r"|strike|strong|sub|summary|sup|t[dhrt]|table|tbody|thead|u|ul|var|wbr)(?:\s[^<>\d]*)?/?>",
    re.IGNORECASE,
)
LINK: Final = re.compile(
    r"!?\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:https?://|www\.|mailto:|[#/])"
    r"(?:[^\s()]|\([^\s()]*\))*\)"
)
_FRACTION: Final = re.compile(
    r"\\[cdt]?frac\s?(?:\{(?P<over>[^{}]*)\}|(?P<top>\d))\s?(?:\{(?P<under>[^{}]*)\}|(?P<bottom>\d))"
)
_COMMAND: Final = re.compile(r"\\(?P<name>[A-Za-z]+)|\\[()\[\],;:! ]")
_COMMANDS: Final = MappingProxyType(
    {"times": "\u00d7", "cdot": "·", "approx": "≈", "sim": "~", "pm": "±", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥"}
    | {"quad": " ", "qquad": " ", "degree": "°", "circ": "°", "percent": "%"}
)
_ESCAPE: Final = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_TIMES_TEN: Final = re.compile(r"(?<=\d)\s?\*\s?(?=10(?:\^|\*\*|[⁻⁺⁰¹²³⁴-⁹]))")
_POWER: Final = re.compile(r"(?<=10)\*\*(?=[-+]?\d)")
_EMPHASIS: Final = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_RAISED: Final = re.compile(r"\^(?P<text>[^\s^]{1,12})\^|==|~~")
_UNSEEN: Final = frozenset("*`${}\u00ad\u115f\u1160\u2800\u3164\uffa0")
_SPECIAL: Final = re.compile(r"[&<\[\\*`~${}_^]|==|[^\x00-\x7f]")
_SUPERSCRIPTS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUBSCRIPTS: Final = "₀₁₂₃₄₅₆₇₈₉"
_SIGNS: Final = MappingProxyType({"\u2212": "-", "\u2010": "-", "\u2011": "-", "\u2012": "\u2013", "\u2015": "\u2014"})
_SEPARATORS: Final = MappingProxyType(
    {"\u066b": ".", "\u066c": ",", "٪": "%", "\u2044": "/", "\u2215": "/", "\u02bc": "\u2019"}
)


def visible(text: str) -> str:
    """The text without what a reader does not see: markup, link targets, escapes, invisible characters.

    What is one character in writing and several in reading is written out: "㎏", "⑳".
    """
    if not _SPECIAL.search(text):
        return text
    text = _TAG.sub("", _COMMENT.sub("", html.unescape(text)))
    text = LINK.sub(lambda found: found["text"], text)
    if "\\" in text:
        text = _FRACTION.sub(lambda found: f"{found['over'] or found['top']}/{found['under'] or found['bottom']}", text)
        text = _ESCAPE.sub("", _COMMAND.sub(lambda found: _COMMANDS.get(found["name"] or "", ""), text))
    text = _POWER.sub("^", _TIMES_TEN.sub("\u00d7", text)) if "*" in text else text
    text = "".join(map(_seen, _RAISED.sub(lambda found: found["text"] or "", text)))
    return _EMPHASIS.sub("", text) if "_" in text else text


def in_ascii_digits(text: str) -> str:
    """The text with the digits, signs, separators and spaces of every script as ASCII ones; positions stay."""
    return text if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=4096)
def _seen(character: str) -> str:
    if character in _UNSEEN:
        return ""
    if character.isascii():
        return character
    category = unicodedata.category(character)
    if category in {"Cf", "Me"} or (category == "Mn" and unicodedata.combining(character) in {0, 220, 230, 1}):
        return ""
    if category in {"No", "Nl"} and ((value := unicodedata.numeric(character)) >= 10 or category == "Nl"):
        return f"{value:.0f}"
    spelled = unicodedata.normalize("NFKC", character)
    is_fraction = category == "No" and "\u2044" in spelled
    return spelled if len(spelled) > 1 and not is_fraction and not spelled[0].isspace() else character


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    if character.isascii() or character in _SUPERSCRIPTS or character in _SUBSCRIPTS:
        return character
    if character in _SIGNS or character in _SEPARATORS:
        return _SIGNS.get(character) or _SEPARATORS[character]
    if character.isspace():
        return "\n" if character in "\u2028\u2029\x85" else " "
    value = unicodedata.numeric(character, -1.0)
    if 0 <= value <= 9 and value.is_integer():
        return f"{value:.0f}"
    same = unicodedata.normalize("NFKC", character)
    return same if len(same) == 1 else character
