"""The twelfth batch: what the records cannot answer, for each of the reasons that people run into."""

from evals.everyday.questions import Batch, declined
from evals.everyday.records import LIFESNAPS, WHOOP

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("must decline")
for user, text in (
    (A, "how many cigarette i smoke last week"),
    (A, "what is my blood pressure this morning please"),
    (A, "how much steps i will make tomorrow"),
    (A, "what was my hrv on 12 december 2024"),
    (A, "which dose of melatonin i should take for sleeping"),
    (A, "how many steps made my sister on sunday"),
    (A, "my avarage resting heart rate on days when i eat meat"),
    (A, "how many hours did i sleep on the moon"),
    (A, "i am more fit than other men with 40 years?"),
    (B, "how many goals did i score in october"),
    (B, "how long till my knee is healed"),
    (B, "did my teammate leo sleep longer than me last night"),
    (B, "do i sleep worse after gaming all night"),
    (B, "whats my spo2 last night"),
    (B, "how many protein shakes did i have this week"),
    (B, "which painkillers can i take so i can play on saturday"),
    (B, "average steps on match days"),
    (B, "how heavy is my hrv in kilos"),
    (C, "how many times did the baby wake me up last night"),
    (C, "how many nappies did i change on sunday"),
    (C, "how much did my wife sleep this week compared to me"),
    (C, "how much will i be sleeping three months from now"),
    (C, "resting heart rate on 4 july 2019"),
    (C, "coffees per day on days i slept under 6 hours"),
    (C, "do i have sleep apnea"),
    (C, "how much ambien is safe for me tonight"),
    (D, "what will my marathon finish time be"),
    (D, "how many gels did i eat on my long run"),
    (D, "is my shin pain a stress fracture"),
    (D, "what was the weather like on my run on 2 october"),
    (D, "steps on 31 september"),
    (D, "which shoes did i wear for my run on 9 october"),
    (D, "how do my steps compare to my running buddy's"),
    (L, "How many metres did I climb in August?"),
    (L, "What was my blood pressure after the long walk on 20 November?"),
    (L, "Was my arthritis better on days I walked more?"),
    (L, "How many steps did my dog do in October?"),
    (L, "How many birds did I see on my walks?"),
    (L, "Steps on the 30th of February, please."),
    (L, "Which blood thinner would be best for me?"),
    (L, "How far shall I have walked by next summer?"),
    (L, "My average steps in 2015?"),
    (W, "average sleep after night shifts vs day shifts"),
    (W, "how many patients did i see on the day i slept worst"),
    (W, "should i stop my blood pressure tablets now my resting hr is so low"),
    (W, "did my period come late in october"),
    (W, "what was my blood glucose at 4am"),
    (W, "how much wine did i have last weekend"),
    (W, "am i going to get ill next week"),
    (W, "what did i dream about on 2 november"),
):
    user(text, declined)

DECLINED = _B.questions
