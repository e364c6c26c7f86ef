"""What data_science makes of the description of the record."""

from datetime import date

from amy.api.health_data.v1 import health_data_pb2 as health
from services.data_science import wire
from services.data_science.domain.catalogue import Bounds, Catalogue, Quantity
from services.data_science.domain.draft import reference

STEPS = health.MetricName(
    name="steps",
    unit="count",
    noun="step count",
    spoken=["steps", "footsteps"],
    loose=[health.LooseName(phrase="activity level", caveat="I take your steps.")],
    additive=True,
    better=True,
    recorded=True,
    plausible=health.Plausible(high=150_000, source="A record."),
)
SPEED = health.MetricName(
    name="speed_m_per_min",
    unit="m/min",
    noun="speed",
    plausible_by_kind=[health.PlausibleOfKind(kind="Run", plausible=health.Plausible(low=0, high=355.5))],
)
LDL = health.BiomarkerDescription(
    name="LDL", unit="mg/dL", samples=2, noun="LDL", spoken=["ldl", "bad cholesterol"], has_reference_high=True
)


def described(**more: object) -> health.DescribeDataResponse:
    response = health.DescribeDataResponse(first_date="2024-01-01", reference_date="2024-06-30")
    response.MergeFrom(health.DescribeDataResponse(**more))  # type: ignore[arg-type]  # fields by name
    return response


def test_everything_on_record_arrives() -> None:
    catalogue = wire.catalogue_from_proto(
        described(
            known=[STEPS],
            activity_fields=[SPEED],
            biomarker_names=[LDL],
            other_biomarkers=[health.BiomarkerDescription(name="TSH", noun="TSH", spoken=["tsh"])],
            activity_kinds=["Run", "Walk"],
            population_metrics=["steps"],
            oldest_biomarker_date="2024-02-01",
            newest_biomarker_date="2024-05-01",
            nights_follow=True,
        )
    )
    assert catalogue == Catalogue(
        first=date(2024, 1, 1),
        today=date(2024, 6, 30),
        metrics={
            "steps": Quantity(
                name="steps",
                unit="count",
                noun="step count",
                spoken=("steps", "footsteps"),
                loose={"activity level": "I take your steps."},
                additive=True,
                better=True,
                plausible=Bounds(high=150_000),
            )
        },
        fields={
            "speed_m_per_min": Quantity(
                name="speed_m_per_min",
                unit="m/min",
                noun="speed",
                recorded=False,
                plausible_by_kind={"Run": Bounds(low=0, high=355.5)},
            )
        },
        biomarkers={
            "LDL": Quantity(name="LDL", unit="mg/dL", noun="LDL", spoken=("ldl", "bad cholesterol")),
            "TSH": Quantity(name="TSH", unit="", noun="TSH", spoken=("tsh",), recorded=False),
        },
        kinds=("Run", "Walk"),
        samples=(date(2024, 2, 1), date(2024, 5, 1)),
        population=frozenset({"steps"}),
        upper_limits=frozenset({"LDL"}),
        nights_follow=True,
    )


def test_less_of_something_can_be_better_and_of_something_neither() -> None:
    fewer = health.MetricName(name="a", better=False)
    catalogue = wire.catalogue_from_proto(described(known=[fewer, health.MetricName(name="b")]))
    assert catalogue is not None
    assert {name: each.better for name, each in catalogue.metrics.items()} == {"a": False, "b": None}


def test_without_any_record_there_is_no_catalogue_and_laboratory_dates_stand_in_for_days() -> None:
    assert wire.catalogue_from_proto(health.DescribeDataResponse(known=[STEPS])) is None
    labs = wire.catalogue_from_proto(
        health.DescribeDataResponse(
            biomarker_names=[LDL], oldest_biomarker_date="2024-02-01", newest_biomarker_date="2024-05-01"
        )
    )
    assert labs is not None
    assert (labs.first, labs.today) == (date(2024, 2, 1), date(2024, 5, 1))


def test_labels_of_the_record_set_no_references() -> None:
    hostile = reference("ds-001.n")
    lab = health.BiomarkerDescription(name=hostile, unit=hostile, noun=hostile, samples=1, has_reference_low=True)
    bounds = [health.PlausibleOfKind(kind=hostile)]
    field = health.MetricName(name="speed", plausible_by_kind=bounds)
    catalogue = wire.catalogue_from_proto(
        described(activity_kinds=[hostile], biomarker_names=[lab], activity_fields=[field])
    )
    assert catalogue is not None
    assert catalogue.kinds == tuple(catalogue.fields["speed"].plausible_by_kind) == ("ds-001.n",)
    assert catalogue.reference_ranges == catalogue.biomarkers.keys() == {"ds-001.n"}
    (quantity,) = catalogue.biomarkers.values()
    assert (quantity.name, quantity.unit, quantity.noun) == ("ds-001.n",) * 3
