"""What every daily metric is called. A new metric is one entry here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.fields import FIELD_OF, FIELDS
from services.data_science.adapters.rules.terms import Item, Metric, Sign, Statistic
from services.data_science.domain.query import Aggregate

_ONLY_RESTING: Final = "Of the heart rate, the daily records hold the resting value only."
_ONLY_STEPS: Final = "I take your steps for how active you were."
_MANAGED: Final = "Of stress, the records hold the stress management score, where higher means better managed."
_IN_BED: Final = "Of the time in bed, I take the time asleep."
_INDEX: Final = "I take the cardio fitness index, steps for each beat of the resting heart rate, for how fit you are."
_BY_SCORE: Final = "I take the sleep score for the quality of your sleep."
_BY_AWAKE: Final = "For the quality of your sleep I take the share of the night you were awake: the less, the better."


@dataclass(frozen=True, kw_only=True)
class Words:
    """How people speak of one metric.

    Attributes:
        noun: its name in an answer, a singular.
        dimension: which unit words may stand beside it; a dimension of `units`, or empty for none.
        phrases: what it is called, all of it lower case, hyphens and apostrophes gone.
        loose: names that fit it but leave something out, each with the caveat that says so.
        additive: whether "how many" asks for a total.
        nightly: whether "how much" and "how long" ask for the usual night even where a total makes sense.
        hours: a bound without unit up to this much is hours, beyond it minutes; 0 where it is never hours.
        better: whether more of it is better; None where neither is.
    """

    noun: str
    dimension: str
    phrases: tuple[str, ...] = ()
    loose: Mapping[str, str] = field(default_factory=dict)
    additive: bool = False
    nightly: bool = False
    hours: float = 0.0
    better: bool | None = True

    @property
    def bare(self) -> bool:
        """Whether a bound needs no unit: "AZM over 30", but not "slept over 8"."""
        return not self.hours


def _loose(caveat: str, *said: str) -> Mapping[str, str]:
    return MappingProxyType(dict.fromkeys(said, caveat))


def _zone(name: str, *others: str) -> Words:
    """One kind of active zone minutes."""
    said = (f"{name} active zone", f"{name} azm", f"{name} azms", f"{name} zone")
    minutes = tuple(f"{each} minutes" for each in (*said[::3], name))
    return Words(noun=f"{name} zone time", dimension="min", phrases=(*said, *minutes, *others), additive=True)


def _stage(name: str, *said: str, better: bool | None = True) -> Words:
    """The minutes of one part of the night."""
    return Words(noun=name, dimension="min", phrases=said, additive=True, nightly=True, better=better)


def _share(name: str, *said: str, better: bool | None = True) -> Words:
    """The share of the night spent in one part of it."""
    phrases = (f"{each} {share}" for each in said for share in ("percent", "percentage", "%", "share", "proportion"))
    return Words(noun=f"{name} percentage", dimension="%", phrases=tuple(phrases), better=better)


METRICS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "steps": Words(
            noun="step count",
            dimension="steps",
            phrases=(
                *("steps", "step", "step count", "step counts", "step total", "step totals", "daily step count"),
                *("footsteps", "stepcount", "steps count", "walking steps", "paces walked"),
            ),
            loose=_loose(
                _ONLY_STEPS,
                *("activity level", "activity levels", "levels of activity", "level of activity", "physical activity"),
                *("physical activity levels", "how active", "daily activity", "activity data", "daily movement"),
                *("daily activity level", "daily activity levels", "overall activity", "my activity"),
            ),
            additive=True,
        ),
        "distance_km": Words(
            noun="distance",
            dimension="km",
            phrases=("distance", "distances", "distance covered", "distance walked", "mileage", "distance km"),
            additive=True,
        ),
        "calories_kcal": Words(
            noun="calories burned",
            dimension="kcal",
            phrases=(
                *("calories", "calorie", "calorie burn", "calories burned", "calories burnt", "calories kcal"),
                *("kcal burned", "energy expenditure", "energy burned", "calorie expenditure", "calories expended"),
                *(
                    "caloric burn",
                    "caloric expenditure",
                    "calorie burns",
                    "calorie count",
                    "active calories",
                    "calories expenditure",
                ),
            ),
            additive=True,
        ),
        "active_zone_minutes": Words(
            noun="active zone time",
            dimension="min",
            phrases=(
                *("active zone minutes", "active zone time", "azm", "azms", "zone minutes", "active minutes"),
                *("active zone minute", "active zone minutes azm", "active zone minutes azms", "minutes active"),
                *("active zones minutes", "active time", "time in active zones", "active zone"),
            ),
            additive=True,
        ),
        "fatburn_active_zone_minutes": _zone("fat burn", "fat burn", "fatburn", "fatburn minutes", "fatburn azm"),
        "cardio_active_zone_minutes": _zone("cardio", "time in the cardio zone", "minutes in the cardio zone"),
        "peak_active_zone_minutes": _zone("peak", "time in the peak zone", "minutes in the peak zone"),
        "sleep_minutes": Words(
            noun="sleep duration",
            dimension="min",
            phrases=(
                *("sleep", "asleep", "slept", "sleeping", "sleeps", "sleep at night", "slept at night", "shut eye"),
                *("sleep time", "total sleep time", "nights sleep", "night sleep", "shuteye", "sleep duration"),
                *("sleep durations", "slumber", "sleep length", "sleep amount", "night of sleep", "nights of sleep"),
                *("sleep last night", "sleep pattern", "sleep patterns", "sleep per night", "sleep data"),
                *("sleeping duration", "sleeping durations", "sleeping time", "sleeping patterns", "snooze"),
            ),
            loose=_loose(_IN_BED, "time in bed", "in bed"),
            additive=True,
            nightly=True,
            hours=24,
        ),
        "deep_sleep_minutes": _stage(
            "deep sleep",
            *("deep sleep", "sleep deeply", "sleeping deeply", "slept deeply", "slow wave sleep", "deepest sleep"),
            *("deep sleeping", "deep stage", "deep sleep stage"),
        ),
        "rem_sleep_minutes": _stage(
            "REM sleep", "rem sleep", "rem", "dream sleep", "rapid eye movement sleep", "rem stage", "rem sleep stage"
        ),
        "light_sleep_minutes": _stage(
            "light sleep",
            *("light sleep", "sleep lightly", "slept lightly", "sleeping lightly", "lightest sleep", "light stage"),
            *("lighter sleep", "light sleep stage"),
            better=None,
        ),
        "awake_minutes": _stage(
            "time awake",
            *("awake", "time awake", "awake at night", "lie awake", "lay awake", "wakefulness", "restless"),
            *("restlessness", "awake in bed", "lying awake", "being awake"),
            better=False,
        ),
        "deep_sleep_percent": _share("deep sleep", "deep sleep", "deep"),
        "rem_sleep_percent": _share("REM sleep", "rem sleep", "rem"),
        "light_sleep_percent": _share("light sleep", "light sleep", "light", better=None),
        "awake_percent": _share("time awake", "awake", "awake time", "wake", better=False),
        "sleep_score": Words(noun="sleep score", dimension="points", phrases=("sleep score", "sleep scores")),
        "stress_management_score": Words(
            noun="stress management score",
            dimension="points",
            phrases=("stress management score", "stress management", "stress score", "stress scores"),
            loose=_loose(_MANAGED, "stress", "stress level", "stress levels", "stressed", "stressful"),
        ),
        "resting_heart_rate": Words(
            noun="resting heart rate",
            dimension="bpm",
            phrases=(
                *("resting heart rate", "rhr", "resting hr", "resting pulse", "heart rate at rest"),
                *("resting heartrate", "resting heart rates", "pulse at rest", "resting heart beat"),
            ),
            loose=_loose(
                _ONLY_RESTING,
                *("heart rate", "heartrate", "pulse", "hr", "heart rates", "hrs", "heart beat", "heartbeat"),
                *("heart rate hr", "pulse rate"),
            ),
            better=False,
        ),
        "heart_rate_variability": Words(
            noun="heart rate variability",
            dimension="ms",
            phrases=(
                *("heart rate variability", "heartrate variability", "hrv", "rmssd", "hr variability"),
                *("heart rate variability rmssd", "hrv rmssd", "heart rate variability hrv", "variability of my heart"),
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
            phrases=(
                *("respiratory rate", "respiration rate", "breathing rate", "breaths per minute", "respiration"),
                *("breathing", "breath rate", "breathing frequency"),
            ),
            better=None,
        ),
        "spo2": Words(
            noun="blood oxygen saturation",
            dimension="%",
            phrases=(
                *("spo2", "sp o2", "blood oxygen", "oxygen saturation", "blood oxygen saturation", "o2 saturation"),
                *("blood oxygen level", "oxygen level", "oxygen levels", "blood oxygen levels"),
            ),
        ),
        "skin_temperature": Words(
            noun="skin temperature",
            dimension="°C",
            phrases=("skin temperature", "skin temp", "wrist temperature", "body temperature"),
            better=None,
        ),
        "weight_kg": Words(
            noun="weight",
            dimension="kg",
            phrases=("weight", "body weight", "bodyweight", "weigh", "weighed", "weight kg", "body mass", "weights kg"),
            better=None,
        ),
        "cardio_fitness_index": Words(
            noun="cardio fitness index",
            dimension="",
            phrases=("cardio fitness index", "cardiofitness index", "cardio fitness", "steps per heartbeat"),
            loose=_loose(_INDEX, "fitness", "fitness level", "fitness levels", "physical fitness"),
        ),
        "hrv_rhr_ratio": Words(
            noun="HRV to resting heart rate ratio",
            dimension="",
            phrases=(
                *("hrv rhr ratio", "hrv to rhr ratio", "ratio of hrv to rhr", "hrv to resting heart rate ratio"),
                *("ratio of hrv to resting heart rate", "hrv to resting heart rate"),
                *("ratio of my hrv to my resting heart rate", "heart rate variability to resting heart rate ratio"),
            ),
        ),
        "bed_time_clock": Words(
            noun="bed time",
            dimension="clock",
            phrases=(
                *("bed time", "bedtime", "bed times", "bedtimes", "go to bed", "went to bed", "going to bed"),
                *("fall asleep", "fell asleep", "go to sleep", "went to sleep", "bed time clock", "sleep onset"),
                *("get to bed", "got to bed", "sleep start time", "gone to bed", "turn in", "in bed by"),
                *("falling asleep", "going to sleep", "hit the hay", "hit the sack", "sleep start"),
            ),
            better=None,
        ),
        "wake_up_time_clock": Words(
            noun="wake-up time",
            dimension="clock",
            phrases=(
                *("wake up time", "wake up times", "wakeup time", "wake time", "wake times", "wake up", "woke up"),
                *("woke", "get up", "got up", "waking up", "getting up", "woken up", "rise time", "waking time"),
                *("get out of bed", "got out of bed", "wakeup times", "wakeup", "sleep end time", "wake up time clock"),
            ),
            better=None,
        ),
    }
)

_LOOSELY_SHARED: Final = frozenset({"average_heart_rate"})
"""Fields that share only the loose names of a daily series: an activity has no resting heart rate."""
_STRESS_SCORES: Final = ("stress score", "stress management score")
_QUALITY: Final = ("sleep quality", "quality of sleep", "quality of my sleep", "how well sleep", "sleep well")
_MORE: Final[Mapping[str, tuple[Sign | Statistic, str]]] = MappingProxyType(
    dict.fromkeys(("more active", "less active"), (Sign.DIRECTION, "activity level"))
    | {"most active": (Statistic(Aggregate.MAX), "activity level")}
    | {"least active": (Statistic(Aggregate.MIN), "activity level")}
    | dict.fromkeys(("fitter", "less fit", "in better shape"), (Sign.DIRECTION, "fitness"))
    | dict.fromkeys(("getting fitter", "gotten fitter", "getting in shape"), (Sign.CHANGE, "fitness"))
    | dict.fromkeys(("most stressed", "most stressful", "highest stress"), (Statistic(Aggregate.MIN), "stress"))
    | dict.fromkeys(("least stressed", "least stressful", "lowest stress"), (Statistic(Aggregate.MAX), "stress"))
    | {"highest stress level": (Statistic(Aggregate.MIN), "stress")}
    | {"lowest stress level": (Statistic(Aggregate.MAX), "stress")}
    | {f"highest {said}": (Statistic(Aggregate.MAX), said) for said in _STRESS_SCORES}
    | {f"lowest {said}": (Statistic(Aggregate.MIN), said) for said in _STRESS_SCORES}
)
"""Words that say a metric and what is asked of it; much stress is a low score."""
_STAGES: Final = ("sleep stages", "stages of sleep", "sleep stage", "stages of my sleep", "sleep phases")

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
        )
    said = name.replace("_", " ")
    return Words(noun=said, dimension="", phrases=(said,), better=None)


def metric_phrases(names: tuple[str, ...], recorded: tuple[str, ...]) -> dict[str, tuple[Item, ...]]:
    """What each phrase means, for daily metrics and fields of activities.

    Args:
        names: further series that only have a name.
        recorded: the series with values, which decide what a loose name can stand for.
    """
    phrases = dict(_field_phrases())
    for name in (*METRICS, *names):
        words = words_for(name)
        shared = FIELD_OF.get(name, "")
        for said, caveat in words.loose.items():
            phrases[said] = (Metric(name=name, said=said, caveat=caveat, field=shared),)
        exact = "" if shared in _LOOSELY_SHARED else shared
        own = () if name.endswith("_minutes") else (name.replace("_", " "),)
        counts = tuple(f"{said} count" for said in words.phrases if words.additive and not words.nightly)
        for said in (*words.phrases, *own, *counts):
            phrases[said] = (Metric(name=name, said=said, field=exact),)
    by_score = "sleep_score" in recorded
    quality = ("sleep_score", _BY_SCORE) if by_score else ("awake_percent", _BY_AWAKE)
    for said in _QUALITY:
        phrases[said] = (Metric(name=quality[0], said=said, caveat=quality[1]),)
    phrases |= {said: (term, *phrases[of]) for said, (term, of) in _MORE.items()}
    deep, rem, light = (
        Metric(name=f"{stage}_sleep_minutes", said=f"{stage} sleep") for stage in ("deep", "rem", "light")
    )
    return phrases | dict.fromkeys(_STAGES, (deep, "and", rem, "and", light))


def _field_phrases() -> Iterator[tuple[str, tuple[Item, ...]]]:
    for name, words in FIELDS.items():
        for said in words.phrases:
            yield said, (Metric(name="", said=said, field=name),)
        for said, caveat in words.loose.items():
            yield said, (Metric(name="", said=said, caveat=caveat, field=name),)


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
