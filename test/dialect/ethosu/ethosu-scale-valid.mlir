// RUN: lutfuse-opt %s --verify-roundtrip

// scale_c1 to clamp_c1: the twins of ethosu-scale*-invalid.mlir that are right.

func.func private @scale_c1_0() attributes {a = #ethosu.scale<2147483647, 30>}

func.func private @scale_c2_0() attributes {a = #ethosu.scale<1, 63>}

func.func private @clamp_c1_0() attributes {a = #ethosu.clamp<3, 3>}
