// RUN: lutfuse-opt %s --verify-roundtrip

// map_c1 to map_c6: the twins of ethosu-feature-map*-invalid.mlir that are right.

func.func private @map_c1_0() attributes {a = #ethosu.feature_map<i8, [1, 65536, 1], nhwc, scratch + 0>}

func.func private @map_c2_0() attributes {a = #ethosu.feature_map<i16, [1, 1, 1], nhwc, scratch + 2>}

func.func private @map_c3_0() attributes {a = #ethosu.feature_map<i8, [1, 1, 16], nhcwb16, scratch + 16>}

func.func private @map_c4_0() attributes {a = #ethosu.feature_map<u8, [1, 1, 1], nhwc, scratch + 0 zero_point = 255>}

func.func private @map_c4_1() attributes {a = #ethosu.feature_map<i32, [1, 1, 1], nhwc, scratch + 0>}

func.func private @map_c5_0() attributes {a = #ethosu.feature_map<i16, [2, 2, 2], nhwc, scratch + 0 strides = [18, 6, 2]>}

func.func private @map_c5_1() attributes {a = #ethosu.feature_map<i8, [2, 2, 32], nhcwb16, scratch + 0 strides = [96, 16, 32]>}

func.func private @map_c6_0() attributes {a = #ethosu.feature_map<i8, [1, 1, 1], nhwc, fast + 0>}
