// RUN: lutfuse-opt %S/Inputs/0.1.0.mlirbc --mlir-print-debuginfo -o %t.read
// RUN: diff %S/Inputs/0.1.0.mlir %t.read
// RUN: lutfuse-opt %S/Inputs/0.1.0.mlirbc --unfuse-lut-activation --mlir-print-debuginfo -o %t.unfused
// RUN: not grep -q "lutfuse.fused" %t.unfused
// RUN: lutfuse-opt %S/Inputs/0.1.0.mlir --unfuse-lut-activation --mlir-print-debuginfo | diff %t.unfused -
// RUN: %mlir-opt --load-dialect-plugin=%plugin %S/Inputs/0.1.0.mlirbc --mlir-print-debuginfo | diff %t.read -

// A file that lutfuse 0.1.0 wrote before the dialect had a version: every op, every attribute and
// kind, locations of fused ops. What this version prints of it stands beside it. The binary file
// is never made again.
