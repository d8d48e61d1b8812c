// What stays two activations, for one reason each, beside the nearest pair that composes.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=compose-activations \
// RUN:   --compose-activations -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

!u = !quant.uniform<i8:f32, 2.0:-3>
// CHECK-LABEL: func.func @refused_users(
// CHECK-NEXT:    lutfuse.clip
// CHECK-NEXT:    lutfuse.clip
func.func @refused_users(%u: tensor<4x!u>) -> (tensor<4x!u>, tensor<4x!u>) {
  // expected-note@+1 {{the first activation}}
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<4x!u>) -> tensor<4x!u>
  // expected-remark@+1 {{[Missed] left-alone | Category:compose-activations | Function=refused_users | First=lutfuse.clip, Reason=multiple-users, Second=lutfuse.clip, multiple-users="expected one user of the first result but got 2"}}
  %y = lutfuse.clip %c <min = 0, max = 100> : (tensor<4x!u>) -> tensor<4x!u>
  return %c, %y : tensor<4x!u>, tensor<4x!u>
}

// CHECK-LABEL: func.func @composed(
// CHECK-NEXT:    lutfuse.clip
// CHECK-NEXT:    return
func.func @composed(%u: tensor<4x!u>) -> tensor<4x!u> {
  // expected-note@+1 {{the first activation}}
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<4x!u>) -> tensor<4x!u>
  // expected-remark@+1 {{[Passed] composed}}
  %y = lutfuse.clip %c <min = 0, max = 100> : (tensor<4x!u>) -> tensor<4x!u>
  return %y : tensor<4x!u>
}

// -----

!u = !quant.uniform<i8:f32, 2.0:-3>
// CHECK-LABEL: func.func @refused_region(
// CHECK-NEXT:    lutfuse.clip
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      lutfuse.clip
func.func @refused_region(%u: tensor<4x!u>, %n: index) -> tensor<4x!u> {
  // expected-note@+1 {{the first activation}}
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<4x!u>) -> tensor<4x!u>
  %r = scf.for %i = %n to %n step %n iter_args(%a = %u) -> tensor<4x!u> {
    // expected-remark@+1 {{Reason=different-region, Second=lutfuse.clip, different-region="expected both activations in one block but got two"}}
    %y = lutfuse.clip %c <min = 0, max = 100> : (tensor<4x!u>) -> tensor<4x!u>
    scf.yield %y : tensor<4x!u>
  }
  return %r : tensor<4x!u>
}
