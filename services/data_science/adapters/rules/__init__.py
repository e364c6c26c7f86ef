"""The analyst without a model: a reader that accounts for every word, and the pandas that a question stands for."""

from services.data_science.adapters.rules.mind import RulesMind, plan_of_parts, without_numbers

__all__ = ["RulesMind", "plan_of_parts", "without_numbers"]
