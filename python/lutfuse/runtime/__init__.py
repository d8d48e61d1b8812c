"""Compiled models: how they are made, kept, loaded and run."""
