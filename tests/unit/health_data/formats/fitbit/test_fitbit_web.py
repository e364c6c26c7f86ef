"""What fitbit.com exports by hand: titles, thousands, and the dates and numbers of the person's country."""

from datetime import date

import pytest

from services.health_data.adapters.formats.fitbit import FITBIT
from services.health_data.domain.records import from_epoch_day
from tests.unit.health_data.formats.fitbit.exports import days, local, reasons
from tests.unit.health_data.formats.support import gathered

HEADER = "Date,Calories Burned,Steps,Distance,Floors,Minutes Sedentary,Activity Calories\n"


def an_export(*rows: str, header: str = HEADER, title: str = "Activities\n") -> dict[str, bytes]:
    return {"fitbit_export_20240310.csv": (title + header + "\n".join(rows) + "\n").encode()}


def test_activities_are_read_with_thousands_and_miles() -> None:
    parsed = gathered(
        FITBIT,
        an_export(
            '"2024-03-05","2,036","10,500","4.70","12","1,020","900"',
            '"2024-03-06","1,936","4,000","1.79","3","1,120","500"',
            '"2024-03-07","2,136","12,000","5.37","9","920","900"',
            '"2024-03-08","1,836","0","0","0","1,440","0"',
        ),
    )
    assert days(parsed, "steps") == {date(2024, 3, 5): 10500, date(2024, 3, 6): 4000, date(2024, 3, 7): 12000}
    assert days(parsed, "calories_kcal")[date(2024, 3, 5)] == 2036
    assert days(parsed, "floors_climbed")[date(2024, 3, 7)] == 9
    assert days(parsed, "distance_km")[date(2024, 3, 5)] == pytest.approx(4.70 * 1.609344)
    assert reasons(parsed) == ["days on which the tracker was not worn"]


def test_dates_of_another_country_are_told_by_the_days_over_12() -> None:
    rows = [f'"{day:02d}-03-2024","2.036,0","10.500","7,4","12","1.020","900"' for day in range(11, 15)]
    parsed = gathered(FITBIT, an_export(*rows))
    assert list(days(parsed, "steps")) == [date(2024, 3, day) for day in range(11, 15)]
    assert days(parsed, "steps")[date(2024, 3, 11)] == 10500
    assert days(parsed, "distance_km")[date(2024, 3, 11)] == pytest.approx(7.4)


def test_dates_that_can_be_read_in_two_ways_are_left_out() -> None:
    parsed = gathered(FITBIT, an_export('"05/03/2024","2,036","10,500","4.7","12","1,020","900"'))
    assert not parsed.numbers
    assert "more than one way" in parsed.left_out[0][1]


def test_body_and_sleep_stand_below_each_other() -> None:
    content = (
        "Body\nDate,Weight,BMI,Fat\n"
        '"2024-03-05","190","26.5","21.5"\n"2024-03-06","190","26.5","0"\n\n'
        "Sleep\nStart Time,End Time,Minutes Asleep,Minutes Awake,Number of Awakenings,Time in Bed,Minutes REM Sleep\n"
        '"2024-03-04 11:00PM","2024-03-05 7:00AM","430","50","12","480","N/A"\n'
        '"2024-03-05 2:00PM","2024-03-05 3:00PM","55","5","1","60","N/A"\n'
    )
    parsed = gathered(FITBIT, {"fitbit_export.csv": content.encode("utf-8-sig")})
    assert days(parsed, "weight_kg")[date(2024, 3, 6)] == pytest.approx(86.1826, rel=1e-5)
    assert days(parsed, "body_fat_percent") == {date(2024, 3, 5): 21.5}
    assert days(parsed, "sleep_minutes") == {date(2024, 3, 5): 430}
    assert {from_epoch_day(day): at for day, at in parsed.local_times["bed_time"].items()} == {
        date(2024, 3, 5): local("2024-03-04T23:00")
    }


def test_a_table_in_another_language_is_left_out_with_a_reason() -> None:
    parsed = gathered(FITBIT, an_export("05-03-2024,2036,1", header="Datum,Verbrannte Kalorien,Schritte\n"))
    assert "English" in parsed.left_out[0][1]
