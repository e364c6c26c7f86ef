"""A person's canonical records as files of vendors, which the importers of these vendors read."""
