// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// map_c1 to map_c6. The twins that are right stand in ethosu-feature-map-valid.mlir.

// expected-error @+1 {{'feature_map' expected a shape of three sizes in [1, 65536] but got [1, 0, 1]}}
func.func private @map_c1_size_zero() attributes {a = #ethosu.feature_map<i8, [1, 0, 1], nhwc, scratch + 0>}

// -----

// expected-error @+1 {{'feature_map' expected a shape of three sizes in [1, 65536] but got [65537, 1, 1]}}
func.func private @map_c1_size_large() attributes {a = #ethosu.feature_map<i8, [65537, 1, 1], nhwc, scratch + 0>}

// -----

// expected-error @+1 {{'feature_map' expected a shape of three sizes in [1, 65536] but got [1, 1]}}
func.func private @map_c1_rank() attributes {a = #ethosu.feature_map<i8, [1, 1], nhwc, scratch + 0>}

// -----

// expected-error @+1 {{'feature_map' expected an address that is a multiple of 2 but got 3}}
func.func private @map_c2_address_odd() attributes {a = #ethosu.feature_map<i16, [1, 1, 1], nhwc, scratch + 3>}

// -----

// expected-error @+1 {{'feature_map' expected an address that is a multiple of 1 but got -1}}
func.func private @map_c2_address_negative() attributes {a = #ethosu.feature_map<i8, [1, 1, 1], nhwc, scratch + -1>}

// -----

// expected-error @+1 {{'feature_map' expected an address of nhcwb16 that is a multiple of 16 but got 8}}
func.func private @map_c3_brick_unaligned() attributes {a = #ethosu.feature_map<i8, [1, 1, 16], nhcwb16, scratch + 8>}

// -----

// expected-error @+1 {{'feature_map' expected a zero point in [-128, 127] of i8 but got 128}}
func.func private @map_c4_zero_point_high() attributes {a = #ethosu.feature_map<i8, [1, 1, 1], nhwc, scratch + 0 zero_point = 128>}

// -----

// expected-error @+1 {{'feature_map' expected a zero point in [0, 0] of i32 but got 1}}
func.func private @map_c4_zero_point_of_i32() attributes {a = #ethosu.feature_map<i32, [1, 1, 1], nhwc, scratch + 0 zero_point = 1>}

// -----

// expected-error @+1 {{'feature_map' expected three strides but got 2}}
func.func private @map_c5_two_strides() attributes {a = #ethosu.feature_map<i8, [1, 1, 1], nhwc, scratch + 0 strides = [1, 1]>}

// -----

// expected-error @+1 {{'feature_map' expected strides of multiples of 2 bytes but got 5}}
func.func private @map_c5_stride_odd() attributes {a = #ethosu.feature_map<i16, [1, 1, 1], nhwc, scratch + 0 strides = [5, 2, 2]>}

// -----

// expected-error @+1 {{'feature_map' expected strides of multiples of 16 bytes but got 24}}
func.func private @map_c5_stride_of_bricks() attributes {a = #ethosu.feature_map<i8, [1, 1, 16], nhcwb16, scratch + 0 strides = [24, 16, 16]>}

// -----

// expected-error @+1 {{'feature_map' expected a region other than 'shram'}}
func.func private @map_c6_in_shram() attributes {a = #ethosu.feature_map<i8, [1, 1, 1], nhwc, shram + 0>}
