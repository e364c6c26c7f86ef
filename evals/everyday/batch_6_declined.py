"""The sixth batch: what the records cannot answer, for each of the reasons that people run into."""

from evals.everyday.questions import Batch, declined
from evals.everyday.records import LIFESNAPS, WHOOP

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("must decline")
for user, text in (
    (A, "What was my cortisol in October?"),
    (W, "What did my creatinine come out at last month?"),
    (W, "whats my uric acid"),
    (C, "How strong is my grip?"),
    (C, "What was my peak flow this morning?"),
    (L, "How many cups of tea did I drink yesterday?"),
    (B, "how long was my plank on tuesday"),
    (L, "How many text messages did I send on my busiest day?"),
    (A, "How much did I spend on coffee last month?"),
    (D, "How loud I am snoring in the night?"),
    (A, "What's my average heart rate on rides when it's over 25 degrees outside?"),
    (B, "How do I sleep when there's a full moon?"),
    (C, "How many steps do I take on the school run?"),
    (L, "How long do I sleep on nights when the heating is on?"),
    (W, "What's my HRV the day after a cold shower?"),
    (W, "average deep sleep on nights i skipped dinner"),
    (B, "How many steps did I do at the airport?"),
    (A, "Which route did I take on my longest ride?"),
    (C, "Was my resting heart rate higher when I had the flu?"),
    (D, "How much steps I make on the days when I have lectures?"),
    (L, "How did I sleep after my second vaccine shot?"),
    (B, "average resting heart rate since i started intermittent fasting"),
    (W, "so like how long do i sleep on nights i smoked"),
    (C, "How often did I wake up with a headache this month?"),
    (L, "How many steps did I take on my honeymoon?"),
    (A, "What was my skin temperature on October 12th?"),
    (B, "How fast do I breathe in my sleep?"),
    (C, "when was my last yoga class"),
    (L, "How did I sleep in 2018?"),
    (A, "How many steps a day was I doing back in August?"),
    (W, "What was my HRV on the 35th of October?"),
    (D, "How many steps I did in December 2022?"),
    (L, "How many steps will I have done by Easter?"),
    (W, "What will my resting heart rate be a year from now?"),
    (B, "When am I going to set my next record on the bike?"),
    (L, "How many steps did my sister get on Christmas Eve?"),
    (W, "Does my dad sleep better than I do?"),
    (C, "What's the average resting heart rate of the people in my running club?"),
    (A, "how many workouts did emma do this week"),
    (A, "Should I see a doctor about my resting heart rate?"),
    (C, "how many eggs a day are ok"),
    (L, "Which mattress is best for back pain?"),
    (W, "Can I drink alcohol with my heart tablets?"),
    (L, "Am I anaemic?"),
    (C, "do i have diabetes"),
    (A, "how many wubbles did i snarf on sunday"),
    (L, "What's my average quimble in December?"),
    (C, "sleep the of green seven walk if"),
    (B, "who won the match last night"),
):
    user(text, declined)
L(("What was my best month for steps?", "And how was the weather that month?"), declined)
W(("What was my shortest night in November?", "Was I worried about work that day?"), declined)
A(("How many rides did I do?", "How many of them were with Lucy?"), declined)
B(("How much deep sleep do I get?", "and whats normal for my mum"), declined)
C(("When did I walk the most?", "What music was I listening to?"), declined)
D(("How many steps I did on the 6th of October?", "And my friends, how many?"), declined)

DECLINED = _B.questions
