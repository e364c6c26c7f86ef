"""Priors made up for tests: nobody found any of this."""

from services.validator.domain.review.priors import Citation, Direction, Prior, Support, TypicalSize


def prior(
    *,
    feature: str = "steps",
    target: str = "sleep_minutes",
    direction: Direction = Direction.POSITIVE,
    lag_days: int = 0,
    support: Support = Support.ESTABLISHED,
    within_person: bool = True,
    size: TypicalSize | None = None,
    strategy: str = "Walk to work this week.",
) -> Prior:
    """A prior whose id tells what it says, and whose mechanism and source tell its id."""
    name = f"{feature}-{target}-{direction.value}-{lag_days}-{support.value}-{'within' if within_person else 'between'}"
    return Prior(
        id=name,
        feature=feature,
        target=target,
        direction=direction,
        lag_days=lag_days,
        size=size,
        population="adults",
        within_person=within_person,
        support=support,
        mechanism=f"Because of {name}.",
        strategy=strategy,
        citation=Citation(
            text=f"Nobody (2020). {name}.",
            doi="10.1000/made-up",
            pmid="",
            looked_up_at="https://example.org/",
            looked_up_on="2026-01-01",
        ),
    )
