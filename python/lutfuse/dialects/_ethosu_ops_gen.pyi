"""Op classes of the dialect `ethosu`, generated from ODS at build time.

An attribute that is None at construction has its default, or is absent where it is optional.
"""

from collections.abc import Sequence
from typing import ClassVar

from mlir import ir

class _Dialect(ir.Dialect):
    DIALECT_NAMESPACE: ClassVar[str]

class CallOp(ir.OpView):
    """Runs a program from the host."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        results_: Sequence[ir.Type],
        callee: ir.FlatSymbolRefAttr | str,
        operands_: Sequence[ir.Value],
        *,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def operands_(self) -> ir.OpOperandList: ...
    @property
    def callee(self) -> ir.FlatSymbolRefAttr: ...
    @callee.setter
    def callee(self, value: ir.FlatSymbolRefAttr) -> None: ...
    @property
    def results_(self) -> ir.OpResultList: ...

class Conv2DOp(ir.OpView):
    """Convolution with requantization and activation."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        ifm: ir.Attribute,
        ofm: ir.Attribute,
        kernel: ir.Attribute,
        weights: ir.ArrayAttr | Sequence[ir.Attribute],
        biases: ir.ArrayAttr | Sequence[ir.Attribute],
        block: ir.DenseI64ArrayAttr | Sequence[int],
        *,
        pad: ir.DenseI64ArrayAttr | Sequence[int] | None = None,
        traversal: ir.Attribute | None = None,
        upscale: ir.Attribute | None = None,
        rounding: ir.Attribute | None = None,
        clamp: ir.Attribute | None = None,
        table: ir.Attribute | None = None,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def ifm(self) -> ir.Attribute: ...
    @ifm.setter
    def ifm(self, value: ir.Attribute) -> None: ...
    @property
    def ofm(self) -> ir.Attribute: ...
    @ofm.setter
    def ofm(self, value: ir.Attribute) -> None: ...
    @property
    def kernel(self) -> ir.Attribute: ...
    @kernel.setter
    def kernel(self, value: ir.Attribute) -> None: ...
    @property
    def pad(self) -> ir.DenseI64ArrayAttr: ...
    @pad.setter
    def pad(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def weights(self) -> ir.ArrayAttr: ...
    @weights.setter
    def weights(self, value: ir.ArrayAttr) -> None: ...
    @property
    def biases(self) -> ir.ArrayAttr: ...
    @biases.setter
    def biases(self, value: ir.ArrayAttr) -> None: ...
    @property
    def block(self) -> ir.DenseI64ArrayAttr: ...
    @block.setter
    def block(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def traversal(self) -> ir.Attribute: ...
    @traversal.setter
    def traversal(self, value: ir.Attribute) -> None: ...
    @property
    def upscale(self) -> ir.Attribute: ...
    @upscale.setter
    def upscale(self, value: ir.Attribute) -> None: ...
    @property
    def rounding(self) -> ir.Attribute: ...
    @rounding.setter
    def rounding(self, value: ir.Attribute) -> None: ...
    @property
    def clamp(self) -> ir.Attribute | None: ...
    @clamp.setter
    def clamp(self, value: ir.Attribute | None) -> None: ...
    @clamp.deleter
    def clamp(self) -> None: ...
    @property
    def table(self) -> ir.Attribute | None: ...
    @table.setter
    def table(self, value: ir.Attribute | None) -> None: ...
    @table.deleter
    def table(self) -> None: ...

class DepthwiseConv2DOp(ir.OpView):
    """Depthwise convolution with requantization and activation."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        ifm: ir.Attribute,
        ofm: ir.Attribute,
        kernel: ir.Attribute,
        weights: ir.ArrayAttr | Sequence[ir.Attribute],
        biases: ir.ArrayAttr | Sequence[ir.Attribute],
        block: ir.DenseI64ArrayAttr | Sequence[int],
        *,
        pad: ir.DenseI64ArrayAttr | Sequence[int] | None = None,
        traversal: ir.Attribute | None = None,
        upscale: ir.Attribute | None = None,
        rounding: ir.Attribute | None = None,
        clamp: ir.Attribute | None = None,
        table: ir.Attribute | None = None,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def ifm(self) -> ir.Attribute: ...
    @ifm.setter
    def ifm(self, value: ir.Attribute) -> None: ...
    @property
    def ofm(self) -> ir.Attribute: ...
    @ofm.setter
    def ofm(self, value: ir.Attribute) -> None: ...
    @property
    def kernel(self) -> ir.Attribute: ...
    @kernel.setter
    def kernel(self, value: ir.Attribute) -> None: ...
    @property
    def pad(self) -> ir.DenseI64ArrayAttr: ...
    @pad.setter
    def pad(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def weights(self) -> ir.ArrayAttr: ...
    @weights.setter
    def weights(self, value: ir.ArrayAttr) -> None: ...
    @property
    def biases(self) -> ir.ArrayAttr: ...
    @biases.setter
    def biases(self, value: ir.ArrayAttr) -> None: ...
    @property
    def block(self) -> ir.DenseI64ArrayAttr: ...
    @block.setter
    def block(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def traversal(self) -> ir.Attribute: ...
    @traversal.setter
    def traversal(self, value: ir.Attribute) -> None: ...
    @property
    def upscale(self) -> ir.Attribute: ...
    @upscale.setter
    def upscale(self, value: ir.Attribute) -> None: ...
    @property
    def rounding(self) -> ir.Attribute: ...
    @rounding.setter
    def rounding(self, value: ir.Attribute) -> None: ...
    @property
    def clamp(self) -> ir.Attribute | None: ...
    @clamp.setter
    def clamp(self, value: ir.Attribute | None) -> None: ...
    @clamp.deleter
    def clamp(self) -> None: ...
    @property
    def table(self) -> ir.Attribute | None: ...
    @table.setter
    def table(self, value: ir.Attribute | None) -> None: ...
    @table.deleter
    def table(self) -> None: ...

class DmaOp(ir.OpView):
    """Copies bytes."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        source: ir.Attribute,
        destination: ir.Attribute,
        *,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def source(self) -> ir.Attribute: ...
    @source.setter
    def source(self, value: ir.Attribute) -> None: ...
    @property
    def destination(self) -> ir.Attribute: ...
    @destination.setter
    def destination(self, value: ir.Attribute) -> None: ...

class ElementwiseOp(ir.OpView):
    """Function of one or two feature maps, element by element."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        mode: ir.Attribute,
        ifm: ir.Attribute,
        ofm: ir.Attribute,
        block: ir.DenseI64ArrayAttr | Sequence[int],
        *,
        ifm2: ir.Attribute | None = None,
        scalar: ir.IntegerAttr | int | None = None,
        scale: ir.Attribute | None = None,
        scale_ifm: ir.Attribute | None = None,
        scale_ifm2: ir.Attribute | None = None,
        rounding: ir.Attribute | None = None,
        clamp: ir.Attribute | None = None,
        table: ir.Attribute | None = None,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def mode(self) -> ir.Attribute: ...
    @mode.setter
    def mode(self, value: ir.Attribute) -> None: ...
    @property
    def ifm(self) -> ir.Attribute: ...
    @ifm.setter
    def ifm(self, value: ir.Attribute) -> None: ...
    @property
    def ifm2(self) -> ir.Attribute | None: ...
    @ifm2.setter
    def ifm2(self, value: ir.Attribute | None) -> None: ...
    @ifm2.deleter
    def ifm2(self) -> None: ...
    @property
    def scalar(self) -> ir.IntegerAttr | None: ...
    @scalar.setter
    def scalar(self, value: ir.IntegerAttr | None) -> None: ...
    @scalar.deleter
    def scalar(self) -> None: ...
    @property
    def ofm(self) -> ir.Attribute: ...
    @ofm.setter
    def ofm(self, value: ir.Attribute) -> None: ...
    @property
    def block(self) -> ir.DenseI64ArrayAttr: ...
    @block.setter
    def block(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def scale(self) -> ir.Attribute | None: ...
    @scale.setter
    def scale(self, value: ir.Attribute | None) -> None: ...
    @scale.deleter
    def scale(self) -> None: ...
    @property
    def scale_ifm(self) -> ir.Attribute | None: ...
    @scale_ifm.setter
    def scale_ifm(self, value: ir.Attribute | None) -> None: ...
    @scale_ifm.deleter
    def scale_ifm(self) -> None: ...
    @property
    def scale_ifm2(self) -> ir.Attribute | None: ...
    @scale_ifm2.setter
    def scale_ifm2(self, value: ir.Attribute | None) -> None: ...
    @scale_ifm2.deleter
    def scale_ifm2(self) -> None: ...
    @property
    def rounding(self) -> ir.Attribute: ...
    @rounding.setter
    def rounding(self, value: ir.Attribute) -> None: ...
    @property
    def clamp(self) -> ir.Attribute | None: ...
    @clamp.setter
    def clamp(self, value: ir.Attribute | None) -> None: ...
    @clamp.deleter
    def clamp(self) -> None: ...
    @property
    def table(self) -> ir.Attribute | None: ...
    @table.setter
    def table(self, value: ir.Attribute | None) -> None: ...
    @table.deleter
    def table(self) -> None: ...

class PoolingOp(ir.OpView):
    """Pooling, or the identity where the window is one element."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        mode: ir.Attribute,
        ifm: ir.Attribute,
        ofm: ir.Attribute,
        kernel: ir.Attribute,
        block: ir.DenseI64ArrayAttr | Sequence[int],
        *,
        pad: ir.DenseI64ArrayAttr | Sequence[int] | None = None,
        scale: ir.Attribute | None = None,
        upscale: ir.Attribute | None = None,
        rounding: ir.Attribute | None = None,
        clamp: ir.Attribute | None = None,
        table: ir.Attribute | None = None,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def mode(self) -> ir.Attribute: ...
    @mode.setter
    def mode(self, value: ir.Attribute) -> None: ...
    @property
    def ifm(self) -> ir.Attribute: ...
    @ifm.setter
    def ifm(self, value: ir.Attribute) -> None: ...
    @property
    def ofm(self) -> ir.Attribute: ...
    @ofm.setter
    def ofm(self, value: ir.Attribute) -> None: ...
    @property
    def kernel(self) -> ir.Attribute: ...
    @kernel.setter
    def kernel(self, value: ir.Attribute) -> None: ...
    @property
    def pad(self) -> ir.DenseI64ArrayAttr: ...
    @pad.setter
    def pad(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def block(self) -> ir.DenseI64ArrayAttr: ...
    @block.setter
    def block(self, value: ir.DenseI64ArrayAttr) -> None: ...
    @property
    def scale(self) -> ir.Attribute | None: ...
    @scale.setter
    def scale(self, value: ir.Attribute | None) -> None: ...
    @scale.deleter
    def scale(self) -> None: ...
    @property
    def upscale(self) -> ir.Attribute: ...
    @upscale.setter
    def upscale(self, value: ir.Attribute) -> None: ...
    @property
    def rounding(self) -> ir.Attribute: ...
    @rounding.setter
    def rounding(self, value: ir.Attribute) -> None: ...
    @property
    def clamp(self) -> ir.Attribute | None: ...
    @clamp.setter
    def clamp(self, value: ir.Attribute | None) -> None: ...
    @clamp.deleter
    def clamp(self) -> None: ...
    @property
    def table(self) -> ir.Attribute | None: ...
    @table.setter
    def table(self, value: ir.Attribute | None) -> None: ...
    @table.deleter
    def table(self) -> None: ...

class ProgramOp(ir.OpView):
    """Commands that the NPU runs in one go."""

    OPERATION_NAME: ClassVar[str]

    def __init__(
        self,
        sym_name: ir.StringAttr | str,
        accelerator: ir.StringAttr | str,
        scratch: ir.IntegerAttr | int,
        inputs: ir.ArrayAttr | Sequence[ir.Attribute],
        outputs: ir.ArrayAttr | Sequence[ir.Attribute],
        constants: ir.Attribute,
        *,
        loc: ir.Location | None = None,
        ip: ir.InsertionPoint | None = None,
    ) -> None: ...
    @property
    def sym_name(self) -> ir.StringAttr: ...
    @sym_name.setter
    def sym_name(self, value: ir.StringAttr) -> None: ...
    @property
    def accelerator(self) -> ir.StringAttr: ...
    @accelerator.setter
    def accelerator(self, value: ir.StringAttr) -> None: ...
    @property
    def scratch(self) -> ir.IntegerAttr: ...
    @scratch.setter
    def scratch(self, value: ir.IntegerAttr) -> None: ...
    @property
    def inputs(self) -> ir.ArrayAttr: ...
    @inputs.setter
    def inputs(self, value: ir.ArrayAttr) -> None: ...
    @property
    def outputs(self) -> ir.ArrayAttr: ...
    @outputs.setter
    def outputs(self, value: ir.ArrayAttr) -> None: ...
    @property
    def constants(self) -> ir.Attribute: ...
    @constants.setter
    def constants(self, value: ir.Attribute) -> None: ...
    @property
    def body(self) -> ir.Region: ...

def call(
    results_: Sequence[ir.Type],
    callee: ir.FlatSymbolRefAttr | str,
    operands_: Sequence[ir.Value],
    *,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> ir.OpResult | ir.OpResultList | CallOp: ...
def conv2d(
    ifm: ir.Attribute,
    ofm: ir.Attribute,
    kernel: ir.Attribute,
    weights: ir.ArrayAttr | Sequence[ir.Attribute],
    biases: ir.ArrayAttr | Sequence[ir.Attribute],
    block: ir.DenseI64ArrayAttr | Sequence[int],
    *,
    pad: ir.DenseI64ArrayAttr | Sequence[int] | None = None,
    traversal: ir.Attribute | None = None,
    upscale: ir.Attribute | None = None,
    rounding: ir.Attribute | None = None,
    clamp: ir.Attribute | None = None,
    table: ir.Attribute | None = None,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> Conv2DOp: ...
def depthwise_conv2d(
    ifm: ir.Attribute,
    ofm: ir.Attribute,
    kernel: ir.Attribute,
    weights: ir.ArrayAttr | Sequence[ir.Attribute],
    biases: ir.ArrayAttr | Sequence[ir.Attribute],
    block: ir.DenseI64ArrayAttr | Sequence[int],
    *,
    pad: ir.DenseI64ArrayAttr | Sequence[int] | None = None,
    traversal: ir.Attribute | None = None,
    upscale: ir.Attribute | None = None,
    rounding: ir.Attribute | None = None,
    clamp: ir.Attribute | None = None,
    table: ir.Attribute | None = None,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> DepthwiseConv2DOp: ...
def dma(
    source: ir.Attribute,
    destination: ir.Attribute,
    *,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> DmaOp: ...
def elementwise(
    mode: ir.Attribute,
    ifm: ir.Attribute,
    ofm: ir.Attribute,
    block: ir.DenseI64ArrayAttr | Sequence[int],
    *,
    ifm2: ir.Attribute | None = None,
    scalar: ir.IntegerAttr | int | None = None,
    scale: ir.Attribute | None = None,
    scale_ifm: ir.Attribute | None = None,
    scale_ifm2: ir.Attribute | None = None,
    rounding: ir.Attribute | None = None,
    clamp: ir.Attribute | None = None,
    table: ir.Attribute | None = None,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> ElementwiseOp: ...
def pooling(
    mode: ir.Attribute,
    ifm: ir.Attribute,
    ofm: ir.Attribute,
    kernel: ir.Attribute,
    block: ir.DenseI64ArrayAttr | Sequence[int],
    *,
    pad: ir.DenseI64ArrayAttr | Sequence[int] | None = None,
    scale: ir.Attribute | None = None,
    upscale: ir.Attribute | None = None,
    rounding: ir.Attribute | None = None,
    clamp: ir.Attribute | None = None,
    table: ir.Attribute | None = None,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> PoolingOp: ...
def program(
    sym_name: ir.StringAttr | str,
    accelerator: ir.StringAttr | str,
    scratch: ir.IntegerAttr | int,
    inputs: ir.ArrayAttr | Sequence[ir.Attribute],
    outputs: ir.ArrayAttr | Sequence[ir.Attribute],
    constants: ir.Attribute,
    *,
    loc: ir.Location | None = None,
    ip: ir.InsertionPoint | None = None,
) -> ProgramOp: ...
