"""What an Apple export may look like as a file, and what it may not."""

from datetime import date

import pytest

from services.health_data.adapters.formats.apple_health import APPLE_HEALTH
from services.health_data.adapters.formats.members import DamagedError
from tests.unit.health_data.formats.apple_health.exports import DOCTYPE, days, export, steps
from tests.unit.health_data.formats.support import gathered

DAY = date(2024, 3, 1)
LINE = steps("2024-03-01 10:00:00", "2024-03-01 10:10:00", "120")
EXPORT = export(LINE)


@pytest.mark.parametrize(
    "path",
    [
        "apple_health_export/export.xml",
        "apple_health_export/Exportieren.xml",
        "导出.xml",
        "exportação.xml",
        "a/b/c.xml",
    ],
)
def test_an_export_is_known_by_what_it_is(path: str) -> None:
    assert days(gathered(APPLE_HEALTH, {path: EXPORT}), "steps") == {DAY: 120}


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + EXPORT,
        EXPORT.replace(b"\n", b"\r\n"),
        EXPORT.replace(b"\n", b""),
        EXPORT.decode().replace("UTF-8", "UTF-16").encode("utf-16"),
        export(LINE, doctype=""),
        export(LINE, doctype="<!DOCTYPE HealthData>\n"),
        EXPORT.removeprefix(b'<?xml version="1.0" encoding="UTF-8"?>\n'),
        export(LINE, doctype=DOCTYPE.replace("locale CDATA", "<broken < CDATA")),
        EXPORT.replace(b"Watch", b"Watch\x0b\x01"),
        export(LINE, "<!-- a remark -->\n<ActivitySummary dateComponents='2024-03-01'/>\n<Unheard of='it'/>\n"),
        export(f"<Correlation type='x'>{LINE}</Correlation>\n", LINE),
    ],
)
def test_every_writing_of_an_export_is_read(content: bytes) -> None:
    assert days(gathered(APPLE_HEALTH, {"export.xml": content}), "steps") == {DAY: 120}


@pytest.mark.parametrize("end", [len(EXPORT) - 3, len(EXPORT) - 20, EXPORT.index(b"<Record") + 40, 300])
def test_an_export_that_is_cut_off_is_refused(end: int) -> None:
    with pytest.raises(DamagedError, match=r"export.xml is cut off or damaged at line [\d,]+: export it again"):
        gathered(APPLE_HEALTH, {"export.xml": EXPORT[:end]})


def test_entities_are_not_unfolded() -> None:
    bomb = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">\n' for n in range(9))
    doctype = f'<!DOCTYPE HealthData [\n<!ENTITY e0 "ha">\n{bomb}]>\n'
    with pytest.raises(DamagedError):
        gathered(APPLE_HEALTH, {"export.xml": export(LINE, "<Remark text='&e9;'/>", doctype=doctype)})
    wide = export(LINE, doctype=doctype).decode().replace("UTF-8", "UTF-16").encode("utf-16")
    with pytest.raises(DamagedError):
        gathered(APPLE_HEALTH, {"export.xml": wide})


def test_a_file_of_something_else_is_not_claimed() -> None:
    parsed = gathered(
        APPLE_HEALTH,
        {
            "a.xml": b'<?xml version="1.0"?><Other><HealthData/></Other>',
            "b.csv": b"date,steps\n2024-03-01,5\n",
            "c.txt": b"See <HealthData> in export.xml",
            "d.xml": b'<?xml version="1.0"?><ClinicalDocument><title>Results</title></ClinicalDocument>',
            "e.gpx": b'<?xml version="1.0"?><gpx version="1.1" creator="Another"></gpx>',
            "clinical-records/f.json": b'{"resourceType": "Observation"}',
        },
    )
    assert not parsed.members
    assert not parsed.left_out


def test_what_an_archive_also_holds_is_left_out_with_the_reason() -> None:
    document = b'<?xml version="1.0"?><ClinicalDocument><title>Health Data Export</title></ClinicalDocument>'
    parsed = gathered(
        APPLE_HEALTH,
        {
            "apple_health_export/export_cda.xml": document,
            "apple_health_export/workout-routes/route_2024-03-01_8.00am.gpx": b"<gpx></gpx>",
            "apple_health_export/electrocardiograms/ecg_2024-03-01.csv": b"Name,Ann\n",
            "apple_health_export/export.xml": EXPORT,
        },
    )
    assert days(parsed, "steps") == {DAY: 120}
    assert parsed.left_out == (
        (
            "apple_health_export/export_cda.xml",
            "The same values again, as a clinical document: those of the export are read.",
        ),
        ("apple_health_export/workout-routes/route_2024-03-01_8.00am.gpx", "GPS tracks of workouts: not kept."),
        ("apple_health_export/electrocardiograms/ecg_2024-03-01.csv", "Electrocardiograms: not kept."),
    )


def test_two_exports_that_overlap_are_one() -> None:
    later = export(LINE, steps("2024-03-02 10:00:00", "2024-03-02 10:10:00", "7"))
    parsed = gathered(APPLE_HEALTH, {"a/export.xml": EXPORT, "b/export.xml": later})
    assert days(parsed, "steps") == {DAY: 120, date(2024, 3, 2): 7}
    assert parsed.members == ("a/export.xml", "b/export.xml")
