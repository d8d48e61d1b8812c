"""Element-wise graphs that become tables, and tables that are checked."""
