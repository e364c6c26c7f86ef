"""From a question to what the gates, the evidence and the review weigh."""
