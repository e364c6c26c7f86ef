"""Dates whose month is a word, in the languages that laboratories print in."""

import re
from typing import Final

from services.health_data.domain.laboratory.analytes import plain

# By month, in English, German, French, Spanish, Italian, Portuguese and Dutch; without accents.
_MONTHS: Final = """
jan january januar janvier janv enero ene gennaio gen janeiro januari
feb february februar fevrier fevr fev febrero febbraio fevereiro februari
mar march marz maerz mrz mars marzo marco maart mrt
apr april avril avr abril abr aprile
may mai mayo maggio mag maio mei
jun june juni juin junio giugno giu junho
jul july juli juillet juil julio luglio lug julho
aug august aout agosto ago augustus
sep sept september septembre septiembre settembre set setembro
oct okt october oktober octobre octubre ottobre ott outubro out
nov november novembre noviembre novembro
dec dez december dezember decembre diciembre dic dicembre dezembro
"""
_NUMBER: Final = {name: number for number, line in enumerate(_MONTHS.strip().splitlines(), 1) for name in line.split()}
_CLOCK: Final = r"(?:(?:\s*,|\s+at|\s+um)?\s+(?P<clock>\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?))?"
_DAY_FIRST: Final = re.compile(
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?[\s/-]*(?:de\s+)?(?P<month>[^\W\d_]+)\.?,?[\s/-]*(?:de\s+)?(?P<year>\d{{4}}){_CLOCK}",
    re.IGNORECASE,
)
_MONTH_FIRST: Final = re.compile(
    rf"(?P<month>[^\W\d_]+)\.?[\s-]*(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?[\s-]+(?P<year>\d{{4}}){_CLOCK}", re.IGNORECASE
)


def with_number(text: str) -> str:
    """A date with its month as a number, YYYY-MM-DD and the clock behind it; any other text as it is."""
    match = _DAY_FIRST.fullmatch(text.strip()) or _MONTH_FIRST.fullmatch(text.strip())
    month = _NUMBER.get(plain(match["month"])) if match else None
    if match is None or month is None:
        return text
    clock = f" {match['clock']}" if match["clock"] else ""
    return f"{match['year']}-{month:02d}-{int(match['day']):02d}{clock}"
