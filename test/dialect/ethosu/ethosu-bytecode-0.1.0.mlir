// RUN: lutfuse-opt %S/Inputs/0.1.0.mlirbc --mlir-print-debuginfo -o %t.read
// RUN: diff %S/Inputs/0.1.0.mlir %t.read
// RUN: %mlir-opt --load-dialect-plugin=%plugin %S/Inputs/0.1.0.mlirbc --mlir-print-debuginfo | diff %t.read -

// A file that lutfuse 0.1.0 wrote before the dialect had a version: every op, every attribute and
// every value of the enums. What this version prints of it stands beside it. The binary file is
// never made again.
