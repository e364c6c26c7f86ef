"""Number words of other languages: "achtundfünfzig", "quatre-vingt-dix", "cincuenta y ocho"."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from services.orchestrator.domain.numbers.reading.tokens import NumberToken, Quantity
from services.orchestrator.domain.numbers.reading.units import unit_beside

_GERMAN: Final = (
    "null 0 eins 1 einund 1 zwei 2 zwo 2 drei 3 vier 4 funf 5 fuenf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11"
    " zwolf 12 zwoelf 12 dreizehn 13 vierzehn 14 funfzehn 15 fuenfzehn 15 sechzehn 16 siebzehn 17 achtzehn 18"
    " neunzehn 19 zwanzig 20 dreißig 30 dreissig 30 vierzig 40 funfzig 50 fuenfzig 50 sechzig 60 siebzig 70 achtzig 80"
    " neunzig 90 hundert 100 einhundert 100 tausend 1000 eintausend 1000"
)
_FRENCH: Final = (
    "deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15"
    " seize 16 vingt 20 vingts 20 trente 30 quarante 40 cinquante 50 soixante 60 septante 70 quatre-vingt 80"
    " quatre-vingts 80 huitante 80 octante 80 nonante 90 cent 100 cents 100 mille 1000"
)
_SPANISH: Final = (
    "cero 0 uno 1 dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 trece 13"
    " catorce 14 quince 15 dieci 10 veinte 20 veinti 20 treinta 30 cuarenta 40 cincuenta 50 sesenta 60 setenta 70"
    " ochenta 80 noventa 90 cien 100 ciento 100 cientos 100 cientas 100 quinientos 500 setecientos 700"
    " novecientos 900 mil 1000"
)
_ITALIAN: Final = (
    "due 2 tre 3 quattro 4 cinque 5 sei 6 sette 7 otto 8 nove 9 undici 11 dodici 12 tredici 13 quattordici 14"
    " quindici 15 sedici 16 diciassette 17 diciotto 18 diciannove 19 venti 20 vent 20 trenta 30 trent 30 quaranta 40"
    " quarant 40 cinquanta 50 cinquant 50 sessanta 60 sessant 60 settanta 70 settant 70 ottanta 80 ottant 80"
    " novanta 90 novant 90 cento 100 mila 1000"
)
_DUTCH: Final = (
    "nul 0 een 1 eenen 1 twee 2 drie 3 vijf 5 zes 6 zeven 7 negen 9 tien 10 twaalf 12 dertien 13 veertien 14"
    " vijftien 15 zestien 16 zeventien 17 achttien 18 negentien 19 twintig 20 dertig 30 veertig 40 vijftig 50"
    " zestig 60 zeventig 70 tachtig 80 negentig 90 honderd 100 duizend 1000"
)
_PORTUGUESE: Final = (
    "um 1 dois 2 duas 2 quatro 4 sete 7 oito 8 dez 10 doze 12 treze 13 catorze 14 dezesseis 16 dezasseis 16"
    " dezessete 17 dezassete 17 dezoito 18 dezenove 19 dezanove 19 vinte 20 trinta 30 quarenta 40 cinquenta 50"
    " sessenta 60 oitenta 80 cem 100 centos 100 duzentos 200 trezentos 300 quinhentos 500"
)
_SCANDINAVIAN: Final = (
    "noll 0 ett 1 tva 2 fyra 4 fem 5 sex 6 sju 7 atta 8 nio 9 tio 10 elva 11 tolv 12 tretton 13 fjorton 14 femton 15"
    " sexton 16 sjutton 17 arton 18 nitton 19 tjugo 20 trettio 30 fyrtio 40 femtio 50 sextio 60 sjuttio 70 attio 80"
    " nittio 90 hundra 100 tusen 1000"
)
_POLISH: Final = (
    "jeden 1 dwa 2 trzy 3 cztery 4 piec 5 szesc 6 siedem 7 osiem 8 dziewiec 9 dziesiec 10 jedenascie 11 dwanascie 12"
    " trzynascie 13 czternascie 14 pietnascie 15 szesnascie 16 siedemnascie 17 osiemnascie 18 dziewietnascie 19"
    " dwadziescia 20 trzydziesci 30 czterdziesci 40 piecdziesiat 50 szescdziesiat 60 siedemdziesiat 70"
    " osiemdziesiat 80 dziewiecdziesiat 90 sto 100 tysiac 1000"
)
_LANGUAGES: Final = (_GERMAN, _FRENCH, _SPANISH, _ITALIAN, _DUTCH, _PORTUGUESE, _SCANDINAVIAN, _POLISH)
"""Words without their accents, each before its value; what a compound is made of stands among them."""
_AS_IN_ENGLISH: Final = (
    "arton cem cent cento cents cero dieci dix dos doze due een elf elva ett fem mil mila mille nio noll nove nul"
    " null once onze otto quince sei seize sept sex sexton six sto tio tre tres trent twee um uno vent venti zes"
)
_ENGLISH: Final = frozenset(_AS_IN_ENGLISH.split())
"""Those that are also English words, names or parts of them, which count only beside a unit or another number word."""


def _table() -> MappingProxyType[str, int]:
    words = [word for language in _LANGUAGES for word in language.split()]
    return MappingProxyType({word: int(value) for word, value in zip(words[::2], words[1::2], strict=True)})


_VALUES: Final = _table()
_WORD: Final = "|".join(sorted(_VALUES, key=len, reverse=True))
_JOINT: Final = r"(?:[\s-](?:et|y|e|en|och|i)[\s-]|\s?-\s?|\s|und|e?n)?"
_RUN: Final = re.compile(rf"(?<![^\W_])(?:{_WORD})(?:{_JOINT}(?:{_WORD}))*(?![^\W_])")
_ONE_WORD: Final = re.compile(_WORD)
_PER: Final = re.compile(r"\bper\s$")


def foreign_numbers(plain: str) -> Iterator[NumberToken]:
    """The numbers of a text in words that are not English."""
    bare = _without_accents(plain.lower())
    if len(bare) != len(plain):
        return
    for run in _RUN.finditer(bare):
        words = _ONE_WORD.findall(run.group())
        beside = unit_beside(plain, run.end())
        value = _value([_VALUES[word] for word in words])
        is_said = beside and value != 1 and not _PER.search(bare, max(0, run.start() - 5), run.start())
        is_compound = len(words) > 1 and " " not in run.group()
        if is_said or is_compound or not _ENGLISH.issuperset(words):
            said = Quantity(value, beside[0] if beside else None)
            yield NumberToken(text="", start=run.start(), end=run.end(), bare=False, readings=(said,), in_words=True)


def _value(parts: list[int]) -> float:
    """What the words of a number come to, whichever way its language orders ones and tens."""
    total = group = 0
    for part in parts:
        if part == 1000:
            total, group = total + (group or 1) * part, 0
        elif part == 100 and group:
            group *= part
        else:
            group += part
    return float(total + group)


def _without_accents(text: str) -> str:
    return text if text.isascii() else "".join(map(_bare, text))


@lru_cache(maxsize=4096)
def _bare(character: str) -> str:
    return unicodedata.normalize("NFD", character)[0]
