"""The ninth batch: what the records cannot answer, for each of the reasons that people run into."""

from evals.everyday.questions import Batch, declined
from evals.everyday.records import LIFESNAPS, WHOOP

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("must decline")
for user, text in (
    (A, "How many glasses of water did I drink yesterday?"),
    (L, "what has my blood pressure been like this month"),
    (W, "how many floors did i climb last week"),
    (B, "what was my max heart rate in my last workout"),
    (D, "what was my blood oxygen last night"),
    (C, "whats my vo2 max"),
    (A, "when was my last cholesterol test and what was the result"),
    (W, "how many times did I wake up on Monday night?"),
    (L, "how much time do i spend on my phone before going to sleep"),
    (C, "how many grams of protein did i eat on the 20th"),
    (L, "what was my average bedtime in november"),
    (D, "how many calories do I burn on a typical day?"),
    (C, "How long do I sleep on nights after I take melatonin?"),
    (W, "is my hrv lower after drinking alcohol"),
    (A, "average resting heart rate during my period"),
    (L, "how did i sleep while i had covid"),
    (B, "avg steps on days i work from home vs days in the office"),
    (D, "do i sleep less when the kids are staying with me"),
    (L, "how many steps do i do when the weather is nice"),
    (A, "whats my average hrv since i changed jobs"),
    (W, "deep sleep in hotels compared to at home"),
    (B, "what has my resting pulse been since i started the beta blockers"),
    (L, "how many steps will i do next week"),
    (A, "when will my hrv reach 80"),
    (W, "how long am I going to sleep tonight?"),
    (B, "if i keep going like this what will be my resting heart rate by christmas"),
    (D, "did my wife sleep more than me this week"),
    (C, "who walks more me or my coworker jen"),
    (W, "is my hrv higher than the other guys on my team"),
    (A, "Should I see a doctor about my resting heart rate?"),
    (B, "what supplement should i take for more deep sleep"),
    (L, "am i getting sick or what"),
    (A, "How did I sleep on the 12th of November?"),
    (L, "steps in march 2021 please"),
    (W, "how many km did i walk in october"),
    (W, "what was my average hrv last summer"),
    (D, "do i have insomnia"),
    (C, "is it ok to do a hard run today or should i rest"),
    (L, "how much weight have i lost since june"),
    (B, "what was my heart rate during the meeting on friday morning"),
    (A, "what is the best time for me to go to bed tonight"),
    (C, "who in my family sleeps the most"),
    (B, "how many glorps did my wub do on tuesday"),
):
    user(text, declined)
L(("how many steps did i do in december", "and my husband?"), declined)
A(("when did i last go for a run", "was it raining"), declined)
W(("what was my worst night for hrv", "had i been drinking that evening"), declined)

DECLINED = _B.questions
