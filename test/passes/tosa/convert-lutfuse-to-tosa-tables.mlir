// Tables in the one form that TOSA has.

// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

// A table of TOSA's own form is carried as it is, even one that is an argument.
// CHECK-LABEL: func.func @argument(
// CHECK-SAME:    %[[T:[a-z0-9]+]]: tensor<256xi8>)
// CHECK-NEXT:    %[[U:.+]] = quant.scast
// CHECK-NEXT:    %[[Y:.+]] = tosa.table %[[U]], %[[T]] : (tensor<?x5xi8>, tensor<256xi8>) -> tensor<?x5xi8>
// CHECK-NEXT:    quant.scast %[[Y]] : tensor<?x5xi8> to tensor<?x5x!quant.uniform<i8:f32, 1.000000e+00:-128>>
func.func @argument(%u: tensor<?x5x!quant.uniform<i8:f32, 2.0:-3>>, %t: tensor<256xi8>) -> tensor<?x5x!quant.uniform<i8:f32, 1.0:-128>> {
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 1.0:-128>>
    : (tensor<?x5x!quant.uniform<i8:f32, 2.0:-3>>, tensor<256xi8>) -> tensor<?x5x!quant.uniform<i8:f32, 1.0:-128>>
  return %y : tensor<?x5x!quant.uniform<i8:f32, 1.0:-128>>
}

// -----

// Unsigned codes 0 to 255 are moved to -128 to 127, where TABLE finds the same entries.
// CHECK-LABEL: func.func @unsigned(
// CHECK:         %[[U:.+]] = quant.scast %{{.+}} : tensor<5x!quant.uniform<u8:f32, 2.000000e+00:3>> to tensor<5xi8>
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<30> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi8>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}>
// CHECK-NEXT:    %[[D:.+]] = tosa.rescale %[[U]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = true, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
// CHECK-NEXT:    tosa.table %[[D]], %{{.+}} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
func.func @unsigned(%u: tensor<5x!quant.uniform<u8:f32, 2.0:3>>, %t: tensor<256xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>> {
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = 0, entries = 256, lookup = direct, input = !quant.uniform<u8:f32, 2.0:3>, result = !quant.uniform<i8:f32, 1.0:-128>>
    : (tensor<5x!quant.uniform<u8:f32, 2.0:3>>, tensor<256xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
  return %y : tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
}

// -----

// A table from an earlier code on: its first two entries are for codes that the storage cannot
// hold.
// CHECK-LABEL: func.func @early_first(
// CHECK:         %[[T:.+]] = "tosa.const"() <{values = dense<"0x000102{{[0-9A-F]+}}FDFEFF"> : tensor<256xi8>}>
// CHECK-NEXT:    tosa.table %{{.+}}, %[[T]]
func.func @early_first(%u: tensor<5x!quant.uniform<i8:f32, 2.0:-3>>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>> {
  %t = "tosa.const"() {values = dense<"0xAABB000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF"> : tensor<258xi8>} : () -> tensor<258xi8>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -130, entries = 258, lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 1.0:-128>>
    : (tensor<5x!quant.uniform<i8:f32, 2.0:-3>>, tensor<258xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
  return %y : tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
}

// -----

// More entries than codes: those at the end go.
// CHECK-LABEL: func.func @long_table(
// CHECK:         %[[T:.+]] = "tosa.const"() <{values = dense<"0x000102{{[0-9A-F]+}}FDFEFF"> : tensor<256xi8>}>
// CHECK-NEXT:    tosa.table %{{.+}}, %[[T]]
func.func @long_table(%u: tensor<5x!quant.uniform<i8:f32, 2.0:-3>>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>> {
  %t = "tosa.const"() {values = dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFFAABB"> : tensor<258xi8>} : () -> tensor<258xi8>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 258, lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 1.0:-128>>
    : (tensor<5x!quant.uniform<i8:f32, 2.0:-3>>, tensor<258xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
  return %y : tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
}
