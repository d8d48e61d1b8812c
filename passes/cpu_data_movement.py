"""Reads data movement, pooling, resizing and sums into what kernel generators take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import tosa

from lutfuse.codegen import copies
from lutfuse.codegen.copies import Move
from lutfuse.codegen.pooling import AveragePool, Window
from lutfuse.codegen.reductions import Sum
from lutfuse.codegen.requantize import Requantization
from lutfuse.codegen.resize import MAX_ROW, Axis, Resize
from lutfuse.passes.constants import constant, scalar
