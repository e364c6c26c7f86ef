"""What is said to somebody in danger: what to do now, and whom to call where they are."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from services.orchestrator.domain.safety.dangers import Danger, Heard

_REGION: Final = re.compile(r"^[A-Za-z]{2,3}(?:[-_][A-Za-z]{4})?[-_](?P<region>[A-Za-z]{2})(?![A-Za-z])")


@dataclass(frozen=True, kw_only=True)
class Line:
    """People who answer.

    Attributes:
        call: the number; empty where there is none.
        text: how to write to them instead; empty where that is not known.
        website: where to find them when there is no number to call.
        hours: when they answer; empty for at all times.
    """

    name: str
    call: str = ""
    text: str = ""
    website: str = ""
    hours: str = ""


@dataclass(frozen=True, kw_only=True)
class Lines:
    """Whom to call, by country (ISO 3166-1 alpha-2).

    Attributes:
        ambulance, police: numbers.
        for_danger: the lines for a kind of danger, by country.
        anywhere: a directory of lines in all countries.
    """

    ambulance: Mapping[str, str]
    police: Mapping[str, str]
    for_danger: Mapping[Danger, Mapping[str, tuple[Line, ...]]]
    anywhere: Line


@dataclass(frozen=True, kw_only=True)
class Words:
    """The texts. `{ambulance}`, `{police}` and `{line}` stand for numbers.

    Attributes:
        first: by what was heard, all of it.
        besides: a shorter paragraph for each further danger.
        beside_answer: by what was faintly heard, below an answer to what was asked.
        earlier: begins the answer when the danger was spoken of before the newest message.
        known, unknown: how a number is said where the country is known, and where it is not.
    """

    first: Mapping[Danger, str]
    besides: Mapping[Danger, str]
    beside_answer: Mapping[Danger, str]
    earlier: str
    ambulance_known: str
    ambulance_unknown: str
    police_known: str
    police_unknown: str
    anywhere: str


def country_of(locale: str) -> str:
    """The country of a BCP 47 language tag ("en-GB", "de_AT.UTF-8"); empty where it names none."""
    found = _REGION.match(locale.strip())
    return found["region"].upper() if found else ""


def answer_for(heard: Heard, *, locale: str, words: Words, lines: Lines) -> str:
    """The whole answer, Markdown. It holds no number but those to call.

    Args:
        heard: at least one danger.
        locale: where the person is, as a language tag; empty where that is not known.
        words: the texts.
        lines: whom to call.
    """
    first, *others = heard.dangers
    texts = [words.first[first], *(words.besides[danger] for danger in others)]
    told = _filled(heard.dangers, texts, country_of(locale), words, lines)
    return "\n\n".join(([words.earlier] if heard.earlier else []) + told)


def beside_answer(heard: Heard, *, locale: str, words: Words, lines: Lines) -> str:
    """What stands below an answer where danger is faintly heard; arguments as for `answer_for`."""
    texts = [words.beside_answer[danger] for danger in heard.dangers]
    return "\n\n".join(_filled(heard.dangers, texts, country_of(locale), words, lines))


def _filled(dangers: Sequence[Danger], texts: Sequence[str], country: str, words: Words, lines: Lines) -> list[str]:
    """The texts, one for each danger, with the numbers of the country."""
    numbers = {
        "ambulance": _number(lines.ambulance, country, words.ambulance_known, words.ambulance_unknown),
        "police": _number({**lines.ambulance, **lines.police}, country, words.police_known, words.police_unknown),
    }
    return [
        text.format_map({**numbers, "line": _lines(danger, country, words, lines)})
        for danger, text in zip(dangers, texts, strict=True)
    ]


def _number(numbers: Mapping[str, str], country: str, known: str, unknown: str) -> str:
    number = numbers.get(country)
    return known.format(number=number) if number else unknown


def _lines(danger: Danger, country: str, words: Words, lines: Lines) -> str:
    here = lines.for_danger.get(danger, {}).get(country, ())
    listed = "\n".join(f"- {_spoken(line)}" for line in here)
    anywhere = f"- {words.anywhere}"
    return f"{listed}\n{anywhere}" if listed else anywhere


def _spoken(line: Line) -> str:
    ways = [f"call **{line.call}**"] if line.call else []
    ways += [f"text {line.text}"] if line.text else []
    ways += [line.website.removeprefix("https://")] if line.website and not line.call else []
    hours = f" ({line.hours})" if line.hours else ""
    return f"{line.name}: {' or '.join(ways)}{hours}"
