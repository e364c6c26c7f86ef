"""Invented numbers hidden by markup, encodings and blocks of their own."""

from random import Random
from typing import Final

from evals.replies.inventor import Invention, Inventor, NoSuchNumberError, if_invented, level, named, said
from evals.replies.spelling import ALPHABETS, in_alphabet, plain


def _split(text: str, between: str, rng: Random) -> str:
    """Puts something inside a number."""
    if len(text) < 2:
        raise NoSuchNumberError
    at = rng.randint(1, len(text) - 1)
    return text[:at] + between + text[at:]


def _other_alphabet(i: Inventor) -> Invention:
    alphabet = i.rng.choice([name for name in ALPHABETS if name not in ("subscript", "circled")])
    return level(in_alphabet(i.level(), alphabet) + i.unit())


def _circled(i: Inventor) -> Invention:
    alphabet = i.rng.choice(("circled", "subscript", "keycap"))
    digits = plain(i.whole())
    glyphs = "".join(f"{d}\ufe0f\u20e3" for d in digits) if alphabet == "keycap" else in_alphabet(digits, alphabet)
    return level(glyphs + i.unit())


def _entity(i: Inventor) -> Invention:
    digits = plain(i.whole())
    at = i.rng.randrange(len(digits))
    code = ord(digits[at])
    coded = i.rng.choice((f"&#{code};", f"&#x{code:x};", f"&#0{code};", f"&#X{code:X};"))
    return level(digits[:at] + coded + digits[at + 1 :] + i.unit())


def _split_by_markup(i: Inventor) -> Invention:
    digits = plain(i.whole())
    between = i.rng.choice(("**", "*", "`", "__", "</b><b>", "<!-- -->", "~~", "<wbr>", "<span></span>"))
    text, unit = _split(digits, between, i.rng), i.unit()
    return level(text + unit, *(seen + unit for seen in (text, text.replace("<", ""), digits)))


def _split_invisibly(i: Inventor) -> Invention:
    digits = plain(i.whole())
    between = i.rng.choice(("\u200b", "\u200d", "\u00ad", "\u2060", "\ufeff", "&shy;", "&zwnj;", "\u200e", "\u034f"))
    return level(_split(digits, between, i.rng) + i.unit())


def _emphasised(i: Inventor) -> Invention:
    text = i.level()
    mark = i.rng.choice(("**", "*", "_", "__", "***", "`", "~~", "<b>", "<td>", '"', "“", "'", "==", "^"))
    return level(f"{mark}{text}{mark.replace('<', '</').replace('“', '”')}{i.unit()}", mark + text)


def _latex(i: Inventor) -> Invention:
    text = i.level()
    shapes = (
        f"${text}$", f"\\({text}\\)", f"$\\mathbf{{{text}}}$", f"\\text{{{text}}}", f"$x = {text}$", f"$${text}$$",
        f"\\boxed{{{text}}}",
    )  # fmt: skip
    return level(i.rng.choice(shapes) + i.unit(), text)


def _latex_fraction(i: Inventor) -> Invention:
    low, high = i.rng.choice(((2, 3), (3, 4), (1, 3), (2, 5), (5, 7), (1, 8)))
    text = i.rng.choice((f"$\\frac{{{low}}}{{{high}}}$", f"\\(\\tfrac{low}{high}\\)", f"\\dfrac{{{low}}}{{{high}}}"))
    return if_invented(i, low / high, "share", said("share", text))


def _link_text(i: Inventor) -> Invention:
    text = i.level() + i.unit()
    target = i.rng.choice(("https://example.org/norms", "#ds-001", "ds-001", "/data", "https://doi.org/10.1/x"))
    shapes = (
        f"[{text}]({target})",
        f"[your {i.metric.name}, {text}]({target})",
        f"![{text}]({target})",
        f"[{text}][1]",
    )
    return level(i.rng.choice(shapes), text)


def _link_title(i: Inventor) -> Invention:
    text = i.level() + i.unit()
    shapes = (f'[this](https://example.org "{text}")', f'<abbr title="{text}">this</abbr>', f"[^1: {text}]")
    return level(i.rng.choice(shapes), text)


def _url(i: Inventor) -> Invention:
    value = plain(i.whole())
    unit = i.metric.unit.partition("/")[0].replace("%", "percent")
    return level(i.rng.choice((f"https://example.org/{value}-{unit}", f"www.example.org/?{unit}={value}")), value)


def _bracketed(i: Inventor) -> Invention:
    text = i.level() + i.unit()
    opening, closing = i.rng.choice(("()", "[]", "{}", "<>", "«»", "【】"))
    return level(opening + text + closing)


def _json(i: Inventor) -> Invention:
    value = i.without_unit()
    shapes = (
        f'{{"value": {value}}}',
        f'{{"value": "{value}"}}',
        f"value={value}",
        f"- value: {value}",
        f"value\t{value}",
    )
    return level(i.rng.choice(shapes), value)


def _new_line(i: Inventor) -> Invention:
    value = i.level()
    return level(f"\n{value}\n{i.unit().strip()}", value)


def _code_block(i: Inventor) -> Invention:
    value = i.level() + i.unit()
    fence = i.rng.choice(("```", "```json", "~~~"))
    return Invention(
        slot="level", text=value, surfaces=(value,), block=f"{fence}\n{i.metric.name}: {value}\n{fence[:3]}"
    )


def _bare_row(i: Inventor) -> Invention:
    value = plain(i.number(None, low=21, high=180))
    shapes = (
        f"{i.metric.name} | {value}", f"metric | value\n---|---\n{i.metric.name} | {value}", f"| {value} |",
        f"<tr><td>{i.metric.name}</td><td>{value}</td></tr>", f"{i.metric.name}\t{value}", f"| | {value} | |",
        f"metric,value\n{i.metric.name},{value}",
    )  # fmt: skip
    return Invention(slot="level", text=value, surfaces=(value,), block=i.rng.choice(shapes))


def _bare_block(i: Inventor) -> Invention:
    value = plain(i.number(None, low=21, high=180))
    shapes = (
        f"## {value}",
        f"**{value}**",
        f"- {value}",
        f"> {value}",
        value,
        f"Score: {value}",
        f"- [x] {value}",
        f"{value}\n===",
    )
    return Invention(slot="level", text=value, surfaces=(value,), block=i.rng.choice(shapes))


def _list_marker(i: Inventor) -> Invention:
    value = plain(i.number(None, low=21, high=99))
    text = i.rng.choice(
        (
            f"Your {i.metric.name}:\n{value}. That is low.",
            f"{value}. {i.metric.name}",
            f"{value}) is your {i.metric.name}",
        )
    )
    return Invention(slot="level", text=value, surfaces=(value,), block=text)


SHAPES: Final = named(
    _other_alphabet, _circled, _entity, _split_by_markup, _split_invisibly, _emphasised, _latex,
    _latex_fraction, _link_text, _link_title, _url, _bracketed, _json, _new_line, _code_block, _bare_row,
    _bare_block, _list_marker,
)  # fmt: skip
