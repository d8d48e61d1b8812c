// RUN: lutfuse-opt %s --canonicalize --mlir-print-op-generic | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --canonicalize --cse | FileCheck %s --enable-var-scope --check-prefix=CSE

// Defaults written out become absent, which makes equal ops of the two.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<4x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = tensor<1x4x4x4x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK:       "lutfuse.conv2d"(%{{.*}}) <{requant = #requant}> :
// CHECK:       "lutfuse.conv_transpose2d"(%{{.*}}) <{requant = #requant}> :
// CHECK:       "lutfuse.fused_conv2d"(%{{.*}}) <{activation = #lutfuse.clip<min = 0, max = 9>, intermediate_type = {{[^,]*}}, {{[^,]*}}, operandSegmentSizes = array<i32: 1, 1, 0, 0>, requant = #requant}> :
func.func @stated(%x: !x, %w: !w) -> (!u, !u, !u) {
  %0 = lutfuse.conv2d %x, %w stride [1, 1] pad [0, 0, 0, 0] dilation [1, 1] group 1 requant #r : (!x, !w) -> !u
  %1 = lutfuse.conv_transpose2d %x, %w stride [1, 1] out_pad [0, 0, 0, 0] group 1 requant #r : (!x, !w) -> !u
  %2 = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9>
      intermediate !quant.uniform<i8:f32, 2.0:-3> stride [1, 1] group 1 requant #r : (!x, !w) -> !u
  return %0, %1, %2 : !u, !u, !u
}

// What is no default stays.
// CHECK:       "lutfuse.conv2d"(%{{.*}}) <{pad = array<i64: 0, 1, 0, 0>, requant = #requant, stride = array<i64: 2, 1>}> :
func.func @others(%x: !x, %w: !w) -> tensor<1x3x4x4x!quant.uniform<i8:f32, 2.0:-3>> {
  %0 = lutfuse.conv2d %x, %w stride [2, 1] pad [0, 1, 0, 0] dilation [1, 1] requant #r
    : (!x, !w) -> tensor<1x3x4x4x!quant.uniform<i8:f32, 2.0:-3>>
  return %0 : tensor<1x3x4x4x!quant.uniform<i8:f32, 2.0:-3>>
}

// CSE-LABEL: func.func @equal
// CSE-NEXT:    %[[U:.*]] = lutfuse.conv2d
// CSE-NEXT:    return %[[U]], %[[U]]
func.func @equal(%x: !x, %w: !w) -> (!u, !u) {
  %0 = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !u
  %1 = lutfuse.conv2d %x, %w stride [1, 1] group 1 requant #r : (!x, !w) -> !u
  return %0, %1 : !u, !u
}
