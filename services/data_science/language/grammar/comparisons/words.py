"""Words that comparisons of several kinds share."""

from typing import Final

THAN: Final = "(than|versus|compared to|compared with|as opposed to|relative to|rather than|in comparison to|in comparison with|against)"
CHANGED: Final = "(change|changed|drop|dropped|go up|go down|went up|went down|increase|increased|decrease|decreased|rise|rose|fall|fell|go up or down|improve|improved|differ)"
