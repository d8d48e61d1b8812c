// RUN: lutfuse-opt %s --verify-roundtrip | FileCheck %s -enable-var-scope
// RUN: lutfuse-opt %s --mlir-print-op-generic | lutfuse-opt | FileCheck %s -enable-var-scope
// RUN: %mlir-opt --load-dialect-plugin=%plugin %s | FileCheck %s -enable-var-scope

// Every op in its readable form, and in its generic one; in lutfuse-opt and in the plugin.

// CHECK-LABEL: ethosu.program @all on "ethos-u55-128" scratch 8192
// CHECK-SAME:    inputs [#ethosu.feature_map<i8, [8, 8, 16], nhwc, scratch + 0 zero_point = -3>]
// CHECK-SAME:    outputs [#ethosu.feature_map<i8, [8, 8, 16], nhwc, scratch + 1024>]
// CHECK-SAME:    constants dense<0> : tensor<2048xi8> {
// CHECK-NEXT:    ethosu.dma <constants + 0, 256> to <shram + 23040, 256>
// CHECK-NEXT:    ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0 zero_point = -3> to <i8, [8, 8, 16], nhwc, scratch + 1024>
// CHECK-SAME:      kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
// CHECK-SAME:      weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
// CHECK-SAME:      block [8, 8, 16] traversal <part_kernel_first> rounding <natural> clamp <-127, 127>
// CHECK-SAME:      table <<constants + 0, 256> slot = 2>
// CHECK-NEXT:    ethosu.depthwise_conv2d {{.*}} upscale <zeros>
// CHECK-NEXT:    ethosu.pooling <average> {{.*}} scale <1, 0> table <<constants + 0, 256>>
// CHECK-NEXT:    ethosu.pooling <max> {{.*}} block [4, 4, 16]
// CHECK-NEXT:    ethosu.elementwise <add> {{.*}} with {{.*}} scale <1073741824, 49> scale_ifm2 <1073741824, 12>
// CHECK-NEXT:    ethosu.elementwise <min> {{.*}} scalar 5 to
// CHECK-NEXT:    ethosu.elementwise <abs> {{.*}} to {{.*}} strides = [256, 32, 1]> block
ethosu.program @all on "ethos-u55-128" scratch 8192
    inputs [#ethosu.feature_map<i8, [8, 8, 16], nhwc, scratch + 0 zero_point = -3>]
    outputs [#ethosu.feature_map<i8, [8, 8, 16], nhwc, scratch + 1024>]
    constants dense<0> : tensor<2048xi8> {
  ethosu.dma <constants + 0, 256> to <shram + 23040, 256>
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0 zero_point = -3> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16] traversal <part_kernel_first> rounding <natural> clamp <-127, 127>
    table <<constants + 0, 256> slot = 2>
  ethosu.depthwise_conv2d
    <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [16, 16, 16], nhwc, scratch + 1024>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]>
    weights [#ethosu.range<constants + 512, 32>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16] upscale <zeros>
  ethosu.pooling <average> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> block [8, 8, 16]
    scale <1, 0> table <<constants + 0, 256>>
  ethosu.pooling <max> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [4, 4, 16], nhwc, scratch + 1024>
    kernel <[2, 2], stride = [2, 2], dilation = [1, 1]> block [4, 4, 16]
  ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
    scale <1073741824, 49> scale_ifm2 <1073741824, 12>
  ethosu.elementwise <min> <i8, [8, 8, 16], nhwc, scratch + 0> scalar 5
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
  ethosu.elementwise <abs> <i8, [8, 8, 16], nhwc, scratch + 0>
    to <i8, [8, 8, 16], nhwc, scratch + 4096 strides = [256, 32, 1]> block [8, 8, 16]
}

// CHECK-LABEL: func.func @host
// CHECK: ethosu.call @all(%{{.*}}) : (tensor<1x8x8x16xi8>) -> tensor<1x8x8x16xi8>
func.func @host(%x: tensor<1x8x8x16xi8>) -> tensor<1x8x8x16xi8> {
  %y = ethosu.call @all(%x) : (tensor<1x8x8x16xi8>) -> tensor<1x8x8x16xi8>
  return %y : tensor<1x8x8x16xi8>
}
