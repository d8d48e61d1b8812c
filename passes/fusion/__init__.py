"""Activations into convolutions and out of them: candidates, guards, both rewrites."""
