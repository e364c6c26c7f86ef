"""Questions as people put them, by the documented pattern each belongs to."""

from typing import Final

KNOWLEDGE: Final = """
What is heart rate variability?
Explain HRV in 3 sentences
How does stress affect heart rate?
How does stress affect sleep quality?
How does stress affect the ability to stay asleep?
What are the benefits of REM sleep?
Is creatine safe?
Does taking creatine really make a big difference in my gains?
What does a low resting heart rate mean?
What are the symptoms of sleep apnea?
How much sleep do adults need?
What is a normal resting heart rate for a 40-year-old?
What causes high blood pressure?
Does caffeine affect deep sleep?
What's the difference between REM and deep sleep?
How many steps are in a mile?
What is VO2 max?
Can melatonin help with jet lag?
Is intermittent fasting healthy?
What does the research say about naps?
Do you really have to eat just vegetables and fruits to lose weight?
Why does alcohol raise resting heart rate?
What is the average heart rate of an athlete?
Can sleep apnea be treated with surgery?
What is considered a healthy respiratory rate for adults?
Are there any studies on magnesium and sleep?
What is LDL?
What is a normal LDL level?
What is the average bedtime of adults?
Is running bad for knees?
"""

DATA: Final = """
What is my average resting heart rate over all my data?
What was my average resting heart rate over the last 7 days?
What was my median HRV over the last 30 days?
What is the minimum resting heart rate I had in the last 30 days?
What is the maximum number of steps I took in the last 7 days?
What is the standard deviation of my sleep over the last 30 days?
How many days have a resting heart rate in the last 30 days?
How many days do I have HRV for over all my data?
mean steps last 30 days
lowest HRV last 14 days
What is my average HRV this month?
What are my average steps per day?
How many minutes was I asleep yesterday?
How long did I sleep last night?
What is my total distance this month?
What was my highest resting heart rate in the past 14 days?
What was my most recent weight?
What is the lowest REM sleep percent
What are my personal bests for steps?
Is my resting heart rate related to how long I sleep?
Is my HRV related to my resting heart rate?
Do my Sleep Stages show any correlation with my daily Steps?
How do my daily Steps correlate with my Sleep Duration?
Is there a relationship between my steps and my sleep?
Does my HRV drop after days with more steps?
Do I sleep longer when I walk more?
How is my steps trending last month?
How has my resting heart rate changed over the last 90 days?
Did my steps go up compared to last month?
How did my resting heart rate differ on weekends vs weekdays last month?
Compare my sleep this week with last week
What are the differences in my sleep patterns on weekdays versus weekends?
Has my weight changed since January?
What was my worst sleep last month?
What is my average calories burned per week?
How is my sleep affected by bed time last month?
What is the relationship between my stress levels and my sleep quality?
Is the intensity of my workout related to my sleep quality?
What was my average bed time last month?
Hi Amy, could you tell me my average heart rate variability over the last 30 days? Thanks!
Can you please show me my average step count last week?
What is my total distance for treadmill when distance more than 93?
How many times did I run in the last 21 days?
What was the duration of my most recent run within the last 7 days?
On days when I have at least 37 minutes of light sleep, what is my total running speed?
What percentage of my sleep today was light sleep?
How many days did I walk more than 10,000 steps?
average active zone minutes on weekends
Tell me about anomalies in my breathing rate last month.
What is my spo2 on average?
How are my steps lately?
How is my sleep?
How far did I run last week?
What was my pace on my last run?
How many kilometres did I cycle in total this year?
What is my most common workout?
When did I last go for a swim?
Do I sleep better on days when I work out?
On what days am I most active?
How many rest days did I take last month?
What is my LDL?
What lab values do I have?
What were my last three glucose readings?
Is my vitamin D going up?
When do I usually go to bed?
What time did I wake up yesterday?
What is my longest streak of days with 10,000 steps?
How many days in a row did I walk 8,000 steps?
How do my steps compare with the general population?
Ratio of deep sleep to REM sleep
Do I walk more than other women?
Since when has my resting heart rate been higher?
"""

DATA_AND_KNOWLEDGE: Final = """
Is my resting heart rate of 52 healthy for my age?
Is my LDL of 124 something to worry about?
is my LDL of 124 something to worry about
Is my HRV normal?
Is my average HRV good for a 35 year old?
Is a resting heart rate of 58 good?
Is 6 hours of sleep enough, or is that bad?
Why did my HRV drop last week?
Why is my resting heart rate so high this month?
What does my low HRV mean?
Is my sleep score drop meaningful?
Should I worry about my resting heart rate?
Should I be concerned about my blood oxygen?
How does my sleep compare to other women?
Are my steps per day typical for someone my age?
Is my respiratory rate too high?
What could be the causes of my low deep sleep?
Is my heart rate during exercise safe?
Is my elevated blood pressure due to trauma or stress?
Can my inconsistent sleeping durations have a negative effect on my health?
Interpret my resting heart rate trend
Is my HRV considered low according to research?
How much deep sleep do I need?
Why am I sleeping so little?
How do I compare to other people?
Where do I compare to others my age/fitness group?
How does my resting heart rate compare to other people my age?
"""

ADVICE: Final = """
I want to set a SMART goal
Help me set a goal for this month
Help me build a morning routine
How can I stay motivated to exercise?
Give me a workout plan
What should I eat for breakfast?
What's a good meal for breakfast?
How to manage overwhelming feelings?
Can you walk me through deep breathing exercises?
How can I make the best exercise routine considering a prior injury?
I'd like to start running, how should I begin?
How do I build a habit of stretching?
Any tips for staying calm before exams?
I want to have more energy in the afternoon
Can you coach me?
What can I do to feel less tired?
How can I improve my diet?
Suggest a relaxing evening routine
Can you recommend a 20 minute workout?
I'm trying to eat healthier, any advice?
"""

ADVICE_ON_DATA: Final = """
How can I improve my sleep based on my data?
How can I lower my resting heart rate?
What are ways that I can increase my HRV?
How can I get more deep sleep?
I want to lift my deep sleep by 15 minutes
Should I go to bed earlier given my sleep data?
My goal is to maintain weight - is it working?
Help me raise my step count
How many steps should I take each day?
What should my step goal be, looking at the last month?
Give me a plan to improve my HRV
How can I manage my activity levels for optimal sleep?
Based on my last 30 days, what exercise routine do you recommend?
Suggest a bedtime from my sleep data
What can I change to improve my sleep score?
How do I lose weight?
Can you suggest a weekly walking plan based on my steps?
I'd like to sleep longer, what should I do?
Looking at my data, what should I work on next?
How can I recover better after my runs?
"""

ADVICE_ON_DATA_AND_KNOWLEDGE: Final = """
I have asthma, how can I increase my steps safely?
Given my hypertension, how can I lower my resting heart rate?
How can I improve my sleep with insomnia, based on my data?
I take beta blockers, how should I train to improve my HRV?
Considering my diabetes, what exercise do you recommend based on my steps?
With my sleep apnea, how can I get more deep sleep?
I'm pregnant, how many steps should I aim for given my activity data?
I have a knee injury; how can I raise my step count?
After covid, how can I bring my resting heart rate back down?
How can I lower my LDL?
My medication raises my heart rate, what can I do?
"""

FALLBACK: Final = """
Hi
Hello!
hey amy
Hi Amy, how are you?
Good morning
Thanks!
thank you so much
Thanks, that was helpful
Great, thanks!
ok
Got it
Bye
good night
What can you do?
Who are you?
Are you a doctor?
What do you remember about me?
Do you remember my goals?
Tell me a joke
What's the weather in Paris?
Who won the world cup?
Write me a poem about the sea
Should I buy a Tesla?
How do I sync my watch?
My battery drains fast, what can I do?
How do I pair the device?
Can you notify me when my breathing is erratic?
Can my watch identify moments of anxiety?
I'm vegetarian.
I prefer mornings for workouts.
Remember that I'm allergic to nuts
I used to run marathons.
Is anything interesting in my data?
anything I should worry about?
asdf qwer
???
"""
