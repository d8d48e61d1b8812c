// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse=clamp-to-clip=true \
// RUN:   --verify-diagnostics --remarks-filter=convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --check-prefix=KEPT

// KEPT-NOT: lutfuse.clip

// CHECK-LABEL: func.func @codes(
// CHECK-SAME:    %[[X:.*]]: tensor<?x5xi8>
// CHECK-NEXT:    %[[Q:.*]] = quant.scast %[[X]] : tensor<?x5xi8> to tensor<?x5x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    %[[Y:.*]] = lutfuse.clip %[[Q]] <min = -5, max = 9>
// CHECK-NEXT:    quant.scast %[[Y]]
func.func @codes(%x: tensor<?x5xi8>) -> tensor<?x5xi8> {
  %y = tosa.clamp %x {max_val = 9 : i8, min_val = -5 : i8} : (tensor<?x5xi8>) -> tensor<?x5xi8>
  return %y : tensor<?x5xi8>
}

// -----

// CHECK-LABEL: func.func @domain_of_producer(
// CHECK-SAME:    %[[X:.*]]: tensor<5x!quant
// CHECK-NEXT:    %[[Y:.*]] = lutfuse.clip %[[X]] <min = -5, max = 9> : (tensor<5x!quant.uniform<i16:f32, 2.000000e+00:-5>>)
// CHECK-NEXT:    %[[I:.*]] = quant.scast %[[Y]]
// CHECK-NEXT:    quant.scast %[[I]]
func.func @domain_of_producer(%x: tensor<5x!quant.uniform<i16:f32, 2.0:-5>>) -> tensor<5x!quant.uniform<i16:f32, 2.0:-5>> {
  %i = quant.scast %x : tensor<5x!quant.uniform<i16:f32, 2.0:-5>> to tensor<5xi16>
  %c = tosa.clamp %i {max_val = 9 : i16, min_val = -5 : i16} : (tensor<5xi16>) -> tensor<5xi16>
  %y = quant.scast %c : tensor<5xi16> to tensor<5x!quant.uniform<i16:f32, 2.0:-5>>
  return %y : tensor<5x!quant.uniform<i16:f32, 2.0:-5>>
}

// -----

// A narrow domain that does not hold the bounds, and unsigned codes, which CLAMP compares signed.
// CHECK-LABEL: func.func @other_domain(
// CHECK:         lutfuse.clip %{{.*}} <min = -128, max = -128> : (tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>)
// CHECK:         lutfuse.clip %{{.*}} <min = -5, max = 9> : (tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>)
func.func @other_domain(%x: tensor<5x!quant.uniform<i8<-127:127>:f32, 2.0>>, %z: tensor<5x!quant.uniform<u8:f32, 2.0>>) -> (tensor<5xi8>, tensor<5xi8>) {
  %i = quant.scast %x : tensor<5x!quant.uniform<i8<-127:127>:f32, 2.0>> to tensor<5xi8>
  %c = tosa.clamp %i {max_val = -128 : i8, min_val = -128 : i8} : (tensor<5xi8>) -> tensor<5xi8>
  %u = quant.scast %z : tensor<5x!quant.uniform<u8:f32, 2.0>> to tensor<5xi8>
  %d = tosa.clamp %u {max_val = 9 : i8, min_val = -5 : i8} : (tensor<5xi8>) -> tensor<5xi8>
  return %c, %d : tensor<5xi8>, tensor<5xi8>
}

// -----

// CHECK-LABEL: func.func @left_alone(
// CHECK-COUNT-3: tosa.clamp
// CHECK-NOT:     lutfuse.clip
func.func @left_alone(%x: tensor<5xi32>, %f: tensor<5xf32>, %z: tensor<5xi8>) -> (tensor<5xi32>, tensor<5xf32>, tensor<?xi8>) {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=left_alone | Op=tosa.clamp, Reason=unsupported-element-type, unsupported-element-type="expected 8-bit or 16-bit signless codes but got tensor<5xi32>"}}
  %c = tosa.clamp %x {max_val = 9 : i32, min_val = -5 : i32} : (tensor<5xi32>) -> tensor<5xi32>
  // expected-remark@+1 {{Reason=unsupported-element-type}}
  %d = tosa.clamp %f {max_val = 9.0 : f32, min_val = -5.0 : f32} : (tensor<5xf32>) -> tensor<5xf32>
  // expected-remark@+1 {{Reason=shape-mismatch, shape-mismatch="expected a result of the type tensor<5xi8> but got tensor<?xi8>"}}
  %e = tosa.clamp %z {max_val = 9 : i8, min_val = -5 : i8} : (tensor<5xi8>) -> tensor<?xi8>
  return %c, %d, %e : tensor<5xi32>, tensor<5xf32>, tensor<?xi8>
}
