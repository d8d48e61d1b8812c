// RUN: lutfuse-opt %s --verify-roundtrip

// kernel_c1 to kernel_c4: the twins of ethosu-kernel*-invalid.mlir that are right.

func.func private @kernel_c1_0() attributes {a = #ethosu.kernel<[3, 1], stride = [1, 2], dilation = [1, 1]>}

func.func private @kernel_c2_0() attributes {a = #ethosu.kernel<[1, 1], stride = [1, 1], dilation = [1, 1]>}

func.func private @kernel_c3_0() attributes {a = #ethosu.kernel<[3, 3], stride = [3, 1], dilation = [1, 1]>}

func.func private @kernel_c4_0() attributes {a = #ethosu.kernel<[3, 3], stride = [1, 1], dilation = [2, 1]>}
