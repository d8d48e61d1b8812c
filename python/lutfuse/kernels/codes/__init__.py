"""From sums to codes and from codes to codes: requantization and tables."""
