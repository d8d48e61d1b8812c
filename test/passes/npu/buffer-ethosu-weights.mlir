// RUN: lutfuse-opt %s --buffer-ethosu-weights | FileCheck %s -enable-var-scope
// RUN: lutfuse-opt %s --buffer-ethosu-weights --buffer-ethosu-weights | FileCheck %s -enable-var-scope
// RUN: lutfuse-opt %s --buffer-ethosu-weights=blocks=5 | FileCheck %s -check-prefix=NONE

// Four blocks of rows and columns, then one, then four twice: two buffers take turns, and the
// third command has the first again.
// CHECK: ethosu.program @p on "ethos-u55-128" scratch 8832
// CHECK: ethosu.dma <constants + 0, 256> to <scratch + 8192, 256>
// CHECK-NEXT: ethosu.conv2d
// CHECK-SAME: weights [#ethosu.range<scratch + 8192, 256>]
// CHECK-SAME: biases [#ethosu.range<constants + 1024, 160>]
// CHECK-NEXT: ethosu.conv2d
// CHECK-SAME: weights [#ethosu.range<constants + 256, 256>]
// CHECK-NEXT: ethosu.dma <constants + 512, 384> to <scratch + 8448, 384>
// CHECK-NEXT: ethosu.conv2d
// CHECK-SAME: weights [#ethosu.range<scratch + 8448, 384>]
// CHECK-NEXT: ethosu.dma <constants + 0, 256> to <scratch + 8192, 256>
// CHECK-NEXT: ethosu.conv2d
// CHECK-SAME: weights [#ethosu.range<scratch + 8192, 256>]

// NONE: scratch 8192
// NONE-NOT: ethosu.dma

ethosu.program @p on "ethos-u55-128" scratch 8192
    inputs [#ethosu.feature_map<i8, [16, 16, 16], nhwc, scratch + 0>]
    outputs [#ethosu.feature_map<i8, [16, 16, 16], nhwc, scratch + 4096>]
    constants dense<0> : tensor<2048xi8> {
  ethosu.conv2d <i8, [16, 16, 16], nhwc, scratch + 0> to <i8, [16, 16, 16], nhwc, scratch + 4096>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]>
    weights [#ethosu.range<constants + 0, 256>] biases [#ethosu.range<constants + 1024, 160>]
    block [8, 8, 16]
  ethosu.conv2d <i8, [16, 16, 16], nhwc, scratch + 0> to <i8, [16, 16, 16], nhwc, scratch + 4096>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]>
    weights [#ethosu.range<constants + 256, 256>] biases [#ethosu.range<constants + 1024, 160>]
    block [16, 16, 16]
  ethosu.conv2d <i8, [16, 16, 16], nhwc, scratch + 0> to <i8, [16, 16, 16], nhwc, scratch + 4096>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]>
    weights [#ethosu.range<constants + 512, 384>] biases [#ethosu.range<constants + 1024, 160>]
    block [8, 8, 16]
  ethosu.conv2d <i8, [16, 16, 16], nhwc, scratch + 0> to <i8, [16, 16, 16], nhwc, scratch + 4096>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]>
    weights [#ethosu.range<constants + 0, 256>] biases [#ethosu.range<constants + 1024, 160>]
    block [8, 8, 16]
}
