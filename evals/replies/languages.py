"""Whole numbers below a hundred as other languages spell them."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

Spell: TypeAlias = Callable[[int], str]


def _of_parts(small: str, tens: str, join: Callable[[str, str], str]) -> Spell:
    """A speller from the words of 0 to 19 (or more) and of 20, 30 ... 90, and how tens and ones go together."""
    low, high = tuple(small.split()), tuple(tens.split())

    def spell(number: int) -> str:
        if number < len(low):
            return low[number]
        ten, one = divmod(number, 10)
        return join(high[ten - 2], low[one]) if one else high[ten - 2]

    return spell


def _german(ten: str, one: str) -> str:
    return f"{one.removesuffix('s') if one == 'eins' else one}und{ten}"


def _dutch(ten: str, one: str) -> str:
    return f"{one.replace('é', 'e')}{'ën' if one.endswith('e') else 'en'}{ten}"


def _italian(ten: str, one: str) -> str:
    return (ten[:-1] if one[0] in "uo" else ten) + one.replace("tre", "tré")


_FRENCH: Final = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit"
    " dix-neuf"
)


def _french(number: int) -> str:
    low = _FRENCH.split()
    tens: Sequence[tuple[int, str]] = (
        (80, "quatre-vingt"), (60, "soixante"), (50, "cinquante"), (40, "quarante"), (30, "trente"), (20, "vingt"),
    )  # fmt: skip
    if number < 20:
        return low[number]
    base, name = next((base, name) for base, name in tens if number >= base)
    rest = number - base
    if not rest:
        return name + ("s" if base == 80 else "")
    return name + (" et " if rest in (1, 11) and base != 80 else "-") + low[rest]


def _ideographs(number: int) -> str:
    digits = "零一二三四五六七八九"
    ten, one = divmod(number, 10)
    return (digits[ten] if ten > 1 else "") + ("十" if ten else "") + (digits[one] if one or not ten else "")


SPELLED: Final[Mapping[str, Spell]] = MappingProxyType(
    {
        "German": _of_parts(
            "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn"
            " siebzehn achtzehn neunzehn",
            "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
            _german,
        ),
        "French": _french,
        "Spanish": _of_parts(
            "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis"
            " diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco"
            " veintiséis veintisiete veintiocho veintinueve",
            "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
            lambda ten, one: f"{ten} y {one}",
        ),
    }
)
"""By language."""
HELD_OUT: Final[Mapping[str, Spell]] = MappingProxyType(
    {
        "Italian": _of_parts(
            "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici"
            " sedici diciassette diciotto diciannove",
            "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
            _italian,
        ),
        "Dutch": _of_parts(
            "nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien"
            " zeventien achttien negentien",
            "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
            _dutch,
        ),
        "Portuguese": _of_parts(
            "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete"
            " dezoito dezenove",
            "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
            lambda ten, one: f"{ten} e {one}",
        ),
        "Swedish": _of_parts(
            "noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton"
            " nitton",
            "tjugo trettio fyrtio femtio sextio sjuttio åttio nittio",
            lambda ten, one: f"{ten}{one}",
        ),
        "Polish": _of_parts(
            "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście"
            " czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście",
            "dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt"
            " dziewięćdziesiąt",
            lambda ten, one: f"{ten} {one}",
        ),
        "ideographs": _ideographs,
    }
)
