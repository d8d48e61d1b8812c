"""Native code from fused modules: kernels generated as MLIR, compiled by LLVM.

`cpus` describes processors, `vectors` what each vector unit offers, `llvm` compiles. Each other
module is one family of kernels. The passes `outline-cpu-kernels`, `plan-cpu-buffers` and
`generate-cpu-kernels` decide which kernel computes what, and where its data lies.
"""
