// RUN: lutfuse-opt %s --verify-roundtrip

// range_c1 to range_c2: the twins of ethosu-range*-invalid.mlir that are right.

func.func private @range_c1_0() attributes {a = #ethosu.range<scratch + 0, 16>}

func.func private @range_c2_0() attributes {a = #ethosu.range<fast + 16, 1>}
