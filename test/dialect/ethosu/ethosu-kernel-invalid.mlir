// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// kernel_c1 to kernel_c4. The twins that are right stand in ethosu-kernel-valid.mlir.

// expected-error @+1 {{'kernel' expected two sizes, strides and dilations but got 2, 1 and 2}}
func.func private @kernel_c1_one_stride() attributes {a = #ethosu.kernel<[3, 1], stride = [1], dilation = [1, 1]>}

// -----

// expected-error @+1 {{'kernel' expected positive sizes but got [3, 0]}}
func.func private @kernel_c2_size_zero() attributes {a = #ethosu.kernel<[3, 0], stride = [1, 1], dilation = [1, 1]>}

// -----

// expected-error @+1 {{'kernel' expected strides in [1, 3] but got [4, 1]}}
func.func private @kernel_c3_stride_four() attributes {a = #ethosu.kernel<[3, 3], stride = [4, 1], dilation = [1, 1]>}

// -----

// expected-error @+1 {{'kernel' expected dilations in [1, 2] but got [1, 3]}}
func.func private @kernel_c4_dilation_three() attributes {a = #ethosu.kernel<[3, 3], stride = [1, 1], dilation = [1, 3]>}
