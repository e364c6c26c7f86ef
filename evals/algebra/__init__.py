"""Do both evaluators of the question language say the same? Random questions about random records."""
