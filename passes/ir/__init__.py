"""One reader of each fact about operations, for every pass that asks."""
