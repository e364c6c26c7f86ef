"""Saying what was computed: sentences whose every number refers to a finding."""
