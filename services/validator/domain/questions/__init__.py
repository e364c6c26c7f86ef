"""Reading a question: what it is made of, whether it can be computed, and what it is called."""
