"""The fourth batch: what the records cannot answer, for each of the reasons that people run into."""

from evals.everyday.questions import Batch, declined
from evals.everyday.records import LIFESNAPS, WHOOP

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("must decline")
for user, text in (
    (W, "average resting hr on my days off"),
    (W, "how did i sleep in the week i had covid"),
    (W, "steps on the ward last tuesday"),
    (W, "deep sleep on nights i wore earplugs"),
    (W, "what will my hrv look like after next weeks nights"),
    (W, "how many coffees do i get through on a long day"),
    (W, "did my colleague Anna sleep better than me last night"),
    (C, "How many floors did I climb yesterday?"),
    (C, "How many steps do I take when I walk with my choir friends?"),
    (C, "How is my hearing?"),
    (C, "On the nights that I read in bed, how long did I sleep?"),
    (C, "Could you tell me which vitamins I should take for better sleep?"),
    (C, "How long did my husband sleep on Sunday?"),
    (C, "What was my blood sugar after breakfast this morning?"),
    (B, "whats my 1 rep max on bench"),
    (B, "how much protein did i eat on my best zone day"),
    (B, "avg hrv after leg day"),
    (B, "is it ok to lift with a fever"),
    (B, "how many scoops of pre workout did i have last week"),
    (B, "average steps on days i listen to drake lol"),
    (B, "zone mins when i train fasted"),
    (B, "how many florps of gainz do i got"),
    (A, "average heart rate on days i took gels"),
    (A, "should i taper this week"),
    (A, "what time will i run the half in april"),
    (A, "was my knee hurting on my last run"),
    (A, "hrv in the week before the berlin marathon"),
    (A, "did my running buddy do more steps than me on the 24th"),
    (D, "how many times did the baby wake me up last night"),
    (D, "avg sleep on nights my wife does the feeding"),
    (D, "how many steps did i do pushing the stroller"),
    (D, "what time did my son fall asleep yesterday"),
    (D, "average steps in july"),
    (D, "how many hours will i sleep next friday"),
    (L, "what was my blood pressure on my highest pulse day"),
    (L, "did my resting heart rate drop since i take bisoprolol"),
    (L, "do I have hypertension?"),
    (L, "how much salt did i eat last week"),
    (L, "resting heart rate on days when i was angry with my boss"),
    (L, "can I take two pills if my pulse is high tonight"),
    (L, "average resting heart rate in may 2019"),
    (L, "yesterday the pulse of blue which because seven"),
):
    user(text, declined)
L(("what was my average resting heart rate in july", "and since i started the low salt diet?"), declined)
D(("steps on the 21st", "how many of those were with the kids"), declined)
B(("avg sleep this month", "and what about my roommate"), declined)
C(("Which day did I walk the most?", "Who did I go with?"), declined)
W(("longest sleep ever?", "what did i take before bed that night"), declined)

DECLINED = _B.questions
