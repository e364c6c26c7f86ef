"""Small invented exports in Apple's layout, and what is read of them."""

from datetime import date, datetime
from xml.sax.saxutils import quoteattr

from services.health_data.adapters.formats.apple_health import APPLE_HEALTH
from services.health_data.domain.records import ParsedFile, from_epoch_day
from tests.unit.health_data.formats.support import gathered

QUANTITY = "HKQuantityTypeIdentifier"
CATEGORY = "HKCategoryTypeIdentifier"
SLEEP = CATEGORY + "SleepAnalysis"
ASLEEP = "HKCategoryValueSleepAnalysisAsleep"
WATCH = "Ann\N{RIGHT SINGLE QUOTATION MARK}s Apple Watch"
PHONE = "Ann\N{RIGHT SINGLE QUOTATION MARK}s iPhone"
APP = "Step Diary"
COPY = "Health Sync"
DOCTYPE = """<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 13 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
]>
"""


def device(hardware: str, software: str) -> str:
    name = "Apple Watch" if hardware.startswith("Watch") else "iPhone"
    model = name.removeprefix("Apple ")
    return (
        f"<<HKDevice: 0x3012772a0>, name:{name}, manufacturer:Apple Inc., model:{model}, "
        f"hardware:{hardware}, software:{software}>"
    )


def element(tag: str, inner: str = "", **attributes: str) -> str:
    written = "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items())
    return f" <{tag}{written}>{inner}</{tag}>\n" if inner else f" <{tag}{written}/>\n"


def record(
    type_: str, start: str, end: str, value: str, *, unit: str = "", source: str = WATCH, inner: str = "", **more: str
) -> str:
    """A record; a time without an offset is at +0100."""
    times = [f"{time} +0100" if len(time) == 19 and time[10] == " " else time for time in (start, end)]
    units = {"unit": unit} if unit else {}
    return element(
        "Record",
        inner,
        **{"type": type_, "sourceName": source, **units, "creationDate": times[1]},
        **{"startDate": times[0], "endDate": times[1], "value": value, **more},
    )


def steps(start: str, end: str, value: str, source: str = WATCH) -> str:
    return record(QUANTITY + "StepCount", start, end, value, unit="count", source=source)


def asleep(start: str, end: str, stage: str = ASLEEP, source: str = WATCH, inner: str = "") -> str:
    return record(SLEEP, start, end, stage, source=source, inner=inner)


def zone(name: str) -> str:
    return element("MetadataEntry", key="HKTimeZone", value=name)


def export(*elements: str, doctype: str = DOCTYPE, locale: str = "en_GB") -> bytes:
    body = "".join(elements)
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n{doctype}<HealthData locale="{locale}">\n'
    return f"{head}{body}</HealthData>\n".encode()


def read(*elements: str) -> ParsedFile:
    return gathered(APPLE_HEALTH, {"apple_health_export/export.xml": export(*elements)})


def days(parsed: ParsedFile, metric: str) -> dict[date, float]:
    """The values of a metric by local date, to nine digits after the point."""
    series = parsed.numbers.get(metric)
    if series is None:
        return {}
    return {
        from_epoch_day(day): round(value, 9)
        for day, value in zip(series.days.tolist(), series.values.tolist(), strict=True)
    }


def moments(parsed: ParsedFile, name: str) -> dict[date, datetime]:
    return {from_epoch_day(day): moment for day, moment in parsed.local_times.get(name, {}).items()}
