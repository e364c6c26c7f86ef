"""The text that a reader sees on a web page, made out in time that grows with its length and no faster.

The standard library's `html.parser` is not used: in Python 3.11.7 it takes more than a minute for 50 KB of `<a <a <a`,
and holds up the whole process meanwhile. Only text is wanted here, so tags are skipped rather than understood; each
step of the scan begins where the one before it ended.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Final

_UNSEEN: Final = frozenset({"script", "style", "noscript", "template", "svg", "math", "iframe", "object", "select"})
"""Elements without text for a reader. One that is never closed hides the rest of the page."""
_INLINE: Final = frozenset(
    {
        *("a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd"),
        *("label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u"),
        *("var", "wbr"),
    }
)
_TAG_NAME: Final = re.compile(r"[A-Za-z][^\s/><]{0,30}")
_END_OR_QUOTE: Final = re.compile("[>\"']")
_CLOSING: Final = {tag: re.compile(f"</{tag}(?![a-z0-9-])", re.IGNORECASE) for tag in (*_UNSEEN, "title")}
_HUGE_NUMBER: Final = re.compile(r"&#x?[0-9a-f]{8,};?", re.IGNORECASE)
"""No sign has such a number, and Python refuses to read the longest of them."""


@dataclass(frozen=True, kw_only=True)
class HtmlText:
    """A page as text: its title, and a line for each block."""

    title: str
    text: str


def html_text(html: str) -> HtmlText:
    """The title and the text of a page. Broken markup gives the text that can be made out."""
    scan = _Scan(html)
    blocks = "".join(scan.pieces()).split("\0")
    lines = (_one_line(block) for block in blocks)
    return HtmlText(title=_one_line(scan.title), text="\n".join(line for line in lines if line))


def plain_text(html: str) -> str:
    """A short piece of markup as one line of text."""
    return html_text(html).text.replace("\n", " ")


def _one_line(markup: str) -> str:
    """Text without tags, its references resolved and its white space made single."""
    return " ".join(unescape(_HUGE_NUMBER.sub(" ", markup)).split())


class _Scan:
    """One pass over a page, from its beginning to its end."""

    def __init__(self, html: str) -> None:
        self._html = html.replace("\0", " ")
        self._at = 0
        self.title = ""

    def pieces(self) -> Iterator[str]:
        """The text between tags, references unresolved, with a zero wherever a block begins or ends."""
        while (opening := self._html.find("<", self._at)) >= 0:
            yield self._html[self._at : opening]
            self._at = opening + 1
            if self._html.startswith("!--", self._at):
                self._at = self._after("-->", start=self._at + 3)
            elif self._html.startswith(("!", "?"), self._at):
                self._at = self._after(">", start=self._at)
            else:
                yield self._tag()
        yield self._html[self._at :]

    def _tag(self) -> str:
        """Passes a tag, and with it the inside of what nobody sees; what is no tag is text."""
        closes = self._html.startswith("/", self._at)
        name = _TAG_NAME.match(self._html, self._at + closes)
        if name is None:
            return "<"
        tag = name[0].lower()
        self._at = self._end_of_tag(name.end())
        if tag in _CLOSING and not closes and not self._html.endswith("/>", 0, self._at):
            self._inside(tag)
        return "" if tag in _INLINE else "\0"

    def _end_of_tag(self, start: int) -> int:
        """Behind the `>` that ends a tag; one between quotes does not.

        A quote without a second one ends nothing. There is at most one of each kind, so looking for it costs little.
        """
        while (found := _END_OR_QUOTE.search(self._html, start)) is not None:
            sign = found[0]
            if sign == ">":
                return found.end()
            start = found.end()
            closing = self._html.find(sign, start)
            if closing >= 0:
                start = closing + 1
        return len(self._html)

    def _inside(self, tag: str) -> None:
        """Passes what an element holds, up to its closing tag; of the page's title it is kept."""
        closing = _CLOSING[tag].search(self._html, self._at)
        end = len(self._html) if closing is None else closing.start()
        if tag == "title" and not self.title:
            self.title = self._html[self._at : end]
        self._at = end

    def _after(self, mark: str, *, start: int) -> int:
        found = self._html.find(mark, start)
        return len(self._html) if found < 0 else found + len(mark)
