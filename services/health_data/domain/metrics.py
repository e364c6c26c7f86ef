"""The daily metrics: their names, units, words and bounds. A new metric is one entry here."""

from collections.abc import Mapping
from typing import Final

from services.health_data.domain.quantities import NO_LOOSE_NAMES, Plausible, Quantity, Words, loosely

_MINUTES_A_DAY: Final = 1440.0
_ONLY_RESTING: Final = "Of the heart rate, the daily records hold the resting value only."
_ONLY_STEPS: Final = "I take your steps for how active you were."
_MANAGED: Final = "Of stress, the records hold the stress management score, where higher means better managed."
_IN_BED: Final = "Of the time in bed, I take the time asleep."
_BY_SCORE: Final = "I take the sleep score for the quality of your sleep."
_BY_AWAKE: Final = "For the quality of your sleep I take the share of the night you were awake: the less, the better."
_ONLY_SKIN: Final = "Of the temperature, the records hold that of the skin."
_ONLY_UPPER: Final = "Of your blood pressure I take the systolic value, the upper one."
_QUALITY: Final = ("sleep quality", "quality of sleep", "quality of my sleep", "how well sleep", "sleep well")

_LONGEST_SLEEP: Final = Plausible(
    high=900, source="14 h 40 min after 11 days awake: Ross 1965, doi:10.1001/archneur.1965.00460280069006."
)
_A_SHARE: Final = Plausible(low=0, high=100, source="A share of the night.")
_A_SCORE: Final = Plausible(low=1, high=100, source="The scale of the score; a 0 stands for no reading.")
_ON_FOOT: Final = "The 24-hour record on foot is 319.6 km (IAU, 2022)."


def _zone(name: str, *others: str) -> Quantity:
    """One kind of active zone minutes: a minute in the cardio or peak zone can earn two."""
    said = (f"{name} active zone", f"{name} azm", f"{name} azms", f"{name} zone")
    minutes = tuple(f"{each} minutes" for each in (*said[::3], name))
    return Quantity(
        name=f"{name.replace(' ', '')}_active_zone_minutes",
        unit="min",
        low=0,
        high=2 * _MINUTES_A_DAY,
        plausible=Plausible(high=2 * _MINUTES_A_DAY, source="Two for each minute of the day."),
        words=Words(noun=f"{name} zone time", spoken=(*said, *minutes, *others), additive=True, better=True),
    )


def _stage(name: str, noun: str, said: tuple[str, ...], *, better: bool | None = True) -> Quantity:
    """The minutes of one part of the night."""
    return Quantity(
        name=f"{name}_minutes",
        unit="min",
        low=0,
        high=_MINUTES_A_DAY,
        plausible=_LONGEST_SLEEP,
        words=Words(noun=noun, spoken=said, additive=True, nightly=True, better=better),
    )


def _share(
    name: str,
    noun: str,
    said: tuple[str, ...],
    *,
    better: bool | None = True,
    loose: Mapping[str, str] = NO_LOOSE_NAMES,
    yields_to: str = "",
) -> Quantity:
    """The share of the night spent in one part of it."""
    shares = ("percent", "percentage", "%", "share", "proportion")
    spoken = [told for each in said for share in shares for told in (f"{each} {share}", f"{share} of {each}")]
    return Quantity(
        name=f"{name}_percent",
        unit="%",
        low=0,
        high=100,
        plausible=_A_SHARE,
        words=Words(
            noun=f"{noun} percentage",
            spoken=tuple(spoken),
            loose=loose,
            nightly=True,
            better=better,
            yields_to=yields_to,
        ),
    )


_MOVEMENT: Final = (
    Quantity(
        name="steps",
        unit="count",
        low=0,
        high=200_000,
        plausible=Plausible(high=150_000, source=f"{_ON_FOOT} 150,000 steps of 1.1 m are half of it."),
        words=Words(
            noun="step count",
            spoken=(
                *("steps", "step", "step count", "step counts", "daily step count"),
                *("footsteps", "stepcount", "steps count", "walking steps", "paces walked", "steps taken"),
                *("daily steps", "pedometer"),
            ),
            loose=loosely(
                _ONLY_STEPS,
                *("activity level", "activity levels", "levels of activity", "level of activity", "physical activity"),
                *("physical activity levels", "how active", "daily activity", "activity data", "daily movement"),
                *("daily activity level", "daily activity levels", "overall activity", "my activity", "movement"),
            ),
            additive=True,
            better=True,
        ),
    ),
    Quantity(
        name="distance_km",
        unit="km",
        low=0,
        high=300,
        plausible=Plausible(high=300, source=_ON_FOOT),
        words=Words(
            noun="distance",
            spoken=(
                *("distance", "distances", "distance covered", "distance walked", "mileage", "distance km"),
                *("kilometers", "kilometres", "km", "miles", "how far"),
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
            high=12_000, source="About 11,600 a day crossing Antarctica: Stroud et al. 1997, Eur J Appl Physiol 76:243."
        ),
        words=Words(
            noun="calories burned",
            spoken=(
                *("calories", "calorie", "calorie burn", "calories burned", "calories burnt", "calories kcal"),
                *("kcal burned", "energy expenditure", "energy burned", "calorie expenditure", "calories expended"),
                *("caloric burn", "caloric expenditure", "calorie burns", "calorie count", "active calories"),
                *("calories expenditure", "kcal", "kcals", "cals", "cal", "kilocalories", "cals burned"),
                *("burn", "burned", "burnt", "tdee"),
            ),
            additive=True,
            better=True,
        ),
    ),
    Quantity(
        name="active_zone_minutes",
        unit="min",
        low=0,
        high=2 * _MINUTES_A_DAY,
        plausible=Plausible(high=2 * _MINUTES_A_DAY, source="Two for each minute of the day."),
        words=Words(
            noun="active zone time",
            spoken=(
                *("active zone minutes", "active zone time", "azm", "azms", "zone minutes", "active minutes"),
                *(
                    "zone minute",
                    "active minute",
                    "active zone minute",
                    "active zone minutes azm",
                    "active zone minutes azms",
                    "minutes active",
                ),
                *("active zones minutes", "active time", "time in active zones", "active zone", "zone time"),
                *("zone mins", "active mins", "time in zone"),
            ),
            additive=True,
            better=True,
        ),
    ),
    _zone("fat burn", "fat burn", "fatburn", "fatburn minutes", "fatburn azm", "fatburn zone", "fat burning"),
    _zone("cardio", "time in the cardio zone", "minutes in the cardio zone", "cardio time"),
    _zone("peak", "time in the peak zone", "minutes in the peak zone"),
)

_NIGHT: Final = (
    Quantity(
        name="sleep_minutes",
        unit="min",
        low=0,
        high=_MINUTES_A_DAY,
        plausible=_LONGEST_SLEEP,
        words=Words(
            noun="sleep duration",
            spoken=(
                *("sleep", "asleep", "slept", "sleeping", "sleeps", "sleep at night", "slept at night", "shut eye"),
                *("sleep time", "nights sleep", "night sleep", "shuteye", "sleep duration"),
                *("sleep durations", "slumber", "sleep length", "sleep amount", "night of sleep", "nights of sleep"),
                *("sleep pattern", "sleep patterns"),
                *("sleeping duration", "sleeping durations", "sleeping time", "sleeping patterns", "snooze"),
                *("time asleep", "hours of sleep", "sleep hours", "minutes of sleep", "kip", "zzz"),
            ),
            loose=loosely(_IN_BED, "time in bed", "in bed"),
            additive=True,
            nightly=True,
            better=True,
        ),
    ),
    _stage(
        "deep_sleep",
        "deep sleep",
        (
            *("deep sleep", "sleep deeply", "sleeping deeply", "slept deeply", "slow wave sleep", "deepest sleep"),
            *("deep sleeping", "deep stage", "deep sleep stage", "time in deep sleep", "deep sleep time", "sws"),
        ),
    ),
    _stage(
        "rem_sleep",
        "REM sleep",
        (
            *("rem sleep", "rem", "dream sleep", "rapid eye movement sleep", "rem stage", "rem sleep stage"),
            *("dreaming", "time in rem", "rem time", "rem sleep time", "time in rem sleep"),
        ),
    ),
    _stage(
        "light_sleep",
        "light sleep",
        (
            *("light sleep", "sleep lightly", "slept lightly", "sleeping lightly", "lightest sleep", "light stage"),
            *("lighter sleep", "light sleep stage", "time in light sleep", "light sleep time"),
        ),
        better=None,
    ),
    _stage(
        "awake",
        "time awake",
        (
            *("awake", "time awake", "awake at night", "lie awake", "lay awake", "wakefulness", "restless"),
            *("restlessness", "awake in bed", "lying awake", "being awake", "awake time", "up at night"),
        ),
        better=False,
    ),
    _share("deep_sleep", "deep sleep", ("deep sleep", "deep")),
    _share("rem_sleep", "REM sleep", ("rem sleep", "rem")),
    _share("light_sleep", "light sleep", ("light sleep", "light"), better=None),
    _share(
        "awake",
        "time awake",
        ("awake", "awake time", "time awake", "wake"),
        better=False,
        loose=loosely(_BY_AWAKE, *_QUALITY),
        yields_to="sleep_score",
    ),
    Quantity(
        name="sleep_score",
        unit="points",
        low=0,
        high=100,
        plausible=_A_SCORE,
        words=Words(
            noun="sleep score",
            spoken=("sleep score", "sleep scores", "sleep rating"),
            loose=loosely(_BY_SCORE, *_QUALITY),
            nightly=True,
            better=True,
        ),
    ),
)

_BODY: Final = (
    Quantity(
        name="stress_management_score",
        unit="points",
        low=0,
        high=100,
        plausible=_A_SCORE,
        words=Words(
            noun="stress management score",
            spoken=("stress management score", "stress management", "stress score", "stress scores"),
            loose=loosely(_MANAGED, "stress", "stress level", "stress levels", "stressed", "stressful"),
            better=True,
        ),
    ),
    Quantity(
        name="resting_heart_rate",
        unit="bpm",
        low=20,
        high=220,
        plausible=Plausible(
            low=26, high=130, source="40 to 109 in 92,457 adults: Quer et al. 2020, doi:10.1371/journal.pone.0227709."
        ),
        words=Words(
            noun="resting heart rate",
            spoken=(
                *("resting heart rate", "rhr", "resting hr", "resting pulse", "heart rate at rest"),
                *("resting heartrate", "resting heart rates", "pulse at rest", "resting heart beat"),
                *("resting pulse rate", "resting bpm", "resting rate", "resting heartbeat"),
            ),
            loose=loosely(
                _ONLY_RESTING,
                *("heart rate", "heartrate", "pulse", "hr", "heart rates", "hrs", "heart beat", "heartbeat"),
                *("heart rate hr", "pulse rate", "bpm"),
            ),
            better=False,
        ),
    ),
    # rMSSD. SDNN is another metric and is never pooled with it.
    Quantity(
        name="heart_rate_variability",
        unit="ms",
        low=0,
        high=400,
        zero_is_suspect=True,
        plausible=Plausible(
            low=1,
            high=300,
            source="19 to 75 at rest in healthy adults: Nunan et al. 2010, PMID 20663071; 0 is no pulse.",
        ),
        words=Words(
            noun="heart rate variability",
            spoken=(
                *("heart rate variability", "heartrate variability", "hrv", "rmssd", "hr variability"),
                *("heart rate variability rmssd", "hrv rmssd", "heart rate variability hrv", "variability of my heart"),
                "heart variability",
            ),
            better=True,
        ),
    ),
    Quantity(
        name="respiratory_rate",
        unit="breaths/min",
        low=3,
        high=60,
        plausible=Plausible(
            low=6,
            high=40,
            source="11.8 to 19.2 in 90% of nights: Natarajan et al. 2021, doi:10.1038/s41746-021-00493-6.",
        ),
        words=Words(
            noun="respiratory rate",
            spoken=(
                *("respiratory rate", "respiration rate", "breathing rate", "breaths per minute", "respiration"),
                *("breathing", "breath rate", "breathing frequency", "breaths", "breath", "breaths a minute"),
            ),
        ),
    ),
    Quantity(
        name="spo2",
        unit="%",
        low=50,
        high=100,
        plausible=Plausible(low=70, high=100, source="Oximeters are tested from 70% to 100% only: ISO 80601-2-61."),
        words=Words(
            noun="blood oxygen saturation",
            spoken=(
                *("spo2", "sp o2", "blood oxygen", "oxygen saturation", "blood oxygen saturation", "o2 saturation"),
                *("blood oxygen level", "oxygen level", "oxygen levels", "blood oxygen levels", "oxygen", "o2"),
                *("blood o2", "o2 level", "o2 levels", "sats", "saturation"),
            ),
            better=True,
        ),
    ),
    Quantity(
        name="skin_temperature",
        unit="degC",
        low=10,
        high=45,
        plausible=Plausible(low=20, high=42, source="Above about 43 skin hurts: ISO 13732-1 on burns by touch."),
        words=Words(
            noun="skin temperature",
            spoken=("skin temperature", "skin temp", "wrist temperature", "wrist temp", "skin temperatures"),
            loose=loosely(_ONLY_SKIN, "body temperature", "body temp", "temperature", "temp"),
        ),
    ),
    Quantity(
        name="weight_kg",
        unit="kg",
        low=2,
        high=500,
        plausible=Plausible(low=20, high=400, source="The record is 635 kg (Guinness); home scales end below 400."),
        words=Words(
            noun="weight",
            spoken=(
                *("weight", "body weight", "bodyweight", "weigh", "weighed", "weight kg", "body mass", "weights kg"),
                *("weighing", "weights", "heavy", "scale weight"),
            ),
        ),
    ),
)

_MEASURED: Final = (
    Quantity(
        name="hrv_sdnn",
        unit="ms",
        low=0,
        high=500,
        plausible=Plausible(low=1, high=300, source="32 to 93 at rest in adults: Nunan et al. 2010, PMID 20663071."),
        words=Words(
            noun="SDNN heart rate variability",
            spoken=("sdnn", "hrv sdnn", "heart rate variability sdnn", "sdnn hrv"),
            better=True,
            stands_in_for="heart_rate_variability",
            instead="Your devices record heart rate variability as SDNN and not as rMSSD: I take that.",
        ),
    ),
    Quantity(
        name="floors_climbed",
        unit="floors",
        low=0,
        high=3000,
        plausible=Plausible(high=2000, source="About 5 km of height, more than half of the highest mountain."),
        words=Words(
            noun="floors climbed",
            spoken=(
                *("floors climbed", "floors", "flights climbed", "flights of stairs", "stairs climbed"),
                *("floors did i climb", "flights did i climb", "stairs did i climb", "climb stairs", "floors up"),
                *("floors do i climb", "flights do i climb", "stairs do i climb", "flights of stairs do i climb"),
                *("flights of stairs did i climb", "floors i climb", "stairs i climb"),
            ),
            additive=True,
            better=True,
        ),
    ),
    Quantity(
        name="vo2_max",
        unit="mL/kg/min",
        low=5,
        high=100,
        plausible=Plausible(low=10, high=97.5, source="97.5 is the highest that was reported, of a cyclist in 2012."),
        words=Words(
            noun="VO2 max",
            spoken=("vo2 max", "vo2max", "vo2", "maximal oxygen uptake", "cardiorespiratory fitness"),
            better=True,
        ),
    ),
    Quantity(
        name="body_fat_percent",
        unit="%",
        low=1,
        high=75,
        plausible=Plausible(low=2, high=70, source="Essential fat is 2 to 5% in men: ACE."),
        words=Words(
            noun="body fat percentage",
            spoken=(
                "body fat",
                "body fat percentage",
                "body fat percent",
                "fat percentage",
                "percent body fat",
                "bodyfat",
            ),
        ),
    ),
    Quantity(
        name="systolic_blood_pressure",
        unit="mmHg",
        low=40,
        high=300,
        plausible=Plausible(low=60, high=260, source="Cuffs are tested from 60 to 230: ISO 81060-2."),
        words=Words(
            noun="systolic blood pressure",
            spoken=(
                *("systolic blood pressure", "systolic", "systolic pressure", "upper blood pressure", "upper bp"),
                *("systolic bp", "upper number", "top number", "upper bp number", "top bp number", "upper pressure"),
            ),
            loose=loosely(_ONLY_UPPER, "blood pressure", "bp"),
            better=False,
        ),
    ),
    Quantity(
        name="diastolic_blood_pressure",
        unit="mmHg",
        low=20,
        high=200,
        plausible=Plausible(low=40, high=150, source="Cuffs are tested from 40 to 130: ISO 81060-2."),
        words=Words(
            noun="diastolic blood pressure",
            spoken=(
                *("diastolic blood pressure", "diastolic", "diastolic pressure", "lower blood pressure", "lower bp"),
                *("diastolic bp", "lower number", "bottom number", "lower bp number", "bottom bp number"),
            ),
            better=False,
        ),
    ),
)

METRICS: Final[tuple[Quantity, ...]] = (*_MOVEMENT, *_NIGHT, *_BODY, *_MEASURED)
"""Daily metrics in canonical order."""

METRIC: Final = {metric.name: metric for metric in METRICS}

LOCAL_TIMES: Final = ("bed_time", "wake_up_time")
"""What a day also has, as local date and time; readable in the summary frame, and as a series by its time of day."""

PROFILE_FIELDS: Final = {
    field.name: field
    for field in (
        Quantity(name="age_years", unit="years", low=0, high=120, words=Words(noun="age")),
        Quantity(name="height_cm", unit="cm", low=40, high=260, words=Words(noun="height")),
        Quantity(name="weight_kg", unit="kg", low=2, high=500, words=Words(noun="weight")),
    )
}
"""The numbers of a profile. `sex` is text."""
