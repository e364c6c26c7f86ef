"""The eighth batch: what the records cannot answer, for each of the reasons that people run into."""

from evals.everyday.questions import Batch, declined
from evals.everyday.records import LIFESNAPS, WHOOP

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("must decline")
for user, text in (
    (L, "What was my waist size in November?"),
    (A, "grams of sugar yesterday?"),
    (W, "Average HRV on nights I slept in a hotel, please."),
    (B, "how many steps did i do while mowing the lawn"),
    (C, "How long did I sleep the night after the Coldplay concert?"),
    (D, "How high was my resting pulse in the days when I had the fever?"),
    (L, "whats my creatinine value"),
    (W, "how many laps did i swim last month"),
    (A, "What was my top speed on my last bike ride?"),
    (A, "elevation gain on my longest ride pls"),
    (B, "how many calories did my breakfast have"),
    (C, "How loud did I snore on Sunday night?"),
    (L, "how much rem did i get last night"),
    (L, "What time did I go to bed on New Year's Eve?"),
    (A, "my breathing rate while sleeping?"),
    (W, "how far did i walk last sunday"),
    (W, "what was my stress score yesterday"),
    (B, "How many workouts will I do in November?"),
    (C, "on what date am i gonna reach my 500000th step"),
    (W, "will my recovery be good enough for saturdays match"),
    (D, "How will I sleep in the night of my wedding?"),
    (L, "How did my dad sleep last night?"),
    (C, "Is my girlfriend's resting heart rate lower than mine?"),
    (L, "whats the average step count of people my age in my town"),
    (B, "did lisa beat me on steps this week"),
    (W, "How can I get more deep sleep?"),
    (D, "Should I see a doctor for my heart rate?"),
    (C, "is it ok to fast for three days"),
    (B, "Which mattress would you buy for a bad back?"),
    (A, "what time should i go to bed tonight"),
    (W, "Am I overtrained?"),
    (L, "do i have anemia or something, im always tired"),
    (C, "average sleep on nights i took my antihistamine"),
    (B, "How many steps do I take on days when my back hurts?"),
    (W, "hrv on days i meditated vs days i didnt"),
    (D, "How was my sleep before my knee surgery?"),
    (L, "Has my resting heart rate gone down since I went vegan?"),
    (A, "how many wugs did i spleem on tuesday"),
    (C, "sleep the of because ladder green how"),
    (B, "what was my step count on february 30"),
    (L, "What was my average resting heart rate in spring 2018?"),
    (C, "how was my sleep back in august, average hours"),
    (W, "How many times did I hit the snooze button last week?"),
    (D, "On how many days I have eaten meat?"),
    (B, "um so how much did i weigh the day i did the most steps"),
):
    user(text, declined)
A(("when was my last run", "what song was i listening to"), declined)
W(("Average HRV?", "And my sister's?"), declined)
B(("how long did i sleep last night", "will it be more tonight"), declined)
L(("whats the furthest i walked in a day", "which route did i take that day"), declined)
D(("How many runs I did?", "And in which place of the race I arrived?"), declined)

DECLINED = _B.questions
