"""Which of its two forms a turn's events are sent in."""


def wants_event_stream(accept: str) -> bool:
    """Whether an `Accept` header names `text/event-stream`; a wildcard alone does not, nor does `q=0`."""
    for media_range in accept.lower().split(","):
        kind, *parameters = (part.strip() for part in media_range.split(";"))
        if kind == "text/event-stream":
            return not any(_is_zero_quality(parameter) for parameter in parameters)
    return False


def _is_zero_quality(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    return name.strip() == "q" and value.strip().rstrip("0") in ("", "0.", ".")
