"""Whether Amy notices people in danger: the messages, the evaluation, and the fit of the check's weights."""
