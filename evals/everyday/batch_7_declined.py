"""The seventh batch: what the records cannot answer, for each of the reasons that people run into."""

from evals.everyday.questions import Batch, declined
from evals.everyday.records import LIFESNAPS, WHOOP

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("must decline")
for user, text in (
    (A, "Is it ok to take ibuprofen before a long ride?"),
    (W, "What's the best supplement for more deep sleep?"),
    (L, "can i double my thyroid pills if my pulse stays this low"),
    (C, "Which mattress should I get for my back?"),
    (D, "what should i cook tonight for better sleep"),
    (L, "How many steps will I have done by the end of the year?"),
    (C, "What's my resting heart rate going to be in five years?"),
    (A, "guess how long my ride on saturday will be"),
    (W, "Will my HRV be back to normal by Friday?"),
    (B, "Am I going to sleep better when winter comes?"),
    (D, "Did my mom walk more than me this week?"),
    (C, "What time did my daughter go to bed on Friday?"),
    (A, "who burned more on the last ride me or kevin"),
    (L, "Do I sleep longer than most of my coworkers?"),
    (B, "What's my trainer's resting heart rate?"),
    (L, "How do I sleep when there's a full moon?"),
    (C, "What's my average HRV on days I meditate?"),
    (B, "How many steps do I take when I commute by train?"),
    (D, "Do I sleep less after watching a scary film?"),
    (A, "resting heart rate on the days i fast"),
    (W, "Average sleep when the heating was on?"),
    (L, "how well did i sleep in hotels"),
    (C, "The night after my sister's wedding, how much deep sleep was it?"),
    (W, "What happened to my HRV after my second vaccine shot?"),
    (B, "Average steps on days I take the car to work?"),
    (D, "how much less do i sleep when we have guests"),
    (A, "Do I burn more on rides when I listen to music?"),
    (C, "How often did I get up from my desk yesterday?"),
    (L, "What was my highest blood pressure reading in October?"),
    (W, "How many cigarettes did I smoke last month?"),
    (A, "how long was i on my phone before bed last night"),
    (L, "How many lengths did I swim in August?"),
    (W, "When is my next period due?"),
    (C, "What's my grip strength?"),
    (B, "What was my creatinine in the last lab report?"),
    (D, "Show me my ECG from Sunday."),
    (D, "What was my breathing rate last night?"),
    (W, "How many steps a day do I average?"),
    (L, "What time did I fall asleep on Christmas Eve?"),
    (A, "What was my HRV on Valentine's Day 2022?"),
    (D, "Step total for August 2022?"),
    (W, "what was my average resting pulse back in march"),
    (C, "How much did I sleep on the 30th of February?"),
    (L, "Can you book me a dentist appointment for Tuesday?"),
    (B, "who won the match last night"),
    (D, "do my numbers mean i have depression"),
    (B, "Could my low HRV be a sign of diabetes?"),
    (W, "Is my thyroid underactive?"),
    (A, "how many wuggles per snork did i do on friday"),
    (C, "heart stairs green the of when sleeping under"),
    (L, "What's my average quandle on Sundays?"),
):
    user(text, declined)
L(("What's my average sleep on weekends?", "And at my girlfriend's place?"), declined)
A(("How many calories did my last ride burn?", "What did I eat after it?"), declined)
W(("When did I have my best REM?", "Had I been drinking?"), declined)
B(("When was my last workout?", "Which gym was it at?"), declined)
C(("How many steps did I do yesterday?", "And how many will I do next Sunday?"), declined)
D(("avg hrv this month", "higher than my dads?"), declined)
L(("Which month did I walk the most?", "Was that because of the new dog?"), declined)

DECLINED = _B.questions
