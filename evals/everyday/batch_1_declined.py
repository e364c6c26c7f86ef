"""The first batch: what the records cannot answer, for each of the reasons that people run into."""

from evals.everyday.questions import Batch, declined
from evals.everyday.records import LIFESNAPS, WHOOP

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("must decline")
for user, text in (
    (A, "should i take melatonin"),
    (B, "do i have afib?"),
    (A, "is 60 bpm rhr dangerous for someone on beta blockers"),
    (W, "what dose of magnesium for my sleep"),
    (L, "am i getting sick"),
    (A, "how many steps will i do tomorrow"),
    (W, "what will my hrv be next week?"),
    (B, "when will i reach 1 million steps"),
    (C, "what was my blood sugar yesterday"),
    (A, "whats my vo2max"),
    (B, "how much water did i drink last week"),
    (L, "avg blood pressure?"),
    (W, "how many steps did i take yesterday"),
    (D, "how much caffeine did i have the day i slept worst"),
    (A, "how many cals did i eat yesterday"),
    (C, "what did my wife sleep last night"),
    (A, "how does my sleep compare to my brothers"),
    (B, "who has more steps me or sarah"),
    (A, "how do i sleep when i travel"),
    (L, "avg sleep when im on my period"),
    (B, "avg heart rate on rides with Dave"),
    (A, "how was my hrv before the divorce"),
    (W, "whats my rhr when i drink alcohol"),
    (C, "how did i sleep while on vacation"),
    (B, "steps on days i work from home"),
    (L, "how was my sleep after i started the new mattress"),
    (A, "how many blorps did i do last week"),
    (W, "avg flurb per night?"),
    (D, "what were my average steps in june"),
    (A, "how did i sleep on 3 march 2019"),
    (W, "when was my last swim?"),
    (B, "how many squats did i do on monday"),
    (C, "how long will i live"),
    (L, "what was my mood on my best step day"),
):
    user(text, declined)
A(("avg sleep?", "and my husbands?"), declined)
B(("how many steps did i do yesterday", "and tomorrow?"), declined)


DECLINED = _B.questions
