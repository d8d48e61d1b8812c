// RUN: lutfuse-opt %s --verify-roundtrip --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --enable-var-scope

// CHECK-LABEL: @source_c1_pass(
// CHECK-SAME: loc(fused<#lutfuse.fused<"fuse-lut-activation">>["conv", "act"])
func.func private @source_c1_pass() loc(fused<#lutfuse.fused<"fuse-lut-activation">>["conv", "act"])

// CHECK-LABEL: @source_c1_views_and_unknown(
// CHECK-SAME: loc(fused<#lutfuse.fused<"p" views = 2 unknown = activation>>["conv"])
func.func private @source_c1_views_and_unknown()
  loc(fused<#lutfuse.fused<"p" views = 2 unknown = activation>>["conv"])
