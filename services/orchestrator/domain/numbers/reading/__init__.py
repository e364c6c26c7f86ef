"""Finding the numbers in a text: in digits and words, with their units, as dates, times, ranges and durations."""
