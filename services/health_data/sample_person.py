"""Writes the sample person's files: `python -m services.health_data.sample_person --out DIR`."""

from datetime import datetime, time
from pathlib import Path
from typing import Annotated, Final

import typer

from services.health_data.domain.sample_person import DEFAULT_END_DATE, DEFAULT_SEED, sample_person

_NEWEST: Final = datetime.combine(DEFAULT_END_DATE, time())


def write(
    out: Annotated[Path, typer.Option(help="Folder for the files; made if it is not there.")],
    seed: Annotated[int, typer.Option(help="Another seed makes another person with the same effects.")] = DEFAULT_SEED,
    end_date: Annotated[datetime, typer.Option(formats=["%Y-%m-%d"], help="The newest day.")] = _NEWEST,
) -> None:
    """Writes daily.csv, activities.csv and biomarkers.csv."""
    person = sample_person(seed=seed, end_date=end_date.date())
    out.mkdir(parents=True, exist_ok=True)
    for name, content in (
        ("daily.csv", person.daily_csv),
        ("activities.csv", person.activities_csv),
        ("biomarkers.csv", person.biomarkers_csv),
    ):
        (out / name).write_text(content, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    typer.run(write)
