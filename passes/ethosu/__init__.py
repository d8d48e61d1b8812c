"""From a module to programs of an Ethos-U, and the residency of their tables."""
