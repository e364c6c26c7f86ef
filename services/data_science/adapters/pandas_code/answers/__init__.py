"""What each kind of question returns."""
