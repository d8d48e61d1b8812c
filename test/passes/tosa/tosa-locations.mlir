// Every op that the conversions write is known by the ops it came from, there and back.

// RUN: lutfuse-opt %s --convert-tosa-to-lutfuse --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --convert-tosa-to-lutfuse --fuse-lut-activation --convert-lutfuse-to-tosa \
// RUN:   --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   | FileCheck %s --enable-var-scope --check-prefix=BACK

// CHECK-LABEL: func.func @layer(
// CHECK:         lutfuse.conv2d {{.*}} loc(fused["conv", "rescale"])
// CHECK-NEXT:    lutfuse.lut_activation {{.*}} loc("table")
// CHECK-NEXT:    quant.scast {{.*}} loc("table")
// BACK-LABEL: func.func @layer(
// BACK:         tosa.conv2d {{.*}} loc(fused<#lutfuse.fused<"fuse-lut-activation">>[fused["conv", "rescale"], "table"])
// BACK:         tosa.rescale {{.*}} loc(fused<#lutfuse.fused<"fuse-lut-activation">>[fused["conv", "rescale"], "table"])
// BACK:         tosa.table {{.*}} loc(fused<#lutfuse.fused<"fuse-lut-activation">>[fused["conv", "rescale"], "table"])
func.func @layer(%x: tensor<1x2x2x3xi8>, %w: tensor<2x1x1x3xi8>, %b: tensor<2xi32>) -> tensor<1x2x2x2xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %acc = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32> loc("conv")
  %u = tosa.rescale %acc, %m, %s, %az, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8> loc("rescale")
  %y = tosa.table %u, %t : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8> loc("table")
  return %y : tensor<1x2x2x2xi8>
}

// CHECK-LABEL: func.func @interpolated(
// CHECK:         lutfuse.lut_activation {{.*}} loc(fused["table", "narrow"])
// BACK-LABEL: func.func @interpolated(
// BACK:         tosa.table {{.*}} loc(fused["table", "narrow"])
// BACK:         tosa.rescale {{.*}} loc(fused["table", "narrow"])
func.func @interpolated(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32> loc("table")
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16> loc("narrow")
  return %y : tensor<5xi16>
}
