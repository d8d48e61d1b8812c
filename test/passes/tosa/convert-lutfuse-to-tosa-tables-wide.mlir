// RUN: lutfuse-opt %s --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

// TOSA's TABLE has 8-bit entries for 8-bit codes: wider ones are gathered.

!u = tensor<2x3x!quant.uniform<u8:f32, 2.0:3>>
!y = tensor<2x3x!quant.uniform<i16:f32, 1.0>>
#h = #lutfuse.table_header<first = 0, entries = 256, lookup = direct,
  input = !quant.uniform<u8:f32, 2.0:3>, result = !quant.uniform<i16:f32, 1.0>>

// CHECK-LABEL: func.func @wide(
// CHECK-SAME:      %{{.*}}: tensor<2x3x!quant{{.*}}>, %[[T:.*]]: tensor<256xi16>)
// CHECK:         %[[I:.*]] = tosa.add {{.*}} -> tensor<1x6xi32>
// CHECK:         %[[V:.*]] = tosa.reshape %[[T]]
// CHECK-SAME:      -> tensor<1x256x1xi16>
// CHECK-NEXT:    tosa.gather %[[V]], %[[I]] : (tensor<1x256x1xi16>, tensor<1x6xi32>) -> tensor<1x6x1xi16>
// CHECK:         quant.scast %{{.*}} : tensor<2x3xi16> to tensor<2x3x!quant.uniform<i16:f32, 1.000000e+00>>
func.func @wide(%u: !u, %t: tensor<256xi16>) -> !y {
  %y = lutfuse.lut_activation <tanh> %u, %t header #h : (!u, tensor<256xi16>) -> !y
  return %y : !y
}
