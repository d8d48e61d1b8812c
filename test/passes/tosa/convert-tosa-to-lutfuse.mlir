// TOSA's quantized convolutions and tables without annotations: input and intermediate scale 1, the
// filter scale the rescale factor. What is left of TOSA is what the module needs: the constants that
// moved into types and attributes are gone.

// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope

// Per tensor, DOUBLE_ROUND: 2^30 * 2^-34 is 0.0625.
// CHECK: #requant = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: func.func @conv2d(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8>
// CHECK-NEXT:    %[[W:.+]] = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}>
// CHECK-NEXT:    %[[B:.+]] = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}>
// CHECK-NEXT:    %[[XQ:.+]] = quant.scast %[[X]] : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!quant.uniform<i8:f32, 1.000000e+00:7>>
// CHECK-NEXT:    %[[WQ:.+]] = quant.scast %[[W]] : tensor<2x1x1x3xi8> to tensor<2x1x1x3x!quant.uniform<i8:f32, 6.250000e-02>>
// CHECK-NEXT:    %[[UQ:.+]] = lutfuse.conv2d %[[XQ]], %[[WQ]] bias %[[B]] requant #requant
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
// CHECK-NEXT:    %[[U:.+]] = quant.scast %[[UQ]] : tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-3>> to tensor<1x2x2x2xi8>
// CHECK-NEXT:    return %[[U]]
func.func @conv2d(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}

// -----

// Per channel, SINGLE_ROUND, a filter zero point, one bias for all, every window parameter.
// CHECK: #requant = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = single_round>
// CHECK-LABEL: func.func @per_channel(
// CHECK:         %[[B:.+]] = "tosa.const"() <{values = dense<5> : tensor<1xi32>}>
// CHECK:         quant.scast %{{.+}} : tensor<2x3x2x3xi8> to tensor<2x3x2x3x!quant.uniform<i8:f32:0, {6.250000e-02:4,1.250000e-01:4}>>
// CHECK:         lutfuse.conv2d %{{.+}}, %{{.+}} bias %[[B]] stride [2, 1] pad [1, 1, 2, 1] dilation [2, 3] requant #requant
// CHECK-SAME:      -> tensor<2x3x6x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @per_channel(%x: tensor<2x7x6x3xi8>) -> tensor<2x3x6x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x3x2x3xi8>}> : () -> tensor<2x3x2x3xi8>
  %b = "tosa.const"() <{values = dense<5> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<[34, 33]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 2, 3>, pad = array<i64: 1, 1, 2, 1>, stride = array<i64: 2, 1>}
    : (tensor<2x7x6x3xi8>, tensor<2x3x2x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x6x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true}
    : (tensor<2x3x6x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3x6x2xi8>
  return %u : tensor<2x3x6x2xi8>
}

// -----

// Unsigned results: the bits are signless i8, the zero point 0xfa is 250.
// CHECK-LABEL: func.func @output_unsigned(
// CHECK:         %[[UQ:.+]] = lutfuse.conv2d
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<u8:f32, 1.000000e+00:250>>
// CHECK-NEXT:    quant.scast %[[UQ]] : tensor<1x2x2x2x!quant.uniform<u8:f32, 1.000000e+00:250>> to tensor<1x2x2x2xi8>
func.func @output_unsigned(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-6> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}

// -----

// 48-bit accumulators have 16-bit multipliers. The result may have 16 bits.
// CHECK: #requant = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: func.func @wide(
// CHECK:         %[[B:.+]] = "tosa.const"() <{values = dense<[140737488355327, -140737488355328]> : tensor<2xi48>}>
// CHECK:         %[[XQ:.+]] = quant.scast %{{.+}} : tensor<1x2x2x3xi16> to tensor<1x2x2x3x!quant.uniform<i16:f32, 1.000000e+00>>
// CHECK:         lutfuse.conv2d %[[XQ]], %{{.+}} bias %[[B]] requant #requant
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<i16:f32, 1.000000e+00>>
func.func @wide(%x: tensor<1x2x2x3xi16>) -> tensor<1x2x2x2xi16> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[140737488355327, -140737488355328]> : tensor<2xi48>}> : () -> tensor<2xi48>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<16384> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s = "tosa.const"() <{values = dense<18> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %uz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i48, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi16>, tensor<2x1x1x3xi8>, tensor<2xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x2x2x2xi48>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false}
    : (tensor<1x2x2x2xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi16>) -> tensor<1x2x2x2xi16>
  return %u : tensor<1x2x2x2xi16>
}

// -----

// ... or 8, with a zero point.
// CHECK-LABEL: func.func @wide_to_i8(
// CHECK:         lutfuse.conv2d
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @wide_to_i8(%x: tensor<1x2x2x3xi16>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi48>}> : () -> tensor<2xi48>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<16384> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s = "tosa.const"() <{values = dense<18> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i48, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi16>, tensor<2x1x1x3xi8>, tensor<2xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x2x2x2xi48>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false}
    : (tensor<1x2x2x2xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}

// -----

// Of 8-bit operands, a 16-bit result; 16-bit multipliers on 32-bit accumulators.
// CHECK: multiplier_bits = 16
// CHECK-LABEL: func.func @i8_to_i16(
// CHECK:         lutfuse.conv2d
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<i16:f32, 1.000000e+00>>
func.func @i8_to_i16(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi16> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<16384> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s = "tosa.const"() <{values = dense<18> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false}
    : (tensor<1x2x2x2xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<1x2x2x2xi16>
  return %u : tensor<1x2x2x2xi16>
}

// -----

// Sizes that only the run time knows. The result has the type of the rescale's.
// CHECK-LABEL: func.func @dynamic(
// CHECK:         lutfuse.conv2d
// CHECK-SAME:      : (tensor<?x?x?x3x!quant.uniform<i8:f32, 1.000000e+00:7>>,
// CHECK-SAME:      -> tensor<?x?x?x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @dynamic(%x: tensor<?x?x?x3xi8>) -> tensor<?x?x?x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<?x?x?x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<?x?x?x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<?x?x?x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<?x?x?x2xi8>
  return %u : tensor<?x?x?x2xi8>
}

// -----

// Output channel c * 2 + m of a depthwise convolution reads input channel c: HWCM becomes OHWI.
// CHECK-LABEL: func.func @depthwise(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x2x3xi8>)
// CHECK-NEXT:    %[[B:.+]] = "tosa.const"() <{values = dense<0> : tensor<6xi32>}>
// CHECK-NEXT:    %[[W:.+]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}1], [7]]], {{\[\[\[}}2], [8]]], {{\[\[\[}}3], [9]]], {{\[\[\[}}4], [10]]], {{\[\[\[}}5], [11]]], {{\[\[\[}}6], [12]]]]> : tensor<6x1x2x1xi8>}>
// CHECK-NEXT:    %[[XQ:.+]] = quant.scast %[[X]]
// CHECK-NEXT:    %[[WQ:.+]] = quant.scast %[[W]] : tensor<6x1x2x1xi8> to tensor<6x1x2x1x!quant.uniform<i8:f32:0, {6.250000e-02,1.250000e-01,6.250000e-02,1.250000e-01,6.250000e-02,1.250000e-01}>>
// CHECK-NEXT:    lutfuse.conv2d %[[XQ]], %[[WQ]] bias %[[B]] stride [1, 2] pad [0, 0, 1, 1] group 3 requant #requant
// CHECK-SAME:      -> tensor<1x2x2x6x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @depthwise(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x6xi8> {
  %w = "tosa.const"() <{values = dense<[[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]]> : tensor<1x2x3x2xi8>}> : () -> tensor<1x2x3x2xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<6xi32>}> : () -> tensor<6xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<6xi32>}> : () -> tensor<6xi32>
  %s = "tosa.const"() <{values = dense<[34, 33, 34, 33, 34, 33]> : tensor<6xi8>}> : () -> tensor<6xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 1, 2>}
    : (tensor<1x2x2x3xi8>, tensor<1x2x3x2xi8>, tensor<6xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x6xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x6xi32>, tensor<6xi32>, tensor<6xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x6xi8>
  return %u : tensor<1x2x2x6xi8>
}

// -----

// Importers leave a reshape behind: the filter behind it is still a constant.
// CHECK-LABEL: func.func @depthwise_reshaped(
// CHECK-NOT:     tosa.reshape
// CHECK:         "tosa.const"() <{values = dense<{{\[\[\[\[}}1], [4]]], {{\[\[\[}}2], [5]]], {{\[\[\[}}3], [6]]]]> : tensor<3x1x2x1xi8>}>
// CHECK-NOT:     tosa.reshape
// CHECK:         lutfuse.conv2d {{.*}} pad [0, 0, 0, 1] group 3 requant #requant
func.func @depthwise_reshaped(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8> {
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %f = "tosa.const"() <{values = dense<[[[[1, 2, 3], [4, 5, 6]]]]> : tensor<1x1x2x3xi8>}> : () -> tensor<1x1x2x3xi8>
  %shape = tosa.const_shape {values = dense<[1, 2, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %w = tosa.reshape %f, %shape : (tensor<1x1x2x3xi8>, !tosa.shape<4>) -> tensor<1x2x3x1xi8>
  %acc = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 1>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<1x2x3x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x3xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x3xi8>
  return %u : tensor<1x2x2x3xi8>
}

// -----

// A filter that only the run time knows is moved there.
// CHECK-LABEL: func.func @depthwise_computed(
// CHECK-SAME:    %[[W:[a-z0-9]+]]: tensor<1x2x3x2xi8>)
// CHECK:         %[[M:.+]] = tosa.transpose %[[W]] {perms = array<i32: 2, 3, 0, 1>} : (tensor<1x2x3x2xi8>) -> tensor<3x2x1x2xi8>
// CHECK-NEXT:    %[[S:.+]] = tosa.const_shape {values = dense<[6, 1, 2, 1]> : tensor<4xindex>}
// CHECK-NEXT:    %[[R:.+]] = tosa.reshape %[[M]], %[[S]] : (tensor<3x2x1x2xi8>, !tosa.shape<4>) -> tensor<6x1x2x1xi8>
// CHECK:         %[[WQ:.+]] = quant.scast %[[R]]
// CHECK:         lutfuse.conv2d %{{.+}}, %[[WQ]] {{.*}} pad [0, 0, 0, 1] group 3 requant #requant
func.func @depthwise_computed(%x: tensor<1x2x2x3xi8>, %w: tensor<1x2x3x2xi8>) -> tensor<1x2x2x6xi8> {
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 1>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<1x2x3x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x6xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x6xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x6xi8>
  return %u : tensor<1x2x2x6xi8>
}

// -----

// One input channel: group 1 says the same.
// CHECK-LABEL: func.func @depthwise_one_channel(
// CHECK-NOT:     group
// CHECK:         lutfuse.conv2d
// CHECK-NOT:     group
// CHECK:         return
func.func @depthwise_one_channel(%x: tensor<1x2x2x1xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<1x1x1x2xi8>}> : () -> tensor<1x1x1x2xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xi8>, tensor<1x1x1x2xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}

// -----

// Output padding, cropping included.
// CHECK-LABEL: func.func @transpose_conv2d(
// CHECK:         lutfuse.conv_transpose2d %{{.+}}, %{{.+}} bias %{{.+}} stride [2, 3] out_pad [-1, 0, 2, -1] requant #requant
// CHECK-SAME:      : (tensor<1x3x3x3x!quant.uniform<i8:f32, 1.000000e+00:7>>, tensor<2x3x2x3x!quant.uniform<i8:f32, 6.250000e-02>>, tensor<2xi32>)
// CHECK-SAME:      -> tensor<1x6x9x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @transpose_conv2d(%x: tensor<1x3x3x3xi8>) -> tensor<1x6x9x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x3x2x3xi8>}> : () -> tensor<2x3x2x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.transpose_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, out_pad = array<i64: -1, 0, 2, -1>, stride = array<i64: 2, 3>}
    : (tensor<1x3x3x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x9x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x6x9x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x6x9x2xi8>
  return %u : tensor<1x6x9x2xi8>
}

// -----

// A table takes the domain of the convolution before it, so that the two can fuse.
// CHECK: #table_header = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
// CHECK-SAME: input = !quant.uniform<i8:f32, 1.000000e+00:-3>, result = !quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-LABEL: func.func @conv2d_table(
// CHECK:         %[[T:.+]] = "tosa.const"() <{values = dense<9> : tensor<256xi8>}>
// CHECK:         %[[UQ:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[YQ:.+]] = lutfuse.lut_activation <custom> %[[UQ]], %[[T]] header #table_header
// CHECK-NEXT:    %[[Y:.+]] = quant.scast %[[YQ]] : tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00>> to tensor<1x2x2x2xi8>
// CHECK-NEXT:    return %[[Y]]
func.func @conv2d_table(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  %y = tosa.table %u, %t : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8>
  return %y : tensor<1x2x2x2xi8>
}

// -----

// Bits that the convolution means as unsigned are read as signed by the table: two domains.
// CHECK: #table_header = #lutfuse.table_header<{{.*}}, input = !quant.uniform<i8:f32, 1.000000e+00>,
// CHECK-LABEL: func.func @unsigned_table(
// CHECK:         %[[UQ:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[U:.+]] = quant.scast %[[UQ]] : tensor<1x2x2x2x!quant.uniform<u8:f32, 1.000000e+00:253>> to tensor<1x2x2x2xi8>
// CHECK-NEXT:    %[[V:.+]] = quant.scast %[[U]] : tensor<1x2x2x2xi8> to tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    lutfuse.lut_activation <custom> %[[V]]
func.func @unsigned_table(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  %y = tosa.table %u, %t : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8>
  return %y : tensor<1x2x2x2xi8>
}

// -----

// A table alone, of any rank, even one that is an argument.
// CHECK-LABEL: func.func @table(
// CHECK-SAME:    %[[U:[a-z0-9]+]]: tensor<?x5xi8>, %[[T:[a-z0-9]+]]: tensor<256xi8>)
// CHECK-NEXT:    %[[UQ:.+]] = quant.scast %[[U]] : tensor<?x5xi8> to tensor<?x5x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    %[[YQ:.+]] = lutfuse.lut_activation <custom> %[[UQ]], %[[T]] header #table_header
// CHECK-NEXT:    %[[Y:.+]] = quant.scast %[[YQ]] : tensor<?x5x!quant.uniform<i8:f32, 1.000000e+00>> to tensor<?x5xi8>
// CHECK-NEXT:    return %[[Y]]
func.func @table(%u: tensor<?x5xi8>, %t: tensor<256xi8>) -> tensor<?x5xi8> {
  %y = tosa.table %u, %t : (tensor<?x5xi8>, tensor<256xi8>) -> tensor<?x5xi8>
  return %y : tensor<?x5xi8>
}

// -----

// A 16-bit table and the rescale by 2^-7 behind it are one interpolated look-up.
// CHECK: #table_header = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7 rounding = double_round,
// CHECK-SAME: input = !quant.uniform<i16:f32, 1.000000e+00>, result = !quant.uniform<i16:f32, 1.000000e+00>>
// CHECK-LABEL: func.func @interpolated_double_round(
// CHECK-SAME:    %[[U:[a-z0-9]+]]: tensor<5xi16>, %[[T:[a-z0-9]+]]: tensor<513xi16>)
// CHECK-NEXT:    %[[UQ:.+]] = quant.scast %[[U]]
// CHECK-NEXT:    %[[YQ:.+]] = lutfuse.lut_activation <custom> %[[UQ]], %[[T]] header #table_header
// CHECK-NEXT:    %[[Y:.+]] = quant.scast %[[YQ]]
// CHECK-NEXT:    return %[[Y]]
func.func @interpolated_double_round(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16>
  return %y : tensor<5xi16>
}

// -----

// Its rounding is carried.
// CHECK: #table_header = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input
// CHECK-LABEL: func.func @interpolated_single_round(
// CHECK:         lutfuse.lut_activation
func.func @interpolated_single_round(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16>
  return %y : tensor<5xi16>
}

// -----

// A constant that others read stays for them.
// CHECK-LABEL: func.func @shared_constant(
// CHECK:         %[[S:.+]] = "tosa.const"() <{values = dense<34> : tensor<1xi8>}>
// CHECK:         lutfuse.conv2d
// CHECK:         return %{{.+}}, %[[S]]
func.func @shared_constant(%x: tensor<1x2x2x3xi8>) -> (tensor<1x2x2x2xi8>, tensor<1xi8>) {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u, %s : tensor<1x2x2x2xi8>, tensor<1xi8>
}

// -----

// One constant in every role: it is erased once.
// CHECK-LABEL: func.func @one_constant(
// CHECK-NOT:     tosa.
// CHECK:         lutfuse.conv2d
// CHECK-NOT:     tosa.
// CHECK:         return
func.func @one_constant(%x: tensor<1x2x2x3xi8>, %w: tensor<2x1x1x3xi8>, %b: tensor<2xi32>, %az: tensor<1xi32>) -> tensor<1x2x2x2xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %z = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %c = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %acc = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %z, %c, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}

// -----

// A layer inside a region is converted there.
// CHECK-LABEL: func.func @region(
// CHECK:         scf.if
// CHECK:           lutfuse.conv2d
// CHECK-NEXT:      %[[C:.+]] = quant.scast
// CHECK-NEXT:      scf.yield %[[C]]
func.func @region(%p: i1, %x: tensor<1x2x2x3xi8>, %w: tensor<2x1x1x3xi8>, %b: tensor<2xi32>, %y: tensor<1x2x2x2xi8>) -> tensor<1x2x2x2xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = scf.if %p -> tensor<1x2x2x2xi8> {
    %acc = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
    %u = tosa.rescale %acc, %m, %s, %az, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
      : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
    scf.yield %u : tensor<1x2x2x2xi8>
  } else {
    scf.yield %y : tensor<1x2x2x2xi8>
  }
  return %r : tensor<1x2x2x2xi8>
}
