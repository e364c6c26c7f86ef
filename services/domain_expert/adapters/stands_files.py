"""What to say of numbers, read from the TOML files of `services/domain_expert/stands`; its README says the format."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from services.domain_expert.domain.citing import Citable, Source
from services.domain_expert.domain.ranges.rows import Row
from services.domain_expert.domain.ranges.spans import span
from services.domain_expert.domain.ranges.stands import Place, Stand, Stands

FOLDER: Final = Path(__file__).parents[1] / "stands"
_ROW: Final = re.compile(r"\{row:(?P<id>[^}]+)\}")


def stands(rows: Sequence[Row], passages: Sequence[Citable], folder: Path) -> Stands:
    """All of them; a mistake in a file stops the service, and no consultation. The first source of a passage is cited.

    Raises:
        ValueError: a stand breaks the format, names a row or passage that is not there, or is there twice.
    """
    known = {row.id: row for row in rows}
    cited = {passage.id: passage for passage in passages}
    found: dict[tuple[str, Place, str], Stand] = {}
    for path in sorted(folder.glob("*.toml")):
        for entry in tomllib.loads(path.read_text("utf-8")).get("stand", ()):
            where = f"{path.name}, {entry.get('of')}, {entry.get('when')}"
            try:
                read = tuple(_stands(entry, known, cited))
            except (KeyError, ValueError) as error:
                raise ValueError(f"{where}: {error!r}") from error
            for stand in read:
                if found.setdefault((stand.of.casefold(), stand.place, stand.row), stand) is not stand:
                    raise ValueError(f"{where}: it is there twice.")
    return found


def _stands(entry: Mapping[str, Any], rows: Mapping[str, Row], passages: Mapping[str, Citable]) -> Iterator[Stand]:
    places = [entry["when"]] if isinstance(entry["when"], str) else entry["when"]
    texts = {name: entry.get(name, "") for name in ("say", "more", "ask")}
    filled = {name: _ROW.sub(lambda found: span(rows[found["id"]]), text) for name, text in texts.items()}
    named = {name: [rows[found["id"]].source for found in _ROW.finditer(text)] for name, text in texts.items()}
    told_by = [passages[name].sources[0] for name in entry["rests_on"]]
    needs_more = any(sign.isdigit() for sign in _ROW.sub("", texts["say"]))
    for when in places:
        place, _, name = when.partition(" ")
        row = rows[name] if name else None
        if row and row.of.casefold() != entry["of"].casefold():
            raise ValueError(f"{name} is a row of {row.of}.")
        said_by = [*([row.source] if row else []), *named["say"]]
        said = filled["say"].replace("{range}", span(row) if row else "").replace("{value}", "")
        meant = f"{filled['more']} {filled['ask']}".strip()
        yield Stand(
            of=entry["of"],
            place=Place(place),
            row=name,
            **filled,
            said=_citable(f"{entry['of']}, {when}", said, said_by + (told_by if needs_more or not said_by else [])),
            meant=_citable(f"{entry['of']}, {when}: more", meant, [*told_by, *named["more"], *named["ask"]]),
        )


def _citable(name: str, text: str, sources: Sequence[Source]) -> Citable:
    return Citable(id=name, text=text, sources=tuple(dict.fromkeys(sources)))
