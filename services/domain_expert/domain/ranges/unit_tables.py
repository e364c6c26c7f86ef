"""How much of a substance a mass of it is: the factors between conventional and SI units, substance by substance.

Each factor is as a published table prints it, in that table's own units: `value in the first unit * times = value in
the second`. Of several tables the one that prints more digits is taken. Where each comes from:

- CONVERTER: the table of conventional and SI units of https://medicalunitconverter.com.
- CSMU: the table of Chung Shan Medical University, http://w3.csmu.edu.tw/~chr/Int_unit_conversion.htm.
- IASRI: the table of SI conversion factors, http://ecoursesonline.iasri.res.in/mod/page/view.php?id=53457.
- EC: the table of chemistry units, http://www.elephantcare.org/convers.htm.
- CDC: the codebook of vitamins in NHANES, https://wwwn.cdc.gov/Nchs/Nhanes/2001-2002/L06VIT_B.htm.
- PMC: the table of iron status, https://pmc.ncbi.nlm.nih.gov/articles/PMC3934467/table/T1.
- DAVIS: Davis's Lab & Diagnostic Tests, https://nursing.unboundmedicine.com (testosterone; triiodothyronine).
- HEALTH3: https://www.health3.app/tools/blood-test-unit-converter.
- SOCBDR: The Review of Diabetic Studies, http://www.soc-bdr.org, "unit tables".
- NGSP: the master equation, http://www.ngsp.org/ifcc.asp.
- FORMULA: the molar mass that the chemical formula has, where printed factors are too coarse.
- UNIT: what defines the unit: 1 U is 1 µmol a minute; an ion of charge n has n equivalents a mole.

What a name means where it could mean two things:

- insulin: 1 mIU/L is 6.00 pmol/L. Many tables print 6.945 instead; The Review of Diabetic Studies has corrected its own
  from that to 6.0, and the error of some 15 % between the two is described by Knopp and others (2019,
  doi:10.1177/1932296818805074).
- urea nitrogen: 1 mg/dL of it is 0.357 mmol/L of urea, for it is the nitrogen that is weighed. "urea" alone has no
  factor here: its mg/dL are those of nitrogen in some countries and of the whole molecule in others, which differ by
  2.14, and a value so wrong is worse than none.
- ammonia is weighed as NH3, phosphate as phosphorus, vitamin A as retinol, vitamin E as alpha-tocopherol, vitamin D as
  25-hydroxyvitamin D3; hemoglobin is counted in single chains, a quarter of the molecule.
- HbA1c: "%" is the NGSP's scale and "mmol/mol" the IFCC's, and the line between them does not go through 0. An average
  glucose estimated from it is another quantity.

No factor is here for lipoprotein(a), apolipoproteins, SHBG, PSA and D-dimer, whose mass differs from person to person
or assay to assay, nor between mass and units of prolactin, TSH, LH or FSH.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from services.domain_expert.domain.ranges.unit_spellings import Dimension, Scale, readings_of


class Origin(StrEnum):
    """Where a factor is printed; the module's text has the addresses."""

    CONVERTER = "CONVERTER"
    CSMU = "CSMU"
    IASRI = "IASRI"
    EC = "EC"
    CDC = "CDC"
    PMC = "PMC"
    DAVIS = "DAVIS"
    HEALTH3 = "HEALTH3"
    SOCBDR = "SOCBDR"
    NGSP = "NGSP"
    FORMULA = "FORMULA"
    UNIT = "UNIT"


@dataclass(frozen=True, kw_only=True)
class Factor:
    """`value in first * times + plus` is the value in `second`."""

    first: str
    times: Fraction
    second: str
    origin: Origin
    plus: Fraction = Fraction(0)


def _factor(first: str, times: str, second: str, origin: Origin, *, plus: str = "0") -> Factor:
    return Factor(first=first, times=Fraction(times), second=second, origin=origin, plus=Fraction(plus))


_CHOLESTEROL: Final = (_factor("mg/dL", "0.02586", "mmol/L", Origin.CSMU),)
_GLUCOSE: Final = (_factor("mg/dL", "0.05551", "mmol/L", Origin.IASRI),)
_UREA_NITROGEN: Final = (_factor("mg/dL", "0.357", "mmol/L", Origin.CONVERTER),)
_BILIRUBIN: Final = (_factor("mg/dL", "17.104", "umol/L", Origin.CONVERTER),)
_C_REACTIVE_PROTEIN: Final = (_factor("mg/L", "9.524", "nmol/L", Origin.CONVERTER),)
_IRON: Final = (_factor("ug/dL", "0.1791", "umol/L", Origin.HEALTH3),)
_THYROXINE: Final = (_factor("ug/dL", "12.871", "nmol/L", Origin.CONVERTER),)
_CAROTENE: Final = (_factor("ug/dL", "0.01863", "umol/L", Origin.CDC),)
_ION_OF_CHARGE_1: Final = (_factor("mEq/L", "1", "mmol/L", Origin.UNIT),)
_ION_OF_CHARGE_2: Final = (_factor("mEq/L", "1/2", "mmol/L", Origin.UNIT),)
_ENZYME: Final = (_factor("U/L", "1/60", "ukat/L", Origin.UNIT),)

FACTORS: Final[Mapping[str, tuple[Factor, ...]]] = MappingProxyType(
    {
        "total cholesterol": _CHOLESTEROL,
        "LDL cholesterol": _CHOLESTEROL,
        "HDL cholesterol": _CHOLESTEROL,
        "non-HDL cholesterol": _CHOLESTEROL,
        "VLDL cholesterol": _CHOLESTEROL,
        "triglycerides": (_factor("mg/dL", "0.01129", "mmol/L", Origin.IASRI),),
        "glucose": _GLUCOSE,
        "fasting glucose": _GLUCOSE,
        "HbA1c": (_factor("mmol/mol", "0.09148", "%", Origin.NGSP, plus="2.152"),),
        "insulin": (_factor("mIU/L", "6", "pmol/L", Origin.SOCBDR),),
        "C-peptide": (_factor("ng/mL", "0.331", "nmol/L", Origin.CONVERTER),),
        "lactate": (_factor("mg/dL", "0.111", "mmol/L", Origin.CONVERTER),),
        "pyruvate": (_factor("mg/dL", "113.56", "umol/L", Origin.CONVERTER),),
        "beta-hydroxybutyrate": (_factor("mg/dL", "96.06", "umol/L", Origin.CONVERTER),),
        "CRP": _C_REACTIVE_PROTEIN,
        "hs-CRP": _C_REACTIVE_PROTEIN,
        "homocysteine": (_factor("mg/L", "7.397", "umol/L", Origin.CONVERTER),),
        "fibrinogen": (_factor("mg/dL", "0.0294", "umol/L", Origin.CONVERTER),),
        "creatinine": (_factor("mg/dL", "88.4", "umol/L", Origin.CONVERTER),),
        "urea nitrogen": _UREA_NITROGEN,
        "blood urea nitrogen": _UREA_NITROGEN,
        "BUN": _UREA_NITROGEN,
        "uric acid": (_factor("mg/dL", "59.485", "umol/L", Origin.CONVERTER),),
        "ammonia": (_factor("ug/dL", "0.587", "umol/L", Origin.CSMU),),
        "bilirubin": _BILIRUBIN,
        "direct bilirubin": _BILIRUBIN,
        "indirect bilirubin": _BILIRUBIN,
        "hemoglobin": (_factor("g/dL", "0.62063", "mmol/L", Origin.PMC),),
        "ferritin": (_factor("ng/mL", "2.247", "pmol/L", Origin.PMC),),
        "iron": _IRON,
        "TIBC": _IRON,
        "transferrin": (_factor("mg/dL", "0.123", "umol/L", Origin.CONVERTER),),
        "sodium": _ION_OF_CHARGE_1,
        "potassium": _ION_OF_CHARGE_1,
        "chloride": _ION_OF_CHARGE_1,
        "bicarbonate": _ION_OF_CHARGE_1,
        "lithium": _ION_OF_CHARGE_1,
        "calcium": (_factor("mg/dL", "0.2495", "mmol/L", Origin.CSMU), *_ION_OF_CHARGE_2),
        "magnesium": (_factor("mg/dL", "0.4114", "mmol/L", Origin.EC), *_ION_OF_CHARGE_2),
        "phosphate": (_factor("mg/dL", "0.3229", "mmol/L", Origin.IASRI),),
        "zinc": (_factor("ug/dL", "0.153", "umol/L", Origin.CONVERTER),),
        "copper": (_factor("ug/dL", "0.157", "umol/L", Origin.CONVERTER),),
        "selenium": (_factor("ug/L", "0.0127", "umol/L", Origin.CONVERTER),),
        "iodine": (_factor("ug/L", "7.88", "nmol/L", Origin.CONVERTER),),
        "manganese": (_factor("ug/L", "18.202", "nmol/L", Origin.CONVERTER),),
        "chromium": (_factor("ug/L", "19.232", "nmol/L", Origin.CONVERTER),),
        "cobalt": (_factor("ug/L", "16.968", "nmol/L", Origin.CONVERTER),),
        "lead": (_factor("ug/dL", "0.0483", "umol/L", Origin.CONVERTER),),
        "mercury": (_factor("ug/L", "4.985", "nmol/L", Origin.CONVERTER),),
        "cadmium": (_factor("ug/L", "8.896", "nmol/L", Origin.CONVERTER),),
        "vitamin A": (_factor("ug/dL", "0.03491", "umol/L", Origin.CDC),),
        "beta-carotene": _CAROTENE,
        "vitamin B2": (_factor("ug/dL", "26.6", "nmol/L", Origin.CONVERTER),),
        "vitamin B12": (_factor("pg/mL", "0.7378", "pmol/L", Origin.CONVERTER),),
        "folate": (_factor("ng/mL", "2.266", "nmol/L", Origin.CONVERTER),),
        "biotin": (_factor("pg/mL", "0.00409", "nmol/L", Origin.CONVERTER),),
        "vitamin C": (_factor("mg/dL", "56.78", "umol/L", Origin.CONVERTER),),
        "vitamin D": (_factor("ng/mL", "2.496", "nmol/L", Origin.CONVERTER),),
        "vitamin E": (_factor("ug/dL", "0.02322", "umol/L", Origin.CDC),),
        "vitamin K": (_factor("ng/mL", "2.22", "nmol/L", Origin.CONVERTER),),
        "T4": _THYROXINE,
        "free T4": _THYROXINE,
        "T3": (_factor("ng/dL", "0.0154", "nmol/L", Origin.DAVIS),),
        "free T3": (_factor("pg/mL", "1.54", "pmol/L", Origin.DAVIS),),
        "testosterone": (_factor("ng/dL", "0.0347", "nmol/L", Origin.DAVIS),),
        "free testosterone": (_factor("pg/mL", "3.47", "pmol/L", Origin.DAVIS),),
        "estradiol": (_factor("pg/mL", "3.671", "pmol/L", Origin.CONVERTER),),
        "estrone": (_factor("pg/mL", "3.698", "pmol/L", Origin.CONVERTER),),
        "estriol": (_factor("ng/mL", "3.467", "nmol/L", Origin.CONVERTER),),
        "progesterone": (_factor("ng/mL", "3.18", "nmol/L", Origin.CONVERTER),),
        "androstenedione": (_factor("ng/dL", "0.03492", "nmol/L", Origin.CSMU),),
        "DHEA": (_factor("ng/mL", "3.467", "nmol/L", Origin.CSMU),),
        "DHEA-S": (_factor("g/L", "100/36849", "mol/L", Origin.FORMULA),),
        "cortisol": (_factor("ug/dL", "27.588", "nmol/L", Origin.CONVERTER),),
        "aldosterone": (_factor("ng/dL", "0.02774", "nmol/L", Origin.CSMU),),
        "ACTH": (_factor("pg/mL", "0.22", "pmol/L", Origin.CONVERTER),),
        "prolactin": (_factor("ug/L", "43.478", "pmol/L", Origin.CONVERTER),),
        "IGF-1": (_factor("ng/mL", "0.131", "nmol/L", Origin.CONVERTER),),
        "melatonin": (_factor("pg/mL", "4.305", "pmol/L", Origin.CONVERTER),),
        "epinephrine": (_factor("pg/mL", "5.459", "pmol/L", Origin.CONVERTER),),
        "norepinephrine": (_factor("pg/mL", "5.911", "pmol/L", Origin.CONVERTER),),
        "dopamine": (_factor("pg/mL", "6.528", "pmol/L", Origin.CONVERTER),),
        "ethanol": (_factor("mg/dL", "0.2171", "mmol/L", Origin.CONVERTER),),
        "ALT": _ENZYME,
        "AST": _ENZYME,
        "GGT": _ENZYME,
        "alkaline phosphatase": _ENZYME,
        "LDH": _ENZYME,
        "creatine kinase": _ENZYME,
        "amylase": _ENZYME,
        "lipase": _ENZYME,
    }
)


def common_scale_of(substance: str, dimension: Dimension) -> Scale | None:
    """How what is counted in a dimension's own unit is counted on the scale that all units of a substance share.

    None for a substance that is not known here, or a dimension in which it is not counted.
    """
    return _COMMON_SCALES.get(substance.strip().casefold(), {}).get(dimension)


def _common_scales(factors: tuple[Factor, ...]) -> Iterator[tuple[Dimension, Scale]]:
    """All factors of a substance end in the same dimension, whose own unit is the common scale."""
    for factor in factors:
        first, second = readings_of(factor.first)[0], readings_of(factor.second)[0]
        printed = Scale(times=factor.times, plus=factor.plus).within(second.scale)
        yield first.dimension, Scale(times=printed.times / first.scale.times, plus=printed.plus)
        yield second.dimension, Scale(times=Fraction(1))


_COMMON_SCALES: Final[Mapping[str, Mapping[Dimension, Scale]]] = {
    substance.casefold(): dict(_common_scales(factors)) for substance, factors in FACTORS.items()
}
