"""Types of `mlir.dialects.quant`, for which MLIR ships no stub."""

from mlir import ir

class QuantizedType(ir.Type):
    @property
    def is_signed(self) -> bool: ...
    @property
    def expressed_type(self) -> ir.Type: ...
    @property
    def storage_type(self) -> ir.Type: ...
    @property
    def storage_type_min(self) -> int: ...
    @property
    def storage_type_max(self) -> int: ...
    @property
    def storage_type_integral_width(self) -> int: ...

class UniformQuantizedType(QuantizedType):
    @classmethod
    def get(
        cls,
        flags: int,
        storage_type: ir.Type,
        expressed_type: ir.Type,
        scale: float,
        zero_point: int,
        storage_type_min: int,
        storage_type_max: int,
        context: ir.Context | None = None,
    ) -> UniformQuantizedType: ...
    @property
    def scale(self) -> float: ...
    @property
    def zero_point(self) -> int: ...

class UniformQuantizedPerAxisType(QuantizedType):
    @classmethod
    def get(
        cls,
        flags: int,
        storage_type: ir.Type,
        expressed_type: ir.Type,
        scales: list[float],
        zero_points: list[int],
        quantized_dimension: int,
        storage_type_min: int,
        storage_type_max: int,
        context: ir.Context | None = None,
    ) -> UniformQuantizedPerAxisType: ...
    @property
    def scales(self) -> list[float]: ...
    @property
    def zero_points(self) -> list[int]: ...
    @property
    def quantized_dimension(self) -> int: ...
