// Our passes are passes like any other: between upstream ones, by name, in one pipeline.

// RUN: lutfuse-opt %s --dump-pass-pipeline -o %t --pass-pipeline='builtin.module(func.func(canonicalize),cse,convert-tosa-to-lutfuse,func.func(cse),fuse-lut-activation{target=cpu},canonicalize,symbol-dce)' 2> %t.pipeline
// RUN: FileCheck %s --enable-var-scope --input-file=%t
// RUN: FileCheck %s --check-prefix=PIPELINE --input-file=%t.pipeline

// The same by options, each pass on its own; and back to TOSA, on to linalg and its loops.
// RUN: lutfuse-opt %s --canonicalize --cse --convert-tosa-to-lutfuse --cse \
// RUN:   --fuse-lut-activation=target=cpu --canonicalize --symbol-dce -o %t.options
// RUN: diff %t %t.options
// RUN: lutfuse-opt %s --pass-pipeline='builtin.module(convert-tosa-to-lutfuse,fuse-lut-activation,convert-lutfuse-to-tosa,canonicalize,func.func(tosa-to-linalg-named,tosa-to-linalg))' \
// RUN:   | FileCheck %s --check-prefix=LINALG

// A target that takes none of the module is another pipeline.
// RUN: lutfuse-opt %s --pass-pipeline='builtin.module(convert-tosa-to-lutfuse,fuse-lut-activation{target=reference})' \
// RUN:   | FileCheck %s --check-prefix=REFERENCE

// Mistakes are ordinary errors.
// RUN: not lutfuse-opt %s --pass-pipeline='builtin.module(fuse-lut-activatoin)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN-PASS
// RUN: not lutfuse-opt %s --pass-pipeline='builtin.module(fuse-lut-activation{tarte=cpu})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN-OPTION
// RUN: not lutfuse-opt %s --pass-pipeline='builtin.module(convert-tosa-to-lutfuse{target=cpu})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-OPTION
// RUN: not lutfuse-opt %s --pass-pipeline='builtin.module(fuse-lut-activation{target=nope})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD-VALUE
// RUN: not lutfuse-opt %s --fuse-lut-activation=target= 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-VALUE
// RUN: not lutfuse-opt %s --pass-pipeline='builtin.module(func.func(fuse-lut-activation))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NESTED

// PIPELINE:      builtin.module(
// PIPELINE:      func.func(
// PIPELINE-NEXT:   canonicalize
// PIPELINE:      cse,
// PIPELINE-NEXT: convert-tosa-to-lutfuse{clamp-to-clip=false},
// PIPELINE-NEXT: func.func(
// PIPELINE-NEXT:   cse
// PIPELINE-NEXT: ),
// PIPELINE-NEXT: fuse-lut-activation{{.*}}target=cpu},
// PIPELINE-NEXT: canonicalize

// UNKNOWN-PASS:   error: {{.*}}'fuse-lut-activatoin' does not refer to a registered pass or pass pipeline
// UNKNOWN-OPTION: error: <Pass-Options-Parser>: no such option tarte
// NO-OPTION:      error: <Pass-Options-Parser>: no such option target
// BAD-VALUE:      error: pass 'fuse-lut-activation': expected a target among {{.*}}cpu, {{.*}} but got 'nope'{{$}}
// NO-VALUE:       error: pass 'fuse-lut-activation': expected a target among {{.*}} but got ''{{$}}
// NESTED:         error: unable to schedule pass 'fuse-lut-activation' on a PassManager intended to run on 'func.func'!

// CHECK-NOT:   @unused
// CHECK-LABEL: func.func @layer(
// CHECK:         %[[T:.+]] = "tosa.const"() <{values = dense<9> : tensor<256xi8>}>
// CHECK:         %[[Y:.+]] = lutfuse.fused_conv2d {{.*}} lut %[[T]] kind <tanh>
// CHECK-NEXT:    %[[C:.+]] = quant.scast %[[Y]]
// CHECK-NEXT:    return %[[C]]

// LINALG-LABEL: func.func @layer(
// LINALG-NOT:     lutfuse.
// LINALG:         linalg.conv_2d_nhwc_fhwc
// LINALG-NOT:     {{lutfuse|quant}}.
// LINALG:         tensor.extract
// LINALG-NOT:     {{lutfuse|quant}}.
// LINALG:         return

// REFERENCE-LABEL: func.func @layer(
// REFERENCE:         lutfuse.conv2d
// REFERENCE-NEXT:    lutfuse.lut_activation <tanh>

func.func private @unused() {
  return
}

func.func @layer(%x: tensor<1x2x2x3xi8>, %w: tensor<2x1x1x3xi8>, %b: tensor<2xi32>) -> tensor<1x2x2x2xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %acc = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  %y = tosa.table %u, %t {lutfuse.kind = "tanh"} : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8>
  return %y : tensor<1x2x2x2xi8>
}
