"""Words that questions of several kinds share."""

from typing import Final

POLAR: Final = "?polar"
"""Stands for the "did" or "is" that a sentence begins with, and nowhere else."""
DAYS: Final = "(days|nights|day|night|mornings|evenings|dates|occasions)"
LIKE_DAYS: Final = (
    "(when|where|with|that|of|in which|on which|have|had|included|include|contained|contain|were|was|are|is)"
)
"""What joins days to other days that they are or have among them: "nights that were nights under 6 hours"."""
WHICH_DAY: Final = "(when|which day|what day|which date|what date|which night|what night|on which day|on what day|on which date|on what date|on which night|on what night|which days|what days|which nights|on which days|on which nights)"
STREAK: Final = "(in succession|in a row|straight|consecutive|consecutively|running|back to back|on end|on the trot|in sequence|one after another|in one go|after each other|after one another|one after the other|1 after the other|1 after another|each after the other|non stop|uninterrupted|without a break|without interruption|without a rest day|without rest days|without rest|without any rest|without a day off|without days off|without a pause|without a gap|without missing one|without missing 1|without missing a day|without missing a night|without missing any|without skipping a day|without a miss)"
HOW_MANY: Final = "(how many|number of|count of|count|the number of|count the)"
SET_OFF: Final = "(start|starts|started|starting|begin|begins|began|begun|beginning|set off on|set off for|set out on|set out for|setting off on|setting off for|head out on|head out for|headed out on|headed out for|heading out on|heading out for|leave for|left for|set off|set out|headed off on|kick off|kicked off)"
"""Verbs for the beginning of an activity."""
