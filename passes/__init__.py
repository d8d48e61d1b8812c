"""The passes of Lutfuse, in rooms; `register_passes` defines and names them all.

Each room may import what stands before it in this list:

- `core`: what a pass is, remarks, locations, attribute rules;
- `ir`: one reader of each fact about operations;
- `upstream`: repairs of the stock lowering, its pipeline, the JIT on it;
- `tosa`: conversions to and from TOSA;
- `tables`: graphs of codes that become tables;
- `proof`: whether two modules compute the same;
- `fusion`: activations into convolutions, and out of them;
- `cpu`: native code; `ethosu`: command streams of the NPU.

`test/test_rooms.py` holds every import against it.
"""

from __future__ import annotations

import importlib

from lutfuse.passes.core import registry

# The modules that define passes and pipelines, which registering imports.
MODULES = (
    "upstream.free_kernel_buffers",
    "upstream.inline_resource_constants",
    "upstream.move_variables_to_arguments",
    "upstream.replace_memref_copies",
    "upstream.round_resize_down",
    "upstream.select_entry",
    "upstream.store_scalars_in_tensors",
    "upstream.widen_bool_buffers",
    "tosa.convert_lutfuse_to_tosa",
    "tosa.convert_tosa_to_lutfuse",
    "tables.check_lut_tables",
    "tables.collapse_elementwise_to_table",
    "tables.compose_activations",
    "proof.check_equivalence",
    "proof.check_provenance",
    "fusion.decompose_grouped_convolutions",
    "fusion.fuse_lut_activation",
    "fusion.unfuse_lut_activation",
    "cpu.attach_debug_info",
    "cpu.check_lowered",
    "cpu.generate_cpu_kernels",
    "cpu.insert_thread_barriers",
    "cpu.outline_cpu_kernels",
    "cpu.pad_kernel_results",
    "cpu.pipeline",
    "cpu.plan_cpu_buffers",
    "ethosu.assign_table_slots",
    "ethosu.buffer_ethosu_weights",
    "ethosu.check_table_residency",
    "ethosu.convert_lutfuse_to_ethosu",
)

__all__ = ["register_passes"]


def register_passes() -> None:
    """Registers all passes and pipelines with MLIR, for the life of the process.

    Repeating it is harmless, and takes what users have added since.
    """
    for module in MODULES:
        importlib.import_module(f"{__name__}.{module}")
    registry.hand_to_mlir()
