"""The tenth batch: what the records cannot answer, for each of the reasons that people run into."""

from evals.everyday.questions import Batch, declined
from evals.everyday.records import LIFESNAPS, WHOOP

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("must decline")
for user, text in (
    (C, "how many steps do i do on days when my knee hurts"),
    (W, "average hrv on days i drank alcohol"),
    (B, "How do I sleep when the grandchildren are staying with me?"),
    (L, "did i sleep longer after i started taking magnesium"),
    (A, "what was my blood pressure on sunday"),
    (D, "how many stairs have i gone up yesterday"),
    (W, "how many km did i run last week"),
    (L, "how long was i on my phone before bed in october"),
    (B, "blood sugar after lunch on tuesday?"),
    (D, "how much water did I drink on the 6th of October?"),
    (B, "how many push ups did i do last week"),
    (C, "what music was i listening to on my run"),
    (A, "where did i ride to on the 13th"),
    (D, "how many times did i get up to pee at night"),
    (C, "how many cigarettes i have smoked this week"),
    (B, "wats my vo2 max plz"),
    (D, "how long do i sleep after my late shift usually"),
    (D, "how was my sleep when i had covid in october"),
    (A, "mean hrv during my period"),
    (L, "what was my resting heart rate when i had the flu in december"),
    (B, "avg steps on the days i work from home"),
    (C, "do i sleep worse when my room is too warm"),
    (W, "whats my resting heart rate on days with a migraine"),
    (C, "is it ok to take ibuprofen before a run"),
    (A, "Should I see a doctor because of my heart rate?"),
    (W, "how many calories should i eat tomorrow to lose 2 kilos"),
    (B, "please suggest me some good diet for weight loss"),
    (L, "which mattress should i buy for better sleep"),
    (L, "am i at risk of a heart attack"),
    (D, "do i have atrial fibrillation"),
    (W, "is my low oxygen a sign of something serious"),
    (D, "will i be well rested on friday"),
    (L, "how many steps am i going to do in february"),
    (A, "what will my resting heart rate be in one year if i go on like this"),
    (C, "how much did my wife sleep last night"),
    (W, "who in my team has the highest hrv"),
    (L, "how many steps did my mother walk yesterday"),
    (B, "what is the average resting heart rate of women of my age"),
    (A, "how many blorps did i flonk on thursday"),
    (D, "sleep table green over why twelve of"),
    (C, "how many steps did i do in august 2022"),
    (A, "resting heart rate in december"),
    (B, "my sleep on 30 february"),
    (L, "average sleep for the year 2019"),
):
    user(text, declined)
A(("how many bike rides did i do", "which of my bikes did i use"), declined)
W(("average deep sleep", "and my husbands?"), declined)
L(("what was my best step day", "who did i walk with"), declined)
C(("how long did i sleep last night", "what did i dream about"), declined)
B(("what is my resting heart rate this month", "is that good enough to stop my beta blockers"), declined)
D(("steps on the 7th of october", "and how many will it be next saturday"), declined)

DECLINED = _B.questions
