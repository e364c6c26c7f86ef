"""What an injury, an illness or a pregnancy rules out."""

from typing import Final

from services.health_coach.domain.limit_words import harmed, limit
from services.health_coach.domain.tags import Tag

_ON_FOOT: Final = (Tag.WALKING, Tag.RUNNING, Tag.JUMPING, Tag.STAIRS, Tag.SQUATS, Tag.STANDING, Tag.BALANCE)
_IMPACT: Final = (Tag.RUNNING, Tag.JUMPING)
OF_BODY: Final = (
    limit("knee", r"\bacl\b|menisc|" + harmed("knee"), "your knee", *_IMPACT, Tag.STAIRS, Tag.SQUATS),
    limit(
        "back",
        r"\blumbago|"
        + harmed("back")
        + r"|\bback (?:\w+ )?(?:went|gave|goes|gives|is) out\b|slipped dis[ck]|herniated|sciatica",
        "your back",
        *_IMPACT,
        Tag.LIFTING,
        Tag.FLOOR,
    ),
    limit(
        "pelvic floor",
        r"pelvic floor|prolaps|incontinen|weak bladder"
        r"|\bleak(?:s|ing|ed)? (?:\w+ ){0,2}(?:when|while|urine|wee|pee|if)\b",
        "your pelvic floor",
        *(*_IMPACT, Tag.LIFTING, Tag.HARD_EFFORT),
        needs_doctor=True,
    ),
    limit("hip", harmed("hip"), "your hip", *_IMPACT, Tag.SQUATS, Tag.STAIRS),
    limit(
        "shoulder",
        harmed("shoulder") + r"|rotator cuff|frozen shoulder",
        "your shoulder",
        *(Tag.OVERHEAD, Tag.LIFTING, Tag.SWIMMING, Tag.STRENGTH),
    ),
    limit(
        "foot",
        r"\bgout\b|\bachilles|" + harmed("(?:foot|feet|ankle|heel|toe|achilles)") + r"|plantar fasc\w+|sprained ankle",
        "your foot",
        *_IMPACT,
        Tag.STAIRS,
        Tag.WALKING,
    ),
    limit("wrist", harmed("(?:wrist|elbow|hand)") + r"|carpal tunnel|tennis elbow", "your arm", Tag.FLOOR, Tag.LIFTING),
    limit("neck", harmed("neck") + r"|whiplash", "your neck", *_IMPACT, Tag.OVERHEAD, Tag.LIFTING),
    limit("arthritis", r"\barthritis|osteoporosis|joint pain", "your joints", *_IMPACT, Tag.SQUATS, Tag.LIFTING),
    limit(
        "pregnancy",
        r"(?:weeks|months) along\b|\bexpecting (?:in|twins)\b|baby on the way|"
        r"\bpregnan|\bexpecting (?:a baby|our|my)|trimester",
        "your pregnancy",
        *(
            Tag.HARD_EFFORT,
            Tag.HOT_BATH,
            Tag.COLD_WATER,
            Tag.FASTING,
            Tag.EATING_LESS,
            Tag.BREATH_HOLDING,
            Tag.LIFTING,
            Tag.ALCOHOL,
        ),
        *(Tag.JUMPING, Tag.BALANCE, Tag.WEIGHING, Tag.COUNTING_CALORIES),
        needs_doctor=True,
    ),
    limit(
        "asthma",
        r"\bwheez|emphysema|"
        r"\basthma|\bcopd\b|inhaler",
        "your breathing",
        Tag.HARD_EFFORT,
        Tag.BREATH_HOLDING,
        Tag.COLD_WATER,
    ),
    limit(
        "heart",
        r"\b(?:have|got|with) AF\b|"
        r"heart (?:condition|disease|attack|failure|surgery|problem|valve)|pacemaker|\bstents?\b|afib"
        r"|atrial fibrillation|arrhythmia|angina|bypass|cardiomyopathy|heart murmur",
        "your heart",
        *(Tag.HARD_EFFORT, Tag.HOT_BATH, Tag.COLD_WATER, Tag.BREATH_HOLDING, Tag.LIFTING, Tag.FLUIDS),
        needs_doctor=True,
    ),
    limit(
        "blood pressure",
        r"high blood pressure|hypertension|(?:suffered|had|after|since) (?:a|my|the) stroke|\bmy stroke",
        "your blood pressure",
        *(Tag.BREATH_HOLDING, Tag.HARD_EFFORT, Tag.LIFTING, Tag.COLD_WATER),
        needs_doctor=True,
    ),
    limit(
        "kidneys",
        r"\bkidney (?:disease|failure|problem|trouble|transplant|issue)|\bdialysis",
        "your kidneys",
        Tag.FLUIDS,
        needs_doctor=True,
    ),
    limit("diabetes", r"\bdiabet|insulin", "your blood sugar", Tag.FASTING, Tag.HARD_EFFORT, needs_doctor=True),
    limit(
        "epilepsy",
        r"epilep|seizures?",
        "your seizures",
        Tag.SWIMMING,
        Tag.WATER,
        Tag.HOT_BATH,
        Tag.LESS_TIME_IN_BED,
        needs_doctor=True,
    ),
    limit(
        "eating",
        r"eating disorder|anorexi|bulimi|binge|orthorexi",
        "your way with food",
        *(Tag.WEIGHING, Tag.COUNTING_CALORIES, Tag.EATING_LESS, Tag.FASTING),
        needs_doctor=True,
    ),
    limit(
        "after surgery",
        r"\bc-section|caesarean|postpartum|gave birth|\bhernia|\bin a cast\b|"
        r"(?:after|since|recovering from|had) (?:my |an? |the )?(?:\w+ ){0,2}(?:surgery|operation|c-section"
        r"|caesarean)|post[- ]?op\b",
        "your recovery",
        *(Tag.HARD_EFFORT, Tag.LIFTING, Tag.RUNNING, Tag.JUMPING, Tag.SWIMMING, Tag.HOT_BATH),
        needs_doctor=True,
    ),
    limit(
        "dizziness",
        r"\b(?:have|got|with) ms\b|multiple sclerosis|"
        r"\bvertigo|dizz(?:y|iness)|balance (?:problem|issue|disorder)|fall easily|\bunstead(?:y|ier)|feel steadier"
        r"|\b(?:a|one|two|three|four|several|some|few|bad|many|of|\d) (?:\w+ )?falls?\b(?! asleep)"
        r"|\bfalling\b(?! asleep)|\bfell (?:down|over|twice|on|again)\b|osteopor|parkinson"
        r"|\b(?:a|my|with the) (?:walking )?(?:cane|stick|frame|rollator)\b|\brollator|\bcrutch",
        "your balance",
        *(Tag.BALANCE, Tag.STAIRS, Tag.CYCLING, Tag.JUMPING, Tag.RUNNING),
    ),
    limit(
        "wheelchair",
        r"prosthe|paralys|"
        r"wheel ?chair|can't walk|cannot walk|unable to walk|parapleg|amput",
        "your wheelchair",
        *_ON_FOOT,
        Tag.CYCLING,
    ),
    limit(
        "blind",
        r"partially sighted|lost (?:most of )?my (?:eye)?sight|can (?:only|hardly|barely) see|macular|"
        r"\bblind\b|visually impaired|can't see|low vision|poor eyesight",
        "your sight",
        Tag.LIGHT,
        Tag.READING,
        Tag.SCREEN,
        Tag.CYCLING,
        Tag.RUNNING,
    ),
)
