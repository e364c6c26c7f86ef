"""The second batch: what the records cannot answer, for each of the reasons that people run into."""

from evals.everyday.questions import Batch, declined
from evals.everyday.records import LIFESNAPS, WHOOP

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("must decline")
for user, text in (
    (A, "avg steps when it rains lol"),
    (A, "how many steps do i get with my dog"),
    (A, "whats my hrv on my period"),
    (A, "who slept more last week me or my bff"),
    (A, "am i gonna beat my step record this weekend"),
    (A, "how did i sleep after jakes party"),
    (A, "how many skibidis did i hit last month fr"),
    (A, "screen time on my worst sleep night?"),
    (A, "should i skip gym today"),
    (B, "Would you advise me to take a nap in the afternoon?"),
    (B, "What was my blood pressure last Tuesday?"),
    (B, "How well did I sleep after my hip operation?"),
    (B, "Is my heart healthy?"),
    (B, "How did I sleep on the nights when the window was open?"),
    (B, "How many steps does my neighbour take on an average day?"),
    (B, "On how many days did I take my tablets?"),
    (C, "hrv after night shifts vs after day shifts"),
    (C, "was my troponin normal"),
    (C, "steps on days i was on call, average"),
    (C, "how long did i sleep the nights i took zopiclone"),
    (C, "can i stop my blood thinner if my rhr stays under 60"),
    (C, "avg body temp in october"),
    (D, "How I sleep after coffee in the evening?"),
    (D, "Which time I will run in my first marathon?"),
    (D, "How many push-ups I did in October?"),
    (D, "What I was eating on the day with the most steps?"),
    (D, "How is my sleep in the new apartment?"),
    (L, "what are my average steps at altitude"),
    (L, "how many steps did i take in march 2021"),
    (L, "how did i sleep the night before my exam"),
    (L, "what was my cholesterol in november"),
    (L, "what is my average resting heart rate when my mother in law is visiting"),
    (L, "purple times how many mondays heart"),
    (W, "hrv after sauna"),
    (W, "rhr when jetlagged"),
    (W, "sleep on nights after creatine"),
    (W, "how many km will i be able to run by christmas"),
    (W, "steps on my best hrv day"),
    (W, "avg zindle per glorp in november"),
):
    user(text, declined)
B(("How many hours did I sleep on average?", "And my grandson?"), declined)
W(("avg hrv?", "and after wine?"), declined)
A(("most steps in a day?", "can i double that next month"), declined)
C(("avg sleep in october?", "only the nights with the baby awake"), declined)

DECLINED = _B.questions
