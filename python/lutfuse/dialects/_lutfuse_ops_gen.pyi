"""Op classes of the dialect `lutfuse`, generated from ODS at build time.

An attribute that is None at construction has its default, or is absent where it is optional.
"""

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from mlir import ir

from lutfuse._lutfuse import (
    ActivationKindAttr,
    ClipAttr,
    LeakyReluAttr,
    RequantAttr,
    RequantF32Attr,
    TableHeaderAttr,
)

_Requant: TypeAlias = RequantAttr | RequantF32Attr
_Parameters: TypeAlias = ClipAttr | LeakyReluAttr
_Sizes: TypeAlias = ir.DenseI64ArrayAttr | Sequence[int]

class _Dialect(ir.Dialect):
    DIALECT_NAMESPACE: ClassVar[str]

class ClipOp(ir.OpView):
    """Activation that keeps codes between two bounds."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        result: ir.Type,
        input: ir.Value,
        parameters: ClipAttr,
        *,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def input(self) -> ir.Value: ...
    @property
    def parameters(self) -> ClipAttr: ...
    @parameters.setter
    def parameters(self, value: ClipAttr) -> None: ...
    @property
    def result(self) -> ir.Value: ...

def clip(
    result: ir.Type,
    input: ir.Value,
    parameters: ClipAttr,
    *,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> ir.Value: ...

class Conv2DOp(ir.OpView):
    """Quantized convolution of an NHWC input with an OHWI filter."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        result: ir.Type,
        input: ir.Value,
        filter: ir.Value,
        requant: _Requant,
        *,
        bias: ir.Value | None = None,
        stride: _Sizes | None = None,
        pad: _Sizes | None = None,
        dilation: _Sizes | None = None,
        group: ir.IntegerAttr | int | None = None,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def input(self) -> ir.Value: ...
    @property
    def filter(self) -> ir.Value: ...
    @property
    def bias(self) -> ir.Value | None: ...
    @property
    def stride(self) -> ir.DenseI64ArrayAttr: ...
    @stride.setter
    def stride(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def pad(self) -> ir.DenseI64ArrayAttr: ...
    @pad.setter
    def pad(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def dilation(self) -> ir.DenseI64ArrayAttr: ...
    @dilation.setter
    def dilation(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def group(self) -> ir.IntegerAttr: ...
    @group.setter
    def group(self, value: ir.IntegerAttr) -> None: ...
    @property
    def requant(self) -> _Requant: ...
    @requant.setter
    def requant(self, value: _Requant) -> None: ...
    @property
    def result(self) -> ir.Value: ...

def conv2d(
    result: ir.Type,
    input: ir.Value,
    filter: ir.Value,
    requant: _Requant,
    *,
    bias: ir.Value | None = None,
    stride: _Sizes | None = None,
    pad: _Sizes | None = None,
    dilation: _Sizes | None = None,
    group: ir.IntegerAttr | int | None = None,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> ir.Value: ...

class ConvTranspose2DOp(ir.OpView):
    """Quantized transposed convolution of an NHWC input with an OHWI filter."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        result: ir.Type,
        input: ir.Value,
        filter: ir.Value,
        requant: _Requant,
        *,
        bias: ir.Value | None = None,
        stride: _Sizes | None = None,
        out_pad: _Sizes | None = None,
        group: ir.IntegerAttr | int | None = None,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def input(self) -> ir.Value: ...
    @property
    def filter(self) -> ir.Value: ...
    @property
    def bias(self) -> ir.Value | None: ...
    @property
    def stride(self) -> ir.DenseI64ArrayAttr: ...
    @stride.setter
    def stride(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def out_pad(self) -> ir.DenseI64ArrayAttr: ...
    @out_pad.setter
    def out_pad(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def group(self) -> ir.IntegerAttr: ...
    @group.setter
    def group(self, value: ir.IntegerAttr) -> None: ...
    @property
    def requant(self) -> _Requant: ...
    @requant.setter
    def requant(self, value: _Requant) -> None: ...
    @property
    def result(self) -> ir.Value: ...

def conv_transpose2d(
    result: ir.Type,
    input: ir.Value,
    filter: ir.Value,
    requant: _Requant,
    *,
    bias: ir.Value | None = None,
    stride: _Sizes | None = None,
    out_pad: _Sizes | None = None,
    group: ir.IntegerAttr | int | None = None,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> ir.Value: ...

class FusedConv2DOp(ir.OpView):
    """Convolution, quantization boundary and activation in one op."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        result: ir.Type,
        input: ir.Value,
        filter: ir.Value,
        requant: _Requant,
        *,
        bias: ir.Value | None = None,
        table: ir.Value | None = None,
        kind: ActivationKindAttr | None = None,
        header: TableHeaderAttr | None = None,
        activation: _Parameters | None = None,
        intermediate_type: ir.TypeAttr | ir.Type | None = None,
        stride: _Sizes | None = None,
        pad: _Sizes | None = None,
        dilation: _Sizes | None = None,
        group: ir.IntegerAttr | int | None = None,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def input(self) -> ir.Value: ...
    @property
    def filter(self) -> ir.Value: ...
    @property
    def bias(self) -> ir.Value | None: ...
    @property
    def table(self) -> ir.Value | None: ...
    @property
    def kind(self) -> ActivationKindAttr | None: ...
    @kind.setter
    def kind(self, value: ActivationKindAttr | None) -> None: ...
    @kind.deleter
    def kind(self) -> None: ...
    @property
    def header(self) -> TableHeaderAttr | None: ...
    @header.setter
    def header(self, value: TableHeaderAttr | None) -> None: ...
    @header.deleter
    def header(self) -> None: ...
    @property
    def activation(self) -> _Parameters | None: ...
    @activation.setter
    def activation(self, value: _Parameters | None) -> None: ...
    @activation.deleter
    def activation(self) -> None: ...
    @property
    def intermediate_type(self) -> ir.TypeAttr | None: ...
    @intermediate_type.setter
    def intermediate_type(self, value: ir.TypeAttr | None) -> None: ...
    @intermediate_type.deleter
    def intermediate_type(self) -> None: ...
    @property
    def stride(self) -> ir.DenseI64ArrayAttr: ...
    @stride.setter
    def stride(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def pad(self) -> ir.DenseI64ArrayAttr: ...
    @pad.setter
    def pad(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def dilation(self) -> ir.DenseI64ArrayAttr: ...
    @dilation.setter
    def dilation(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def group(self) -> ir.IntegerAttr: ...
    @group.setter
    def group(self, value: ir.IntegerAttr) -> None: ...
    @property
    def requant(self) -> _Requant: ...
    @requant.setter
    def requant(self, value: _Requant) -> None: ...
    @property
    def result(self) -> ir.Value: ...

def fused_conv2d(
    result: ir.Type,
    input: ir.Value,
    filter: ir.Value,
    requant: _Requant,
    *,
    bias: ir.Value | None = None,
    table: ir.Value | None = None,
    kind: ActivationKindAttr | None = None,
    header: TableHeaderAttr | None = None,
    activation: _Parameters | None = None,
    intermediate_type: ir.TypeAttr | ir.Type | None = None,
    stride: _Sizes | None = None,
    pad: _Sizes | None = None,
    dilation: _Sizes | None = None,
    group: ir.IntegerAttr | int | None = None,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> ir.Value: ...

class FusedConvTranspose2DOp(ir.OpView):
    """Transposed convolution, quantization boundary and activation in one op."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        result: ir.Type,
        input: ir.Value,
        filter: ir.Value,
        requant: _Requant,
        *,
        bias: ir.Value | None = None,
        table: ir.Value | None = None,
        kind: ActivationKindAttr | None = None,
        header: TableHeaderAttr | None = None,
        activation: _Parameters | None = None,
        intermediate_type: ir.TypeAttr | ir.Type | None = None,
        stride: _Sizes | None = None,
        out_pad: _Sizes | None = None,
        group: ir.IntegerAttr | int | None = None,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def input(self) -> ir.Value: ...
    @property
    def filter(self) -> ir.Value: ...
    @property
    def bias(self) -> ir.Value | None: ...
    @property
    def table(self) -> ir.Value | None: ...
    @property
    def kind(self) -> ActivationKindAttr | None: ...
    @kind.setter
    def kind(self, value: ActivationKindAttr | None) -> None: ...
    @kind.deleter
    def kind(self) -> None: ...
    @property
    def header(self) -> TableHeaderAttr | None: ...
    @header.setter
    def header(self, value: TableHeaderAttr | None) -> None: ...
    @header.deleter
    def header(self) -> None: ...
    @property
    def activation(self) -> _Parameters | None: ...
    @activation.setter
    def activation(self, value: _Parameters | None) -> None: ...
    @activation.deleter
    def activation(self) -> None: ...
    @property
    def intermediate_type(self) -> ir.TypeAttr | None: ...
    @intermediate_type.setter
    def intermediate_type(self, value: ir.TypeAttr | None) -> None: ...
    @intermediate_type.deleter
    def intermediate_type(self) -> None: ...
    @property
    def stride(self) -> ir.DenseI64ArrayAttr: ...
    @stride.setter
    def stride(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def out_pad(self) -> ir.DenseI64ArrayAttr: ...
    @out_pad.setter
    def out_pad(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def group(self) -> ir.IntegerAttr: ...
    @group.setter
    def group(self, value: ir.IntegerAttr) -> None: ...
    @property
    def requant(self) -> _Requant: ...
    @requant.setter
    def requant(self, value: _Requant) -> None: ...
    @property
    def result(self) -> ir.Value: ...

def fused_conv_transpose2d(
    result: ir.Type,
    input: ir.Value,
    filter: ir.Value,
    requant: _Requant,
    *,
    bias: ir.Value | None = None,
    table: ir.Value | None = None,
    kind: ActivationKindAttr | None = None,
    header: TableHeaderAttr | None = None,
    activation: _Parameters | None = None,
    intermediate_type: ir.TypeAttr | ir.Type | None = None,
    stride: _Sizes | None = None,
    out_pad: _Sizes | None = None,
    group: ir.IntegerAttr | int | None = None,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> ir.Value: ...

class LeakyReluOp(ir.OpView):
    """Activation with a slope of its own for negative values."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        result: ir.Type,
        input: ir.Value,
        parameters: LeakyReluAttr,
        *,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def input(self) -> ir.Value: ...
    @property
    def parameters(self) -> LeakyReluAttr: ...
    @parameters.setter
    def parameters(self, value: LeakyReluAttr) -> None: ...
    @property
    def result(self) -> ir.Value: ...

def leaky_relu(
    result: ir.Type,
    input: ir.Value,
    parameters: LeakyReluAttr,
    *,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> ir.Value: ...

class LutActivationOp(ir.OpView):
    """Activation by table look-up."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        result: ir.Type,
        input: ir.Value,
        table: ir.Value,
        kind: ActivationKindAttr,
        header: TableHeaderAttr,
        *,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def input(self) -> ir.Value: ...
    @property
    def table(self) -> ir.Value: ...
    @property
    def kind(self) -> ActivationKindAttr: ...
    @kind.setter
    def kind(self, value: ActivationKindAttr) -> None: ...
    @property
    def header(self) -> TableHeaderAttr: ...
    @header.setter
    def header(self, value: TableHeaderAttr) -> None: ...
    @property
    def result(self) -> ir.Value: ...

def lut_activation(
    result: ir.Type,
    input: ir.Value,
    table: ir.Value,
    kind: ActivationKindAttr,
    header: TableHeaderAttr,
    *,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> ir.Value: ...
