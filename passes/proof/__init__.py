"""Whether two modules compute the same: normal forms, judges, certificates."""
