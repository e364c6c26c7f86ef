"""Values that sources print in two units, by the address of the source."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Printed:
    """The same value twice: `value` in `unit` is printed as `same` in `other`."""

    of: str
    value: str
    unit: str
    same: str
    other: str


_BY_SOURCE: Final = {
    "https://medicalunitconverter.com": """
        albumin | g/dL | g/L | 3.5 = 35, 5.0 = 50
        total protein | g/dL | g/L | 6.0 = 60
        ALT | U/L | ukat/L | 10 = 0.17
        AST | U/L | µkat/L | 10 = 0.17
        alkaline phosphatase | U/L | µkat/L | 30 = 0.5, 120 = 2.0
        LDH | U/L | µkat/L | 100 = 1.7
        creatine kinase | U/L | µkat/L | 150 = 2.5, 40 = 0.67
        GGT | U/L | µkat/L | 2 = 0.03
        direct bilirubin | mg/dL | µmol/L | 0.1 = 1.7, 0.3 = 5.1
        calcium | mg/dL | mmol/L | 8.2 = 2.05
        total cholesterol | mg/dL | mmol/L | 239 = 6.18
        HDL cholesterol | mg/dL | mmol/L | 40 = 1.03
        triglycerides | mg/dL | mmol/L | 160 = 1.8
        cortisol | µg/dL | nmol/L | 5 = 140, 25 = 690
        C-peptide | ng/mL | nmol/L | 0.5 = 0.17, 2.5 = 0.83
        CRP | mg/L | nmol/L | 0.08 = 0.76
        creatinine | mg/dL | µmol/L | 0.6 = 53, 1.2 = 106
        DHEA | ng/mL | nmol/L | 1.8 = 6.2, 12.5 = 43.3
        DHEA-S | µg/dL | µmol/L | 450 = 12.2
        estradiol | pg/mL | pmol/L | 30 = 110, 400 = 1470
        estrone | pg/mL | pmol/L | 25.0 = 92.5, 1.5 = 5.5
        ferritin | ng/mL | pmol/L | 200 = 450
        fibrinogen | mg/dL | µmol/L | 400 = 11.8
        fibrinogen | mg/dL | g/L | 150 = 1.5
        folate | ng/mL | nmol/L | 3 = 7, 16 = 36
        glucose | mg/dL | mmol/L | 70 = 3.9, 110 = 6.1
        hematocrit | % | fraction | 41 = 0.41
        hematocrit | % | proportion of 1.0 | 50 = 0.50
        hemoglobin | g/dL | g/L | 14.0 = 140, 17.5 = 175
        MCV | µm3 | fL | 80 = 80
        homocysteine | mg/L | µmol/L | 0.68 = 5, 2.02 = 15
        iron | µg/dL | µmol/L | 60 = 10.7, 150 = 26.9
        TIBC | µg/dL | µmol/L | 250 = 44.8, 450 = 80.6
        lactate | mg/dL | mmol/L | 5.0 = 0.6, 15 = 1.7
        magnesium | mEq/L | mmol/L | 1.3 = 0.65, 2.1 = 1.05
        manganese | µg/L | nmol/L | 10 = 182, 12 = 218
        mercury | µg/L | nmol/L | 5 = 25
        phosphate | mg/dL | mmol/L | 2.3 = 0.74, 4.7 = 1.52
        platelets | 10^3/µL | 10^9/L | 150 = 150
        potassium | mEq/L | mmol/L | 3.5 = 3.5
        sodium | mEq/L | mmol/L | 136 = 136
        chloride | mEq/L | mmol/L | 96 = 96
        progesterone | ng/mL | nmol/L | 0.15 = 0.5, 25 = 79.5
        prolactin | µg/L | pmol/L | 3.8 = 165, 23.2 = 1010
        red blood cells | 10^6/µL | 10^12/L | 3.9 = 3.9
        selenium | µg/L | µmol/L | 58 = 0.74, 234 = 2.97
        testosterone | ng/dL | nmol/L | 300 = 10.4, 1200 = 41.6
        free T4 | ng/dL | pmol/L | 0.9 = 12, 2.3 = 30
        T4 | µg/dL | nmol/L | 5.5 = 71, 12.5 = 160
        T3 | ng/dL | nmol/L | 60 = 0.92
        urea nitrogen | mg/dL | mmol/L | 8 = 2.9, 23 = 8.2
        uric acid | mg/dL | µmol/L | 4.0 = 240, 8.0 = 480
        vitamin A | µg/dL | µmol/L | 30 = 1.05, 80 = 2.80
        vitamin B12 | pg/mL | pmol/L | 160 = 118, 950 = 701
        vitamin C | mg/dL | µmol/L | 0.4 = 23, 1.5 = 85
        vitamin D | ng/mL | nmol/L | 14 = 35, 60 = 150
        vitamin E | µg/mL | µmol/L | 5 = 12, 18 = 42
        vitamin K | ng/mL | nmol/L | 0.13 = 0.29, 1.19 = 2.64
        white blood cells | /µL | 10⁹/L | 4500 = 4.5
        neutrophils | /µL | 10⁹/L | 1800 = 1.8
        eosinophils | /µL | 10^9/L | 450 = 0.45
        zinc | µg/dL | µmol/L | 75 = 11.5
        beta-carotene | µg/dL | µmol/L | 10 = 0.2, 85 = 1.6
        cobalt | µg/L | nmol/L | 4.0 = 67.9
        androstenedione | ng/dL | nmol/L | 75 = 2.6, 205 = 7.2
        epinephrine | pg/mL | pmol/L | 60 = 330
        norepinephrine | pg/mL | pmol/L | 110 = 650
        aldosterone | ng/dL | pmol/L | 2 = 55, 9 = 250
        oxygen | mm Hg | kPa | 80 = 11
        oxygen | mmHg | kPa | 100 = 13
        ACTH | pg/mL | pmol/L | 120 = 26
        FSH | mIU/mL | IU/L | 100 = 100
        lead | µg/dL | µmol/L | 20 = 1.0
        cadmium | µg/L | nmol/L | 0.3 = 2.7, 1.2 = 10.7
        vitamin B2 | µg/dL | nmol/L | 4 = 106, 24 = 638
        biotin | pg/mL | nmol/L | 200 = 0.82, 500 = 2.05
        ethanol | mg/dL | mmol/L | 20 = 4.3
        pyruvate | mg/dL | µmol/L | 0.5 = 60, 1.5 = 170
    """,
    "https://www.cancertherapyadvisor.com/home/tools/clinical-charts/": """
        ammonia | µg/dL | µmol/L | 10 = 6, 80 = 47
        bilirubin | mg/dL | µmol/L | 0.3 = 5.1, 1.0 = 17.0
        calcium | mg/dL | mmol/L | 9.0 = 2.2, 10.5 = 2.6
        LDL cholesterol | mg/dL | mmol/L | 100 = 2.59, 129 = 3.34, 130 = 3.36, 159 = 4.11, 190 = 4.91
        total cholesterol | mg/dL | mmol/L | 200 = 5.17, 239 = 6.18
        HDL cholesterol | mg/dL | mmol/L | 60 = 1.55, 40 = 1.03
        ALT | U/L | μkat/L | 35 = 0.58
        carbon dioxide | mmHg | kPa | 35 = 4.7
    """,
    "https://online.anyflip.com/csaia/wgpp/files/basic-html/page915.html": """
        fasting glucose | mg/dl | mmol/L | 100 = 5.6, 126 = 7.0
        glucose | mg/dl | mmol/L | 140 = 7.8, 200 = 11.1
        lactate | mg/dl | mmol/L | 4.5 = 0.5, 14.4 = 1.6
    """,
    "https://cld.bz/bookdata/rFBLuj/basic-html/page1213.html": """
        urea nitrogen | mg/dL | mmol/L | 8 = 2.9, 20 = 7.1
        creatine kinase | units/L | μkat/L | 267 = 4.45, 32 = 0.53
        GGT | units/L | μkat/L | 85 = 1.42
        alkaline phosphatase | units/L | μkat/L | 133 = 2.2
        ammonia | μg/dL | μmol/L | 18 = 11, 60 = 35
        amylase | units/L | μkat/L | 110 = 1.83
        phosphate | mg/dL | mmol/L | 2.5 = 0.80, 4.5 = 1.45
    """,
    "http://www.aidsinfonet.org/fact_sheets/view/120": """
        ALT | units/liter | µkat/liter | 7 = 0.12, 30 = 0.50, 55 = 0.92
        alkaline phosphatase | units/liter | µkat/liter | 115 = 1.92
        AST | units/liter | µkat/liter | 25 = 0.42, 9 = 0.15
    """,
    "https://nursing.unboundmedicine.com/nursingcentral/view/Davis-Lab-and-Diagnostic-Tests": """
        T3 | ng/dL | nmol/L | 70 = 1.08, 204 = 3.14
        free T3 | pg/mL | pmol/L | 2.4 = 3.7, 4.2 = 6.5
        testosterone | ng/dL | nmol/L | 1080 = 37.48, 890 = 30.88, 60 = 2.08
        free testosterone | pg/mL | pmol/L | 50 = 173.5, 10 = 34.7
        progesterone | ng/mL | nmol/L | 44 = 140, 10 = 31.8, 229 = 728.2, 83 = 264
    """,
    "https://www.medlabsgroup.com (DHEA-S)": """
        DHEA-S | µg/dL | µmol/L | 33.9 = 0.92, 280 = 7.60, 65.1 = 1.77, 368 = 9.99, 340 = 9.23, 256 = 6.95
        DHEA-S | µg/dL | µmol/L | 154 = 4.18
    """,
    "https://hotlib.net/htrd/911434/p30 (Essential Endocrinology and Diabetes, table 4.1)": """
        ACTH | ng/L | pmol/L | 40 = 8.8
        aldosterone | ng/dL | pmol/L | 3.6 = 100, 18.1 = 500
        androstenedione | ng/dL | nmol/L | 60 = 2.1, 270 = 9.4
        cortisol | μg/dL | nmol/L | 25 = 700, 1.8 = 50, 2.9 = 80
    """,
    "https://pmc.ncbi.nlm.nih.gov/articles/PMC3934467/table/T1": """
        iron | µg/dL | µmol/L | 50 = 9, 180 = 32
        transferrin | mg/dL | g/L | 200 = 2
        ferritin | ng/mL | pmol/L | 300 = 670
        hemoglobin | g/dL | mmol/L | 16 = 10, 13 = 8
    """,
    "https://unitslab.com/node/136 and https://www.doctorabel.us": """
        testosterone | ng/ml | nmol/L | 2.49 = 8.64, 8.36 = 29.0, 0.481 = 1.67
        testosterone | ng/dl | nmol/L | 836 = 29.0
        testosterone | ng/dl | nmol/l | 346 = 12, 231 = 8, 20 = 0.69
    """,
    "http://blog.diploma-msc.com/change-of-hba1c-units-to-mmolmol/": """
        HbA1c | % | mmol/mol | 4.0 = 20, 5.0 = 31, 6.0 = 42, 6.5 = 48, 7.0 = 53, 8.0 = 64
        HbA1c | % | mmol/mol | 9.0 = 75, 10.0 = 86, 11.0 = 97, 12.0 = 108, 13.0 = 119, 14.0 = 130
        HbA1c | % | mmol/mol | 15.0 = 140, 5.7 = 39
    """,
    "Marino's The ICU Book, appendix 1": """
        skin_temperature | °C | °F | 41 = 105.8, 40 = 104, 39 = 102.2, 38 = 100.4, 37 = 98.6, 35 = 95
        skin_temperature | °C | °F | 34 = 93.2, 30 = 86
        blood pressure | kPa | mm Hg | 1 = 7.5
        calories_kcal | kcal | J | 1 = 4184
        calcium | mg/dL | mEq/L | 8 = 4
        glucose | mg/dL | mmol/L | 90 = 5
    """,
}


def _read() -> Iterator[Printed]:
    for table in _BY_SOURCE.values():
        for line in table.strip().splitlines():
            of, unit, other, pairs = (each.strip() for each in line.split("|"))
            for pair in pairs.split(","):
                value, same = (each.strip() for each in pair.split("="))
                yield Printed(of=of, value=value, unit=unit, same=same, other=other)


PRINTED: Final = tuple(_read())
