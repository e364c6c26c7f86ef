"""Words that comparisons of several kinds share."""

from typing import Final

THAN: Final = "(than|versus|vs|compared to|compared with|compared against|as compared to|compare to|compare with|as opposed to|relative to|rather than|in comparison to|in comparison with|in contrast to|against|next to|minus)"
LOOSE_LINK: Final = "(and|with|to|,|, and|and then|from)"
OTHER_DAYS: Final = (
    "(on|in|during|for)? (other days|other nights|all others|others|all other days|all other nights|every other day|other times|the usual days)",
    "(on|in|for|during)? (rest|remaining) (of my|of)? (week|time|days|nights|year|month|data)?",
    "(on|in|for)? (days|nights|ones|those)? (when|where|that|which|if)? (i)? (do|did|am|was|have|had) not",
    "(on|in|for)? (days|nights|ones|those) (without|without one|without 1|without any|without it|with none)",
    "(not|otherwise|without|or not|else)",
    "(on)? (days|nights)? (when|where|with)? (i)? {direction}",
    "(on)? (days|nights)? (when|where|that|on which)? (i)? (walk|walked|sleep|slept|do|did|have|had|take|took|get|got|burn|burned) {direction}",
)
"""How all days but those of the first group are said."""
AFTER_OTHERS: Final = "(after|following) (other days|other nights|all other days|others|other ones|days without|days without one|days without 1|days without any|nights without|nights without one|nights without 1|nights without any)"
"""How all days but those after the first group are said."""
CHANGED: Final = "(change|changed|drop|dropped|go up|go down|went up|went down|increase|increased|decrease|decreased|rise|rose|fall|fell|go up or down|improve|improved|differ)"
