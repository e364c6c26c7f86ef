"""What people call laboratory values, and which of those on record they mean. A laboratory value is one entry here."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from amy.text import quoted
from services.health_data.domain.quantities import Words, loosely

_LIVER: Final = "Of the liver values, I take this one."
_KIDNEY: Final = "Of the kidney values, I take this one."
_THYROID: Final = "Of the thyroid values, I take TSH."
_FASTED: Final = "The record does not say whether you had fasted."
_AVERAGE_SUGAR: Final = "I take HbA1c, the blood sugar of some three months."
_STORES: Final = "I take ferritin for how full your iron stores are."
_TOTAL: Final = "Of cholesterol, I take the total."
_HIGH_SENSITIVITY: Final = "The record does not say whether it was the high-sensitivity test."
_WAS_FASTED: Final = "The blood sugar on record was taken fasting."
_IS_HIGH_SENSITIVITY: Final = "The CRP on record is the high-sensitivity test's."
_IS_FREE: Final = "Of it, the records hold the free part."
_ESTROGEN: Final = "Of the oestrogens, I take estradiol."

# The usual name; other names for the same thing; names that leave something out, each with the sentence that says so.
# All lower case and plain: letters, digits and blanks.
_NAMES: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = MappingProxyType(
    {
        "total cholesterol": (
            "cholesterol, cholesterol total, serum cholesterol, blood cholesterol, total chol, chol",
            loosely(_TOTAL, "cholesterol level", "cholesterol levels", "lipids"),
        ),
        "LDL cholesterol": (
            (
                "ldl, ldl c, bad cholesterol, low density lipoprotein, low density lipoprotein cholesterol,"
                " ldl calculated, ldl cholesterol calc, cholesterol ldl, ldl direct, ldl chol"
            ),
            {},
        ),
        "HDL cholesterol": (
            (
                "hdl, hdl c, good cholesterol, high density lipoprotein, high density lipoprotein cholesterol,"
                " cholesterol hdl, hdl chol"
            ),
            {},
        ),
        "non-HDL cholesterol": ("non hdl, non hdl c, nonhdl, non hdl chol", {}),
        "triglycerides": ("triglyceride, trigs, tg, trig, blood fats, blood fat, triacylglycerol", {}),
        "apolipoprotein B": ("apob, apo b, apolipoprotein b100", {}),
        "apolipoprotein A1": ("apoa1, apo a1, apoa, apolipoprotein a 1", {}),
        "lipoprotein(a)": ("lp a, lpa, lipoprotein little a", {}),
        "fasting glucose": (
            (
                "glucose fasting, fasting blood sugar, fasting blood glucose, fasting plasma glucose, fbg, fpg,"
                " fasting sugar"
            ),
            loosely(_WAS_FASTED, "glucose", "blood glucose", "blood sugar", "sugar", "plasma glucose", "blood sugars"),
        ),
        "glucose": (
            "blood glucose, blood sugar, plasma glucose, serum glucose, sugar, blood sugars, sugar levels",
            loosely(
                _FASTED,
                *(
                    "fasting glucose",
                    "fasting blood sugar",
                    "fasting blood glucose",
                    "fasting sugar",
                    "glucose fasting",
                ),
            ),
        ),
        "HbA1c": (
            (
                "a1c, hemoglobin a1c, haemoglobin a1c, glycated hemoglobin, glycated haemoglobin, hb a1c, hgba1c,"
                " glycohemoglobin, glycosylated hemoglobin, a 1 c"
            ),
            loosely(
                _AVERAGE_SUGAR, "long term blood sugar", "long term sugar", "average blood sugar", "average glucose"
            ),
        ),
        "insulin": ("fasting insulin, serum insulin, insulin fasting", {}),
        "HOMA-IR": ("homa ir, homa, insulin resistance index", {}),
        "C-peptide": ("c peptide", {}),
        "CRP": (
            "c reactive protein, inflammation marker, inflammation",
            loosely(
                _HIGH_SENSITIVITY,
                *("hs crp", "hscrp", "high sensitivity crp", "high sensitivity c reactive protein"),
            ),
        ),
        "hs-CRP": (
            "hscrp, high sensitivity crp, high sensitivity c reactive protein, crp hs, cardio crp",
            loosely(_IS_HIGH_SENSITIVITY, "crp", "c reactive protein", "inflammation"),
        ),
        "ESR": ("erythrocyte sedimentation rate, sed rate, sedimentation rate", {}),
        "homocysteine": ("hcy", {}),
        "fibrinogen": ("", {}),
        "vitamin D": (
            (
                "vit d, 25 hydroxyvitamin d, 25 hydroxy vitamin d, vitamin d3, vit d3, 25 oh vitamin d, 25 oh d,"
                " vitamin d 25 oh, vitamin d 25 hydroxy, vitamin d total, calcidiol"
            ),
            {},
        ),
        "vitamin B12": ("b12, vit b12, cobalamin, vitamin b 12, b 12", {}),
        "folate": ("folic acid, vitamin b9, b9, serum folate", {}),
        "vitamin A": ("vit a, retinol", {}),
        "vitamin C": ("vit c, ascorbic acid", {}),
        "vitamin E": ("vit e, tocopherol", {}),
        "ferritin": ("serum ferritin, ferritin serum", loosely(_STORES, "iron stores", "iron storage")),
        "iron": ("serum iron, iron serum, fe", {}),
        "transferrin": ("", {}),
        "transferrin saturation": ("tsat, iron saturation, iron sat", {}),
        "TIBC": ("total iron binding capacity, iron binding capacity", {}),
        "hemoglobin": ("haemoglobin, hgb, hb", {}),
        "hematocrit": ("haematocrit, hct, packed cell volume", {}),
        "red blood cells": ("rbc, red blood cell count, erythrocytes, red cell count, red cells", {}),
        "white blood cells": (
            "wbc, white blood cell count, leukocytes, leucocytes, white cell count, white count, white cells",
            {},
        ),
        "platelets": ("platelet count, thrombocytes, plt", {}),
        "MCV": ("mean corpuscular volume, mean cell volume", {}),
        "MCH": ("mean corpuscular hemoglobin", {}),
        "RDW": ("red cell distribution width", {}),
        "neutrophils": ("neutrophil count, neutrophils absolute", {}),
        "lymphocytes": ("lymphocyte count, lymphocytes absolute", {}),
        "eosinophils": ("eosinophil count, eosinophils absolute", {}),
        "TSH": (
            "thyroid stimulating hormone, thyrotropin, thyrotropine",
            loosely(_THYROID, "thyroid", "thyroid value", "thyroid level", "thyroid levels", "thyroid test"),
        ),
        "free T4": ("ft4, free thyroxine, t4 free, thyroxine free", loosely(_IS_FREE, "t4", "thyroxine")),
        "T4": ("thyroxine, total t4, t4 total", {}),
        "free T3": ("ft3, free triiodothyronine, t3 free", loosely(_IS_FREE, "t3", "triiodothyronine")),
        "T3": ("triiodothyronine, total t3, t3 total", {}),
        "testosterone": ("total testosterone, testosterone total, serum testosterone, test levels, testo", {}),
        "free testosterone": ("testosterone free", loosely(_IS_FREE, "testosterone")),
        "SHBG": ("sex hormone binding globulin", {}),
        "estradiol": ("oestradiol, e2", loosely(_ESTROGEN, "estrogen", "oestrogen", "estrogens")),
        "progesterone": ("", {}),
        "prolactin": ("", {}),
        "LH": ("luteinizing hormone, luteinising hormone", {}),
        "FSH": ("follicle stimulating hormone", {}),
        "cortisol": ("serum cortisol, morning cortisol, cortisol am, am cortisol, stress hormone", {}),
        "DHEA-S": ("dheas, dhea, dhea sulfate, dhea sulphate", {}),
        "IGF-1": ("igf1, insulin like growth factor 1, insulin like growth factor", {}),
        "creatinine": ("serum creatinine, creatinine serum, creat", loosely(_KIDNEY, "kidney value", "kidney values")),
        "eGFR": ("gfr, glomerular filtration rate, estimated glomerular filtration rate", {}),
        "cystatin C": ("", {}),
        "urea": ("bun, blood urea nitrogen, urea nitrogen, serum urea", {}),
        "uric acid": ("urate, serum urate", {}),
        "ALT": (
            "alanine aminotransferase, alanine transaminase, sgpt, gpt, alat, alt sgpt",
            loosely(_LIVER, "liver value", "liver values", "liver enzyme", "liver enzymes", "liver"),
        ),
        "AST": ("aspartate aminotransferase, aspartate transaminase, sgot, got, asat, ast sgot", {}),
        "GGT": ("gamma gt, gamma glutamyl transferase, gamma glutamyltransferase, ggtp", {}),
        "alkaline phosphatase": ("alp, alk phos", {}),
        "bilirubin": ("total bilirubin, bilirubin total, serum bilirubin", {}),
        "LDH": ("lactate dehydrogenase", {}),
        "creatine kinase": ("ck, cpk, creatine phosphokinase", {}),
        "albumin": ("serum albumin", {}),
        "total protein": ("serum protein, protein total", {}),
        "sodium": ("serum sodium, na", {}),
        "potassium": ("serum potassium, potassium serum", {}),
        "chloride": ("serum chloride", {}),
        "calcium": ("serum calcium, calcium serum", {}),
        "magnesium": ("serum magnesium, mg serum", {}),
        "phosphate": ("phosphorus, serum phosphate", {}),
        "zinc": ("serum zinc", {}),
        "selenium": ("", {}),
        "iodine": ("", {}),
        "PSA": ("prostate specific antigen, psa total, total psa", {}),
        "omega-3 index": ("omega3 index, omega 3", {}),
        "VLDL cholesterol": ("vldl, vldl c", {}),
        "MCHC": ("mean corpuscular hemoglobin concentration", {}),
        "RDW-SD": ("", {}),
        "MPV": ("mean platelet volume", {}),
        "monocytes": ("monocyte count", {}),
        "basophils": ("basophil count", {}),
        "reticulocytes": ("reticulocyte count", {}),
        **{f"{cells} percent": ("", {}) for cells in ("neutrophils", "lymphocytes", "monocytes", "eosinophils")},
        **{f"{cells} percent": ("", {}) for cells in ("basophils", "reticulocytes")},
        "UIBC": ("unsaturated iron binding capacity", {}),
        "active B12": ("holotranscobalamin", {}),
        "vitamin B6": ("b6, vit b6", {}),
        "copper": ("", {}),
        "methylmalonic acid": ("mma", {}),
        "direct bilirubin": ("conjugated bilirubin", {}),
        "lipase": ("", {}),
        "amylase": ("", {}),
        "globulin": ("", {}),
        "urine albumin to creatinine ratio": ("albumin to creatinine ratio, albumin creatinine ratio, uacr", {}),
        "carbon dioxide": ("co2, bicarbonate", {}),
        "anion gap": ("", {}),
        "osmolality": ("serum osmolality", {}),
        "lactate": ("lactic acid", {}),
        "ammonia": ("", {}),
        "thyroid peroxidase antibodies": ("tpo antibodies, anti tpo", {}),
        "thyroglobulin antibodies": ("", {}),
        "parathyroid hormone": ("pth, parathormone", {}),
        "anti-Mullerian hormone": ("amh", {}),
        "INR": ("", {}),
        "prothrombin time": ("", {}),
        "aPTT": ("", {}),
        "troponin T": ("", {}),
        "NT-proBNP": ("", {}),
        "rheumatoid factor": ("", {}),
        "IgE": ("", {}),
    }
)
_LEVELS: Final = ("level", "levels")
_MOST_SAID: Final = 3
"""So many of its names are said with "level" behind them."""
_ADDITIONS: Final = frozenset(
    {"serum", "plasma", "blood", "s", "p", "b", "total", "calculated", "calc", "direct", "fasting", "level", "quant"}
    | {"absolute", "morning", "am", "nonfasting", "random", "test", "measured"}
)
_PLAIN_NAME: Final = re.compile(r"[^\W\d_]\w*(?:(?:[ -]|, | \(|\()[^\W\d_]\w*\)?)*")


def plain(name: str) -> str:
    """A name as the words of a question are: lower case, without punctuation."""
    return " ".join(re.findall(r"[^\W_]+", name.lower()))


def _names_of(common: str, others: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for each in (plain(common), *map(str.strip, others.split(","))) if each))


_SAID: Final = {common: _names_of(common, others) for common, (others, _) in _NAMES.items()}
_COMMON: Final = {said: common for common, names in _SAID.items() for said in names}


def words_of_labs(recorded: Iterable[str]) -> Mapping[str, Words]:
    """What each laboratory value on record is called, by the name it is stored under; all differ.

    A value is known by its own name. It has besides the names of what it is: of several that are the same thing, the
    one whose name is the most usual has them. A name that several would have loosely goes to none but the first.
    """
    stored = tuple(recorded)
    taken = {plain(name) for name in stored}
    common = {name: _common_of(name) for name in stored}
    holder: dict[str, str] = {}
    for name in sorted(stored, key=_unusual):
        holder.setdefault(common[name], name)
    words: dict[str, Words] = {}
    for name in stored:
        entry = common[name] if holder.get(common[name]) == name else ""
        others = [each for each in _spoken(entry) if each not in taken]
        taken.update(others)
        words[name] = Words(noun=_noun(name), spoken=tuple(dict.fromkeys((plain(name), *others))))
    return {name: _with_loose(each, common[name], taken) for name, each in words.items()}


def words_of_others(recorded: Iterable[str]) -> Mapping[str, Words]:
    """What the laboratory values that are not on record are called, by their usual name."""
    stored = tuple(recorded)
    there = {_common_of(name) for name in stored}
    taken = {said for each in words_of_labs(stored).values() for said in (*each.spoken, *each.loose)}
    return {
        common: Words(noun=common, spoken=tuple(said for said in _spoken(common) if said not in taken))
        for common in _NAMES
        if common not in there and plain(common) not in taken
    }


def _unusual(name: str) -> int:
    """How far a stored name is from the usual one of what it is: the place of it among the names for that."""
    names = _SAID.get(_common_of(name), ())
    return names.index(plain(name)) if plain(name) in names else len(names)


def _spoken(common: str) -> tuple[str, ...]:
    names = _SAID.get(common, ())
    return (*names, *(f"{name} {level}" for name in names[:_MOST_SAID] for level in _LEVELS))


def _with_loose(words: Words, common: str, taken: set[str]) -> Words:
    _, loose = _NAMES.get(common, ("", {}))
    mine = {said: sentence for said, sentence in loose.items() if said not in taken}
    taken.update(mine)
    return Words(noun=words.noun, spoken=words.spoken, loose=mine)


def _common_of(name: str) -> str:
    """The usual name of a stored one, which may add how it was taken: "Ferritin, serum"; empty if it is not known."""
    written = plain(name)
    essence = " ".join(word for word in written.split() if word not in _ADDITIONS)
    return _COMMON.get(written) or _COMMON.get(essence, "")


def _noun(name: str) -> str:
    """As it is spoken: a known value by its name, any other as the laboratory's own words, “Foo”.

    A name that begins with a digit, or has one alone, would read as a number beside what it stands by.
    """
    return name if plain(name) in _COMMON and _PLAIN_NAME.fullmatch(name) else quoted(name)
