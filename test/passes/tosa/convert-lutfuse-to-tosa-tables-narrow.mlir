// Tables of narrow domains and of 16 bits, in the one form that TOSA has.

// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

// A table of a narrow domain, -50 to 50: the codes that never occur repeat its ends.
// CHECK-LABEL: func.func @narrow_table(
// CHECK:         %[[T:.+]] = "tosa.const"() <{values = dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000102{{[0-9A-F]+}}6263646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464646464"> : tensor<256xi8>}>
// CHECK-NEXT:    tosa.table %{{.+}}, %[[T]]
func.func @narrow_table(%u: tensor<5x!quant.uniform<i8<-50:50>:f32, 2.0:5>>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>> {
  %t = "tosa.const"() {values = dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F6061626364"> : tensor<101xi8>} : () -> tensor<101xi8>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -50, entries = 101, lookup = direct, input = !quant.uniform<i8<-50:50>:f32, 2.0:5>, result = !quant.uniform<i8:f32, 1.0:-128>>
    : (tensor<5x!quant.uniform<i8<-50:50>:f32, 2.0:5>>, tensor<101xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
  return %y : tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
}

// -----

// The same for unsigned codes 1 to 255: code 0, TABLE's -128, never occurs.
// CHECK-LABEL: func.func @narrow_unsigned_table(
// CHECK:         %[[T:.+]] = "tosa.const"() <{values = dense<"0x01010203{{[0-9A-F]+}}FDFEFF"> : tensor<256xi8>}>
// CHECK-NEXT:    tosa.table %{{.+}}, %[[T]]
func.func @narrow_unsigned_table(%u: tensor<5x!quant.uniform<u8<1:255>:f32, 2.0:5>>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>> {
  %t = "tosa.const"() {values = dense<"0x0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF"> : tensor<255xi8>} : () -> tensor<255xi8>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = 1, entries = 255, lookup = direct, input = !quant.uniform<u8<1:255>:f32, 2.0:5>, result = !quant.uniform<i8:f32, 1.0:-128>>
    : (tensor<5x!quant.uniform<u8<1:255>:f32, 2.0:5>>, tensor<255xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
  return %y : tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
}

// -----

// 16 bits: TABLE, then the rescale by 2^-7 with the header's rounding. Zero points play no part.
// CHECK-LABEL: func.func @interpolated(
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<513xi16>)
// CHECK-NEXT:    %[[U:.+]] = quant.scast
// CHECK-NEXT:    %[[V:.+]] = tosa.table %[[U]], %[[T]] : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<37> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi32>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi16>}>
// CHECK-NEXT:    %[[Y:.+]] = tosa.rescale %[[V]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
// CHECK-NEXT:    quant.scast %[[Y]] : tensor<5xi16> to tensor<5x!quant.uniform<i16:f32, 1.000000e+00:9>>
func.func @interpolated(%u: tensor<5x!quant.uniform<i16:f32, 2.0:3>>, %t: tensor<513xi16>) -> tensor<5x!quant.uniform<i16:f32, 1.0:9>> {
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input = !quant.uniform<i16:f32, 2.0:3>, result = !quant.uniform<i16:f32, 1.0:9>>
    : (tensor<5x!quant.uniform<i16:f32, 2.0:3>>, tensor<513xi16>) -> tensor<5x!quant.uniform<i16:f32, 1.0:9>>
  return %y : tensor<5x!quant.uniform<i16:f32, 1.0:9>>
}

// -----

// Interpolated values saturate to the result's range.
// CHECK-LABEL: func.func @interpolated_narrow(
// CHECK:         %[[Y:.+]] = tosa.rescale {{.*}} rounding_mode = DOUBLE_ROUND
// CHECK-NEXT:    tosa.clamp %[[Y]] {max_val = 32767 : i16, min_val = -32767 : i16}
func.func @interpolated_narrow(%u: tensor<5x!quant.uniform<i16:f32, 2.0>>, %t: tensor<513xi16>) -> tensor<5x!quant.uniform<i16<-32767:32767>:f32, 1.0>> {
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7 rounding = double_round, input = !quant.uniform<i16:f32, 2.0>, result = !quant.uniform<i16<-32767:32767>:f32, 1.0>>
    : (tensor<5x!quant.uniform<i16:f32, 2.0>>, tensor<513xi16>) -> tensor<5x!quant.uniform<i16<-32767:32767>:f32, 1.0>>
  return %y : tensor<5x!quant.uniform<i16<-32767:32767>:f32, 1.0>>
}
