"""Charts of what was computed."""

from services.data_science.adapters.rules.pictures.choosing import picture

__all__ = ["picture"]
