#loc15 = loc("program.mlir":50:19)
module attributes {test.elements = [#ethosu.feature_map<u8, [1, 1, 1], nhwc, scratch + 0>, #ethosu.feature_map<u16, [1, 1, 1], nhwc, fast + 2>, #ethosu.feature_map<i32, [65536, 1, 1], nhcwb16, constants + 1099511627760 strides = [64, 16, 16]>], test.functions = [#ethosu.elementwise_mode<add>, #ethosu.elementwise_mode<sub>, #ethosu.elementwise_mode<mul>, #ethosu.elementwise_mode<min>, #ethosu.elementwise_mode<max>, #ethosu.elementwise_mode<abs>], test.poolings = [#ethosu.pooling_mode<max>, #ethosu.pooling_mode<average>, #ethosu.pooling_mode<reduce_sum>], test.roundings = [#ethosu.rounding<tfl>, #ethosu.rounding<truncate>, #ethosu.rounding<natural>], test.traversals = [#ethosu.traversal<depth_first>, #ethosu.traversal<part_kernel_first>], test.upscales = [#ethosu.upscale<none>, #ethosu.upscale<nearest>, #ethosu.upscale<zeros>], test.values = [#ethosu.kernel<[64, 3], stride = [3, 2], dilation = [1, 2]>, #ethosu.range<shram + 0, 1099511627776>, #ethosu.scale<2147483647, 63>, #ethosu.clamp<-9223372036854775808, 9223372036854775807>, #ethosu.table<<constants + 16, 2048>>, #ethosu.table<<constants + 16, 2048> slot = 0>]} {
  ethosu.program @all on "ethos-u55-128" scratch 8192 inputs [#ethosu.feature_map<i8, [8, 8, 16], nhwc, scratch + 0 zero_point = -3>] outputs [#ethosu.feature_map<i8, [8, 8, 16], nhwc, scratch + 1024>] constants dense<0> : tensor<2048xi8> {
    ethosu.dma <constants + 0, 256> to <shram + 23040, 256> loc(#loc2)
    ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0 zero_point = -3> to <i8, [8, 8, 16], nhwc, scratch + 1024> kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1] weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>] block [8, 8, 16] traversal <part_kernel_first> rounding <natural> clamp <-127, 127> table <<constants + 0, 256> slot = 2> {test.note = 1 : i32} loc(#loc3)
    ethosu.conv2d <i16, [8, 8, 16], nhcwb16, scratch + 0> to <i16, [8, 8, 16], nhcwb16, scratch + 4096> kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>] block [8, 8, 16] loc(#loc4)
    ethosu.depthwise_conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [16, 16, 16], nhwc, scratch + 1024> kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> weights [#ethosu.range<constants + 512, 32>] biases [#ethosu.range<constants + 256, 160>] block [8, 8, 16] upscale <zeros> loc(#loc5)
    ethosu.pooling <average> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024> kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> block [8, 8, 16] scale <1, 0> table <<constants + 0, 256>> loc(#loc6)
    ethosu.pooling <max> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [4, 4, 16], nhwc, scratch + 1024> kernel <[2, 2], stride = [2, 2], dilation = [1, 1]> block [4, 4, 16] loc(#loc7)
    ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024> to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16] scale <1073741824, 49> scale_ifm2 <1073741824, 12> loc(#loc8)
    ethosu.elementwise <sub> <u8, [8, 8, 16], nhwc, scratch + 0> with <u8, [8, 8, 16], nhwc, scratch + 1024> to <u8, [8, 8, 16], nhwc, scratch + 2048 zero_point = 255> block [8, 8, 16] scale <1073741824, 49> scale_ifm <1073741824, 12> rounding <truncate> loc(#loc9)
    ethosu.elementwise <min> <i8, [8, 8, 16], nhwc, scratch + 0> scalar 5 to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16] loc(#loc10)
    ethosu.elementwise <abs> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 4096 strides = [256, 32, 1]> block [8, 8, 16] loc(#loc11)
  } loc(#loc1)
  ethosu.program @copy on "ethos-u65-512" scratch 512 inputs [#ethosu.feature_map<i8, [4, 4, 16], nhwc, scratch + 0>] outputs [#ethosu.feature_map<i8, [4, 4, 16], nhwc, scratch + 256>] constants dense_resource<weights> : tensor<16xi8> {
    ethosu.dma <scratch + 0, 256> to <scratch + 256, 256> loc(#loc13)
  } loc(#loc12)
  func.func @host(%arg0: tensor<1x8x8x16xi8> loc("program.mlir":50:19)) -> tensor<1x8x8x16xi8> {
    %0 = ethosu.call @all(%arg0) : (tensor<1x8x8x16xi8>) -> tensor<1x8x8x16xi8> loc(#loc16)
    return %0 : tensor<1x8x8x16xi8> loc(#loc17)
  } loc(#loc14)
} loc(#loc)
#loc = loc("program.mlir":1:1)
#loc1 = loc("program.mlir":9:3)
#loc2 = loc("program.mlir":13:5)
#loc3 = loc("conv")
#loc4 = loc("program.mlir":19:5)
#loc5 = loc("program.mlir":23:5)
#loc6 = loc("program.mlir":28:5)
#loc7 = loc("program.mlir":31:5)
#loc8 = loc("program.mlir":33:5)
#loc9 = loc("program.mlir":36:5)
#loc10 = loc("program.mlir":39:5)
#loc11 = loc("program.mlir":41:5)
#loc12 = loc("program.mlir":44:3)
#loc13 = loc("program.mlir":48:5)
#loc14 = loc("program.mlir":50:3)
#loc16 = loc("program.mlir":51:10)
#loc17 = loc("program.mlir":52:5)

{-#
  dialect_resources: {
    builtin: {
      weights: "0x10000000000102030405060708090A0B0C0D0E0F"
    }
  }
#-}

