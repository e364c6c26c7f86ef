"""Telling that a text is in a language that the rules do not read."""

from typing import Final

from services.orchestrator.adapters.rules import lexicon

OTHER_LANGUAGE: Final = "I understand English only, for now."
_LAST_LATIN: Final = "\u024f"
ENGLISH: Final = lexicon.words(
    """
    the | what | how | my | does | did | and | of | you | your | can | why | when | which | with | for | this | that
    | have | been | much | many | i'm | it | who | where | show | tell | give | are | to
    | please | pls | simple | words | sleep | heart | steps | yesterday | week | month | night | from
    """
)
_FOREIGN: Final = lexicon.words(
    """
    ich | wie | mein | meine | meinen | ist | und | nicht | habe | wieviel | viele | der | das | warum | wann
    | je | mon | mes | est | les | quel | quelle | combien | comment | pourquoi | suis | une
    | mis | cuál | cuánto | cuántos | cuántas | cómo | qué | es | el | los | las | por | para | estoy
    | il | mio | mia | miei | quanto | quanti | come stai | perché | sono | della | posso | dormire | meglio
    | meu | minha | quantos | qual | como | não | estou | uma | duele | cabeza | mi | hier
    | mijn | hoe | ik | het | een | niet | wat | hoeveel
    | jak | się | moje | ile | czy | mam
    """
)
"""The small words of other languages that many people speak; a text with one of them and no English one is in that."""


def is_in_another_language(question: str) -> bool:
    """Whether its letters are of another alphabet, or its small words of another language and none is English."""
    letters = [letter for letter in question if letter.isalpha()]
    if sum(letter > _LAST_LATIN for letter in letters) * 2 > len(letters):
        return True
    return bool(_FOREIGN.search(question)) and not ENGLISH.search(question)
