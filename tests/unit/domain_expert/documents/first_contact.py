"""Documents and questions that nothing was fitted to."""

from services.domain_expert.domain.documents.document import MediaType

DOCUMENTS = {
    "Cardiology report": (
        """Cardiology outpatient report, 14 January 2026

Echocardiography: ejection fraction 61 %, all valves tight. The left atrium is slightly enlarged at 41 mm.
In the 24-hour ECG we counted 312 extra beats from the upper chambers and no pauses.
Bisoprolol 2.5 mg 1-0-0. The patient should continue ramipril.
Control with another 24-hour ECG in eighteen months. Cycling up to a pulse of 150 is welcome.
""",
        MediaType.PLAIN,
    ),
    "Allergy test": (
        """# Allergy test

| Allergen | Wheal |
| --- | --- |
| Birch pollen | 7 mm |
| Cat hair | 0 mm |
| House dust mite | 5 mm |

## Advice
Keep windows shut from six to ten in the morning while birch is in bloom. Wash your hair before bed.
""",
        MediaType.MARKDOWN,
    ),
    "Notes on my knee": (
        """The surgeon says the inner meniscus has a tear of 9 mm. No operation for now.
Squats only down to ninety degrees. Stairs are fine. The next MRI is booked for 22 May at St. Luke's.
""",
        MediaType.PLAIN,
    ),
}
ANSWERED = (
    ("what does the cardiology report say about the ejection fraction?", "61 %"),
    ("how many extra beats were counted in the 24-hour ECG?", "312"),
    ("is the left atrium enlarged according to my report", "41 mm"),
    ("when do I need the next 24-hour ecg control", "eighteen months"),
    ("up to which pulse can i go cycling according to the cardiologist", "150"),
    ("how big was the wheal for birch pollen", "7 mm"),
    ("am I allergic to cats according to the allergy test", "Cat hair"),
    ("what did the allergy document advise about windows", "Keep windows shut"),
    ("how long is the tear in my meniscus", "9 mm"),
    ("when's my next mri?", "22 May"),
    ("how deep may i squat says my knee note", "ninety degrees"),
    ("what did the surgeon say about an operation", "No operation"),
)
UNANSWERED = (
    "what is a healthy resting pulse for cycling?",
    "is my cholesterol too high?",
    "how do I get rid of hay fever",
    "what does the report say about my kidneys",
    "what did my doctor write about iron",
    "does running hurt the knees",
    "how accurate is the ecg of my watch",
    "what does my letter say about smoking",
    "how much deep sleep is normal at 40",
    "should I stretch before a run",
    "is 61 a good heart rate variability",
    "what raises HRV",
)
