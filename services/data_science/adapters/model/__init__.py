"""The analyst who asks a language model: what it reads is typed and checked, what it writes runs in the sandbox."""

from services.data_science.adapters.model.mind import ModelMind

__all__ = ["ModelMind"]
