"""The eleventh batch: what the records cannot answer, for each of the reasons that people run into."""

from evals.everyday.questions import Batch, declined
from evals.everyday.records import LIFESNAPS, WHOOP

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("must decline")
for user, text in (
    (A, "did i sleep worse on nights when i had wine"),
    (A, "pls tell me my blod pressure on monday"),
    (A, "how many cups of coffee did i drink last week"),
    (A, "what will my resting heart rate be next month"),
    (A, "how does my hrv compare to other women my age"),
    (A, "should i see a doctor about my heart rate"),
    (A, "average steps on days i take the bus to work"),
    (A, "my blood sugar after lunch yesterday"),
    (A, "resting pulse on 3 may 2022"),
    (B, "how many laps did i swim on the 5th"),
    (B, "what meds should i take to get my hrv up"),
    (B, "average hrv while i was on beta blockers"),
    (B, "how many steps did my husband do yesterday"),
    (B, "how much water did i drink today"),
    (B, "did i sleep better when i was on holiday"),
    (B, "my blood oxygen last night pls"),
    (C, "could i get a heart attack with my hrv this low"),
    (C, "average steps on days when its sunny"),
    (C, "will i hit 10k tomorrow"),
    (C, "how much deep sleep did my baby get"),
    (C, "what vitamins should i take for better sleep"),
    (C, "do i sleep less when my back hurts"),
    (D, "how many times did i get up to pee at night"),
    (D, "what song was i listening to on my run"),
    (D, "can you tell if i have covid"),
    (D, "how many push ups did i do this month"),
    (D, "steps in september 2019"),
    (L, "how many hours was i on my phone before bed"),
    (L, "how did my sleep change after the breakup"),
    (L, "how many steps did my mum do in october"),
    (L, "what time did i fall asleep on the 5th of november"),
    (L, "whats my cholesterol"),
    (L, "how well am i going to sleep next week"),
    (L, "average steps on days i had my period"),
    (W, "how many steps did i do yesterday"),
    (W, "was my hrv lower when i was hungover"),
    (W, "average hrv on days i meditated"),
    (W, "am i fitter than most people"),
    (W, "hrv on the 15th of january 2023"),
    (W, "which mattress is best for deep sleep"),
    (W, "how many blorps did i do on tuesday"),
    (A, "purple sleep the of which under yes"),
):
    user(text, declined)
A(("average sleep this month", "and my wifes?"), declined)
W(("which night did i sleep the worst", "what was i dreaming about"), declined)
B(("how many steps yesterday", "and how many will i do tomorrow"), declined)
L(("what was my highest step day", "what was the weather like that day"), declined)


DECLINED = _B.questions
