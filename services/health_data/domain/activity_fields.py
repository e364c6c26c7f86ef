"""The numbers of one activity. A new one is one entry here, and a column in a migration."""

from typing import Final

from services.health_data.domain.quantities import Plausible, Quantity, Words, loosely

_ONLY_AVERAGE: Final = "Of an activity's intensity, the records hold the average heart rate."
_AVERAGE: Final = "Of an activity's heart rate, the records hold the average."
_AS_SPEED: Final = "Pace is taken from the speed: the higher the speed, the faster the pace."
_ZONE_CREDITS: Final = "A minute in the cardio or peak zone earns two active zone minutes."

STORED_FIELDS: Final[tuple[Quantity, ...]] = (
    Quantity(
        name="duration_min",
        unit="min",
        low=0,
        high=2880,
        plausible=Plausible(high=1440, source="A day: of a longer one the stop was most likely forgotten."),
        words=Words(
            noun="duration",
            spoken=(
                *("duration", "durations", "length", "time", "time spent", "times spent", "how long", "minutes"),
                *("workout time", "exercise time", "training time", "moving time", "elapsed time"),
            ),
            additive=True,
            better=True,
        ),
    ),
    Quantity(
        name="distance_m",
        unit="m",
        low=0,
        high=1_000_000,
        words=Words(
            noun="distance",
            spoken=(
                *("distance", "distances", "mileage", "kilometers", "kilometres", "miles", "km", "distance covered"),
                *("how far", "distance km", "ground covered"),
            ),
            additive=True,
            better=True,
        ),
    ),
    Quantity(
        name="calories_kcal",
        unit="kcal",
        low=0,
        high=20_000,
        plausible=Plausible(
            high=12_000,
            source="About 11,600 kcal a day crossing Antarctica: Stroud et al. 1997, Eur J Appl Physiol 76:243.",
        ),
        words=Words(
            noun="calories burned",
            spoken=(
                *("calories", "calorie", "calories burned", "calories burnt", "calorie burn", "kcal", "kcals", "cals"),
                *("cal", "energy burned", "energy expenditure", "active calories", "kilocalories"),
            ),
            additive=True,
            better=True,
        ),
    ),
    Quantity(
        name="average_heart_rate",
        unit="bpm",
        low=20,
        high=250,
        plausible=Plausible(
            low=30, high=215, source="At most 208 - 0.7 x age: Tanaka et al. 2001, doi:10.1016/S0735-1097(00)01054-8."
        ),
        words=Words(
            noun="average heart rate",
            spoken=(
                *("average heart rate", "average hr", "avg heart rate", "avg hr", "mean heart rate", "heart rate"),
                *("heartrate", "hr", "pulse", "heart rates", "heart beat", "heartbeat", "pulse rate", "bpm"),
            ),
            loose=dict(loosely(_ONLY_AVERAGE, "intensity", "intensities", "exertion", "effort"))
            | dict(loosely(_AVERAGE, "heart rate during", "workout heart rate", "exercise heart rate")),
        ),
    ),
    Quantity(
        name="elevation_gain_m",
        unit="m",
        low=0,
        high=20_000,
        plausible=Plausible(high=8849, source="The height of Mount Everest, surveyed in 2020: one Everesting."),
        words=Words(
            noun="elevation gain",
            spoken=(
                *("elevation gain", "elevation", "elevations", "elevation gains", "elevation gained", "climb"),
                *("climbed", "climbing", "ascent", "ascended", "height gain", "altitude gain", "vertical gain"),
                *("vertical", "elevation climbed", "incline", "vert", "uphill", "altitude", "metres climbed"),
                "meters climbed",
            ),
            additive=True,
            better=True,
        ),
    ),
    Quantity(
        name="steps",
        unit="count",
        low=0,
        high=200_000,
        plausible=Plausible(
            high=150_000, source="100 miles in steps of 1.1 m; the 24-hour record on foot is 319.6 km (IAU, 2022)."
        ),
        words=Words(
            noun="step count",
            spoken=("steps", "step", "step count", "step counts", "footsteps", "stepcount", "strides"),
            additive=True,
            better=True,
        ),
    ),
    Quantity(
        name="active_zone_minutes",
        unit="min",
        low=0,
        high=2880,
        plausible=Plausible(high=2880, source=_ZONE_CREDITS),
        words=Words(
            noun="active zone time",
            spoken=(
                *("active zone minutes", "active zone time", "azm", "azms", "zone minutes", "active minutes"),
                *("active zone minute", "zone time", "time in zone", "active zone"),
            ),
            additive=True,
            better=True,
        ),
    ),
    Quantity(
        name="speed_m_per_min",
        unit="m/min",
        low=0,
        high=3000,
        words=Words(
            noun="speed",
            spoken=(*("speed", "speeds", "average speed", "avg speed", "velocity", "how fast", "kmh", "kph", "mph"),),
            loose=loosely(_AS_SPEED, "pace", "paces", "average pace", "avg pace", "tempo"),
            better=True,
        ),
    ),
)
"""What a file states of an activity, in the order of the activities frame."""

STORED_FIELD: Final = {field.name: field for field in STORED_FIELDS}

START_CLOCK: Final = Quantity(
    name="start_clock",
    unit="clock",
    low=0,
    high=1440,
    words=Words(
        noun="start time",
        spoken=(
            *("start time", "start times", "starting time", "time of day", "time started", "started", "began"),
            *("start", "clock time", "hour of the day"),
        ),
    ),
)
"""When it was started, in minutes after the local midnight."""

ACTIVITY_FIELDS: Final = (*STORED_FIELDS, START_CLOCK)
"""Every number that an activity is told with."""
