"""How long a test waits for what should end at once, before it calls that a hang."""

# However many others a machine serves: no test is about speed.
SECONDS = 600
