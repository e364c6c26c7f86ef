"""Which numbers of a text are claims, and what each of them may be traced to."""
