"""From terms to queries, one module for each kind of thing that can be asked."""
