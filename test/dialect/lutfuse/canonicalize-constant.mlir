// RUN: lutfuse-opt %s --canonicalize | FileCheck %s --enable-var-scope

// A constant of quantized values is one of codes behind `quant.scast`; both stay of one dialect.

!x = tensor<2x2x!quant.uniform<i8:f32, 0.5>>
!u8 = tensor<2x2x!quant.uniform<u8:f32, 0.5>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.5>, result = !quant.uniform<i8:f32, 0.5>>
#u8 = #lutfuse.table_header<first = 0, entries = 256, lookup = direct,
  input = !quant.uniform<u8:f32, 0.5>, result = !quant.uniform<u8:f32, 0.5>>
// Entry i is 200 - i, in the second row of `#two` 100 + i, modulo 256.
#table = dense<"0xC8C7C6C5C4C3C2C1C0BFBEBDBCBBBAB9B8B7B6B5B4B3B2B1B0AFAEADACABAAA9A8A7A6A5A4A3A2A1A09F9E9D9C9B9A999897969594939291908F8E8D8C8B8A898887868584838281807F7E7D7C7B7A797877767574737271706F6E6D6C6B6A696867666564636261605F5E5D5C5B5A595857565554535251504F4E4D4C4B4A494847464544434241403F3E3D3C3B3A393837363534333231302F2E2D2C2B2A292827262524232221201F1E1D1C1B1A191817161514131211100F0E0D0C0B0A09080706050403020100FFFEFDFCFBFAF9F8F7F6F5F4F3F2F1F0EFEEEDECEBEAE9E8E7E6E5E4E3E2E1E0DFDEDDDCDBDAD9D8D7D6D5D4D3D2D1D0CFCECDCCCBCAC9"> : tensor<256xi8>
#two = dense<"0xC8C7C6C5C4C3C2C1C0BFBEBDBCBBBAB9B8B7B6B5B4B3B2B1B0AFAEADACABAAA9A8A7A6A5A4A3A2A1A09F9E9D9C9B9A999897969594939291908F8E8D8C8B8A898887868584838281807F7E7D7C7B7A797877767574737271706F6E6D6C6B6A696867666564636261605F5E5D5C5B5A595857565554535251504F4E4D4C4B4A494847464544434241403F3E3D3C3B3A393837363534333231302F2E2D2C2B2A292827262524232221201F1E1D1C1B1A191817161514131211100F0E0D0C0B0A09080706050403020100FFFEFDFCFBFAF9F8F7F6F5F4F3F2F1F0EFEEEDECEBEAE9E8E7E6E5E4E3E2E1E0DFDEDDDCDBDAD9D8D7D6D5D4D3D2D1D0CFCECDCCCBCAC96465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F60616263"> : tensor<2x256xi8>

// CHECK-LABEL: func.func @lookup
// CHECK-DAG:     %[[C:.*]] = "tosa.const"() {{.*}}dense<{{\[\[}}72, 71], [73, -55]]> : tensor<2x2xi8>
// CHECK-DAG:     %[[D:.*]] = arith.constant dense<{{\[\[}}-56, -27], [70, -1]]> : tensor<2x2xi8>
// CHECK-DAG:     %[[CODES:.*]] = quant.scast %[[C]] : tensor<2x2xi8> to tensor<2x2x!quant
// CHECK-DAG:     %[[ROWS:.*]] = quant.scast %[[D]] : tensor<2x2xi8> to tensor<2x2x!quant
// CHECK:         return %[[CODES]], %[[ROWS]]
func.func @lookup() -> (!x, !x) {
  %t = "tosa.const"() <{values = #table}> : () -> tensor<256xi8>
  %r = "tosa.const"() <{values = #two}> : () -> tensor<2x256xi8>
  %c = "tosa.const"() <{values = dense<[[0, 1], [-1, 127]]> : tensor<2x2xi8>}> : () -> tensor<2x2xi8>
  %d = arith.constant dense<[[-128, 1], [2, 27]]> : tensor<2x2xi8>
  %x = quant.scast %c : tensor<2x2xi8> to !x
  %z = quant.scast %d : tensor<2x2xi8> to !x
  %0 = lutfuse.lut_activation <custom> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  %1 = lutfuse.lut_activation <custom> %z, %r header #h : (!x, tensor<2x256xi8>) -> !x
  return %0, %1 : !x, !x
}

// Codes of u8: -56 is 200, whose entry is 0; clipped to 150, -106. The splat may be shared.
// CHECK-LABEL: func.func @unsigned_splat
// CHECK-DAG:     dense<0> : tensor<2x2xi8>
// CHECK-DAG:     dense<-106> : tensor<2x2xi8>
// CHECK-NOT:     lutfuse.
func.func @unsigned_splat() -> (!u8, !u8) {
  %t = "tosa.const"() <{values = #table}> : () -> tensor<256xi8>
  %c = "tosa.const"() <{values = dense<-56> : tensor<2x2xi8>}> : () -> tensor<2x2xi8>
  %x = quant.scast %c : tensor<2x2xi8> to !u8
  %0 = lutfuse.lut_activation <custom> %x, %t header #u8 : (!u8, tensor<256xi8>) -> !u8
  %1 = lutfuse.clip %x <min = 10, max = 150> : (!u8) -> !u8
  return %0, %1 : !u8, !u8
}

// CHECK-LABEL: func.func @shared
// CHECK:         lutfuse.clip
func.func @shared() -> (!x, !x) {
  %c = "tosa.const"() <{values = dense<[[0, 1], [-1, 127]]> : tensor<2x2xi8>}> : () -> tensor<2x2xi8>
  %x = quant.scast %c : tensor<2x2xi8> to !x
  %0 = lutfuse.clip %x <min = 0, max = 6> : (!x) -> !x
  return %0, %x : !x, !x
}

// A code that its type does not have has no result.
// CHECK-LABEL: func.func @outside_of_storage
// CHECK:         lutfuse.clip
func.func @outside_of_storage() -> tensor<1x!quant.uniform<i8<-127:127>:f32, 0.5>> {
  %c = arith.constant dense<-128> : tensor<1xi8>
  %x = quant.scast %c : tensor<1xi8> to tensor<1x!quant.uniform<i8<-127:127>:f32, 0.5>>
  %0 = lutfuse.clip %x <min = 0, max = 6> : (tensor<1x!quant.uniform<i8<-127:127>:f32, 0.5>>)
    -> tensor<1x!quant.uniform<i8<-127:127>:f32, 0.5>>
  return %0 : tensor<1x!quant.uniform<i8<-127:127>:f32, 0.5>>
}
