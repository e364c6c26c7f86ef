"""What is weighed beside the gates: evidence, literature, doubts."""
