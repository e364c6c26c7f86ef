"""What texts mean, as vectors: shared by the search for knowledge and by what weighs messages."""
