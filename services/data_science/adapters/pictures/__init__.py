"""Charts of what was computed."""

from services.data_science.adapters.pictures.choosing import picture_of

__all__ = ["picture_of"]
