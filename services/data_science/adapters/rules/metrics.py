"""What every daily metric is called. A new metric is one entry here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.terms import Metric, OffTopic, Term

_ONLY_RESTING: Final = "Of the heart rate, the daily records hold the resting value only."


@dataclass(frozen=True, kw_only=True)
class Words:
    """How people speak of one metric.

    Attributes:
        noun: its name in an answer, a singular.
        dimension: which unit words may stand beside it; a key of `units.UNITS`, or empty for none.
        phrases: what it is called, most of it lower case, hyphens and apostrophes gone.
        loose: names that fit it but leave something out, which `caveat` then says.
        additive: whether "how many" asks for a total.
        nightly: whether "how much" and "how long" ask for the usual night even where a total makes sense.
        bare: whether a threshold needs no unit: "AZM over 30", but not "slept over 8".
    """

    noun: str
    dimension: str
    phrases: tuple[str, ...]
    loose: tuple[str, ...] = ()
    caveat: str = ""
    additive: bool = False
    nightly: bool = False
    bare: bool = True


def _zone(name: str, *others: str) -> Words:
    """One kind of active zone minutes."""
    said = (f"{name} active zone minutes", f"{name} azm", f"{name} azms", f"{name} zone minutes", f"{name} minutes")
    return Words(noun=f"{name} zone time", dimension="min", phrases=(*said, *others), additive=True)


def _stage(name: str, *, said: tuple[str, ...]) -> Words:
    """The minutes of one part of the night."""
    return Words(
        noun=name,
        dimension="min",
        phrases=tuple(phrase for each in said for phrase in _durations(each)),
        additive=True,
        nightly=True,
        bare=False,
    )


def _durations(said: str) -> Iterator[str]:
    yield said
    for unit in ("minutes", "hours", "mins"):
        yield f"{said} {unit}"
        yield f"{unit} {said}"
        yield f"{unit} of {said}"
        yield f"{unit} in {said}"
    for noun in ("time", "duration", "amount"):
        yield f"{said} {noun}"
        yield f"{noun} {said}"
        yield f"{noun} of {said}"
        yield f"{noun} in {said}"


def _share(name: str, *said: str) -> Words:
    """The share of the night spent in one part of it."""
    phrases = (f"{each} {share}" for each in said for share in ("percent", "percentage", "%", "share", "proportion"))
    nights = (
        f"{share} of the night {joint}{each}"
        for each in said
        for share in ("percent", "percentage", "share")
        for joint in ("", "in ", "i am ", "am i ", "i was ", "was i ")
    )
    return Words(noun=f"{name} percentage", dimension="%", phrases=(*phrases, *nights))


METRICS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "steps": Words(
            noun="step count",
            dimension="steps",
            phrases=("steps", "step", "step count", "step counts", "daily steps", "number of steps", "amount of steps"),
            additive=True,
        ),
        "distance_km": Words(
            noun="distance",
            dimension="km",
            phrases=("distance", "distance covered", "distance walked", "how far", "distance km"),
            additive=True,
            bare=False,
        ),
        "calories_kcal": Words(
            noun="calories burned",
            dimension="kcal",
            phrases=(
                "calories",
                "calorie burn",
                "calories burned",
                "calories burnt",
                "calories kcal",
                "kcal burned",
                "energy expenditure",
                "energy burned",
            ),
            additive=True,
        ),
        "active_zone_minutes": Words(
            noun="active zone time",
            dimension="min",
            phrases=("active zone minutes", "active zone time", "azm", "azms", "zone minutes", "active minutes"),
            additive=True,
        ),
        "fatburn_active_zone_minutes": _zone(
            "fat burn", "fatburn minutes", "fatburn active zone minutes", "fatburn azm"
        ),
        "cardio_active_zone_minutes": _zone("cardio"),
        "peak_active_zone_minutes": _zone("peak"),
        "sleep_minutes": _stage(
            "sleep duration",
            said=("sleep", "asleep", "slept", "sleeping", "time asleep", "sleep at night", "slept at night"),
        ),
        "deep_sleep_minutes": _stage("deep sleep", said=("deep sleep", "sleep deeply", "slow wave sleep")),
        "rem_sleep_minutes": _stage("REM sleep", said=("rem sleep", "rem", "dream sleep")),
        "light_sleep_minutes": _stage("light sleep", said=("light sleep", "sleep lightly")),
        "awake_minutes": _stage("time awake", said=("awake", "time awake", "awake at night", "lie awake")),
        "deep_sleep_percent": _share("deep sleep", "deep sleep", "deep"),
        "rem_sleep_percent": _share("REM sleep", "rem sleep", "rem"),
        "light_sleep_percent": _share("light sleep", "light sleep"),
        "awake_percent": _share("time awake", "awake", "time awake"),
        "sleep_score": Words(noun="sleep score", dimension="", phrases=("sleep score", "sleep scores")),
        "stress_management_score": Words(
            noun="stress management score",
            dimension="",
            phrases=("stress management score", "stress management", "stress score", "stress scores"),
        ),
        "resting_heart_rate": Words(
            noun="resting heart rate",
            dimension="bpm",
            phrases=(
                "resting heart rate",
                "rhr",
                "resting hr",
                "resting pulse",
                "heart rate at rest",
                "resting heartrate",
            ),
            loose=("heart rate", "heartrate", "pulse", "hr"),
            caveat=_ONLY_RESTING,
        ),
        "heart_rate_variability": Words(
            noun="heart rate variability",
            dimension="ms",
            phrases=(
                "heart rate variability",
                "heartrate variability",
                "hrv",
                "rmssd",
                "hr variability",
                "heart rate variability rmssd",
                "hrv rmssd",
            ),
        ),
        "heart_rate_variability_sdnn": Words(
            noun="heart rate variability (SDNN)",
            dimension="ms",
            phrases=("heart rate variability sdnn", "sdnn", "hrv sdnn", "sdnn hrv"),
        ),
        "respiratory_rate": Words(
            noun="respiratory rate",
            dimension="breaths",
            phrases=("respiratory rate", "respiration rate", "breathing rate", "breaths per minute", "respiration"),
        ),
        "spo2": Words(
            noun="blood oxygen saturation",
            dimension="%",
            phrases=(
                "spo2",
                "sp o2",
                "blood oxygen",
                "oxygen saturation",
                "blood oxygen saturation",
                "o2 saturation",
                "blood oxygen level",
            ),
        ),
        "skin_temperature": Words(
            noun="skin temperature", dimension="°C", phrases=("skin temperature", "skin temp", "wrist temperature")
        ),
        "weight_kg": Words(
            noun="weight",
            dimension="kg",
            phrases=("weight", "body weight", "bodyweight", "weigh", "weighed", "weight kg", "body mass"),
        ),
        "cardio_fitness_index": Words(
            noun="cardio fitness index",
            dimension="",
            phrases=("cardio fitness index", "cardiofitness index", "cardio fitness", "steps per heartbeat"),
        ),
        "hrv_rhr_ratio": Words(
            noun="HRV to resting heart rate ratio",
            dimension="",
            phrases=(
                "hrv rhr ratio",
                "hrv to rhr ratio",
                "ratio of hrv to rhr",
                "hrv to resting heart rate ratio",
                "ratio of hrv to resting heart rate",
            ),
        ),
    }
)

_CLOCK_TIMES: Final = (
    "bed time",
    "bedtime",
    "bed times",
    "bedtimes",
    "go to bed",
    "wake up time",
    "wake up times",
    "wakeup time",
    "wake time",
    "wake up",
    "woke up",
    "get up",
    "fall asleep",
)

ROLLING: Final = MappingProxyType({"mean": "30-day mean", "sd": "30-day standard deviation", "cv": "30-day variation"})
"""The rolling features of a metric, by suffix: `<metric>_<suffix>_30d`."""


def words_for(name: str) -> Words:
    """The words of a metric or derived feature; of one that has no entry, what its name says."""
    if name in METRICS:
        return METRICS[name]
    base, _, suffix = name.removesuffix("_30d").rpartition("_")
    if name.endswith("_30d") and suffix in ROLLING:
        of = words_for(base)
        return Words(
            noun=f"{ROLLING[suffix].replace('30-day', 'thirty-day')} of {of.noun}",
            dimension="" if suffix == "cv" else of.dimension,
            phrases=(),
            bare=of.bare,
        )
    said = name.replace("_", " ")
    return Words(noun=said, dimension="", phrases=(said,))


def metric_phrases(names: tuple[str, ...]) -> dict[str, Term]:
    """What each phrase means, for the metrics of the lexicon and for further ones that only have a name."""
    phrases: dict[str, Term] = dict.fromkeys(
        _CLOCK_TIMES, OffTopic("bed and wake-up times are clock times, which I cannot compute with")
    )
    for name in (*METRICS, *names):
        words = words_for(name)
        for said in words.loose:
            phrases[said] = Metric(name=name, said=said, caveat=words.caveat)
        for said in (*words.phrases, name.replace("_", " ")):
            phrases[said] = Metric(name=name, said=said)
    return phrases


def bases_of(name: str) -> tuple[str, ...]:
    """The recorded metrics a series is made of: of a recorded one, itself."""
    match name:
        case "cardio_fitness_index":
            return ("steps", "resting_heart_rate")
        case "hrv_rhr_ratio":
            return ("heart_rate_variability", "resting_heart_rate")
        case _ if name.endswith("_30d"):
            return bases_of(name.removesuffix("_30d").rpartition("_")[0])
        case _:
            return (name,)


def shown_unit(name: str, units: Mapping[str, str]) -> str:
    """The unit of a series as an answer writes it: what is counted has its name, a degree its sign."""
    return units.get(name, "").replace("count", "steps").replace("degC", "°C")
