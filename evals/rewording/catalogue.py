"""A person of whom everything is on record, for the words that any person's quantities and activities are called by."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from evals.catalogues import described
from services.data_science.domain.catalogue import Catalogue
from services.health_data import sample_person

_KINDS: Final = ("Run", "Outdoor Bike", "Walk", "Swim", "Treadmill", "Hike", "Yoga", "Strength Training")


def everything_on_record() -> Catalogue:
    """What is on record of the sample person, and everything else that could be."""
    with tempfile.TemporaryDirectory() as folder:
        sample_person.write(Path(folder))
        known = described({"sample": [(file, "") for file in sorted(Path(folder).glob("*.csv"))]})["sample"]
    return replace(
        known,
        metrics={name: replace(each, recorded=True) for name, each in known.metrics.items()},
        fields={name: replace(each, recorded=True) for name, each in known.fields.items()},
        kinds=_KINDS,
    )
