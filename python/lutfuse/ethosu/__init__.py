"""Ethos-U55 and -U65: command streams and driver payloads."""
