"""C++ part of lutfuse: the dialect, passes by name, remarks, mlir-opt's main."""

from collections.abc import Callable, Sequence
from typing import Any

from mlir import ir
from mlir.dialects.quant import UniformQuantizedType

def register_dialect(context: ir.Context) -> None:
    """Registers and loads the dialects `ethosu` and `lutfuse` in a context."""

def ethosu_parameters(attr: ir.Attribute) -> dict[str, Any]:
    """Parameters by name of an attribute of the dialect `ethosu`: str, int or list of int.

    Raises ValueError for any other attribute, enums included.
    """

def ethosu_accelerators() -> list[dict[str, Any]]:
    """What is known of each accelerator, by the names of `lutfuse.dialects.accelerators`."""

def discardable_attributes(op: ir.Operation | ir.OpView) -> list[str]:
    """Names of the discardable attributes of an operation."""

def inherent_attributes(name: str, context: ir.Context | None = None) -> list[str]:
    """Names of the attributes that an operation declares, none where it is not registered."""

def use_count(value: ir.Value, limit: int) -> int:
    """Number of uses of a value, counted up to `limit`.

    The end of `value.uses` in Python is an exception in C++, and a value may have very many uses.
    """

def enclosing_function(op: ir.Operation | ir.OpView) -> str:
    """Symbol name of the function around an operation, empty outside of one."""

def attach_debug_info(op: ir.Operation | ir.OpView) -> None:
    """Gives the functions of LLVM's dialect in a module scopes and lines from their locations.

    Each source of an operation stands as if it were inlined into the one before.
    """

def find_foreign_op(
    op: ir.Operation | ir.OpView, dialects: Sequence[str]
) -> ir.Operation | ir.OpView | None:
    """The first operation, in program order, of none of these dialects; None if there is none."""

def find_bad_resource(op: ir.Operation | ir.OpView) -> tuple[str, ir.Location] | None:
    """Message and location of the first `dense_resource` without data that fits its type."""

def inline_resources(op: ir.Operation | ir.OpView) -> None:
    """Puts the data of every `dense_resource` inside of an operation into its attribute.

    Raises ValueError where there is none.
    """

def dense_elements(attr: ir.Attribute) -> ir.Attribute | None:
    """The same elements as a `dense` attribute, None for an attribute that has none.

    Raises ValueError for a `dense_resource` without its data.
    """

def resource_bytes(attr: ir.Attribute) -> bytes | None:
    """The data of a `dense_resource`: whole bytes for each element; None for other attributes.

    Raises ValueError where the data is missing or of another size.
    """

def parse_module(
    data: bytes, name: str, context: ir.Context
) -> tuple[ir.Module | None, tuple[str, ir.Location] | None]:
    """A verified module from text or bytecode, whose locations say `name`.

    Or None, with the first error and its location. A `dense_resource` of one element becomes
    `dense`, because TOSA's verifiers abort on it.
    """

def int_elements(attr: ir.Attribute) -> list[int]:
    """Values of a dense integer attribute of any width up to 64 bits, sign-extended.

    The buffers of `mlir.ir` have no 48-bit integers. Raises ValueError for any other attribute.
    """

def register_pass(
    argument: str,
    description: str,
    options: Sequence[tuple[str, str, str]],
    function: Callable[
        [ir.Operation, list[tuple[str, str]]], tuple[str, ir.Location | None] | None
    ],
) -> None:
    """Registers a pass on `builtin.module` in MLIR's registry, for the life of the process.

    `options` are (name, description, default). `function` gets the module and all options as
    (name, value), and returns None, or an error message with its location.
    """

def register_pipeline(argument: str, description: str, function: Callable[[str], str]) -> None:
    """Registers a pipeline on `builtin.module` in MLIR's registry, for the life of the process.

    `function` gets the options as they stand between the braces, and returns passes as text, or
    raises an error whose text MLIR prints.
    """

def opt_main(arguments: Sequence[str]) -> int:
    """Runs mlir-opt's main; returns its exit code. The first argument is the program's name."""

def enable_remarks(context: ir.Context, filter: str = ".*") -> None:
    """Emits remarks whose category matches `filter` as diagnostics of severity REMARK.

    Raises ValueError where `filter` is no regular expression.
    """

def remarks_enabled(context: ir.Context) -> bool:
    """Whether anybody listens to the remarks of this context."""

def emit_remark(
    kind: str,
    location: ir.Location,
    category: str,
    name: str,
    function: str,
    arguments: Sequence[tuple[str, str]],
    note_location: ir.Location | None = None,
    note: str = "",
) -> None:
    """Emits one optimization remark; without `note_location` it has no note.

    Raises ValueError unless `kind` is `passed`, `missed`, `failed` or `analysis`.
    """

def convolution(op: ir.Operation | ir.OpView) -> Convolution | None:
    """Reads an operation as a convolution of the dialect; None where it is no such op."""

class Convolution:
    """What the four convolutions have in common: `ConvolutionOpInterface` of the dialect.

    Reads its op whenever it is asked, so it follows changes, and dies with the op.
    """

    @property
    def operation(self) -> ir.Operation:
        """The op itself."""

    @property
    def input(self) -> ir.Value:
        """Activations, NHWC."""

    @property
    def filter(self) -> ir.Value:
        """The filter, OHWI."""

    @property
    def bias(self) -> ir.Value | None:
        """Integers, one or one for each output channel."""

    @property
    def table(self) -> ir.Value | None:
        """The table of the activation."""

    @property
    def result(self) -> ir.Value:
        """Activations, NHWC."""

    @property
    def stride(self) -> tuple[int, int]:
        """Height and width."""

    @property
    def pad(self) -> tuple[int, int, int, int]:
        """Top, bottom, left, right: of the result, and maybe negative, where transposed."""

    @property
    def pad_name(self) -> str:
        """Name of the attribute behind `pad`: `pad`, or `out_pad` where transposed."""

    @property
    def dilation(self) -> tuple[int, int]:
        """Height and width, 1 and 1 where transposed."""

    @property
    def group(self) -> int:
        """Groups of the channels."""

    @property
    def is_transposed(self) -> bool:
        """Whether each input position adds a patch to the result."""

    @property
    def is_fused(self) -> bool:
        """Whether the activation is a part of the op."""

    @property
    def requant(self) -> RequantAttr | RequantF32Attr:
        """From the accumulator to the intermediate codes."""

    @property
    def intermediate_type(self) -> UniformQuantizedType:
        """Type of the codes between convolution and activation; the result's without one."""

    @property
    def kind(self) -> ActivationKindAttr | None:
        """Label of the table's function."""

    @property
    def header(self) -> TableHeaderAttr | None:
        """How the table is indexed."""

    @property
    def activation(self) -> ClipAttr | LeakyReluAttr | None:
        """Parameters of an activation without a table."""

def standard_kinds() -> tuple[str, ...]:
    """Names of the activation kinds that the dialect knows, `custom` first."""

def is_kind(kind: str) -> bool:
    """Whether a name is that of a standard kind, or one's own with a prefix, as `npu.softsign`."""

def fuse_locations(
    pass_name: str, convolution: ir.Location, activation: ir.Location, views: int = 0
) -> ir.Location:
    """Location of an op that a pass made of two; `views` ops were between them."""

def fused_locations(location: ir.Location) -> tuple[ir.Location, ir.Location, int] | None:
    """Takes such a location apart: convolution, activation, views. None for any other.

    What version 0.1 wrote as a string is read, too.
    """

def register_source_notes(context: ir.Context) -> None:
    """Adds notes at both sources to diagnostics on fused ops.

    Handlers that are there already see them; what `MLIRError` holds has the location itself.
    """

class RequantAttr(ir.Attribute):
    """Requantization by integer multipliers and shifts, `#lutfuse.requant`."""

    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(
        cls,
        multiplier: Sequence[int],
        shift: Sequence[int],
        rounding: str,
        multiplier_bits: int = 32,
        context: ir.Context | None = None,
    ) -> RequantAttr:
        """`rounding` is `single_round` or `double_round`; raises ValueError on invalid values."""

    @property
    def multiplier(self) -> list[int]:
        """One multiplier, or one for each output channel."""

    @property
    def shift(self) -> list[int]:
        """As many shifts as multipliers."""

    @property
    def rounding(self) -> str:
        """`single_round` or `double_round`, as in TOSA RESCALE."""

    @property
    def multiplier_bits(self) -> int:
        """Width of a multiplier, 16 or 32."""

class RequantF32Attr(ir.Attribute):
    """Requantization by float32 scales, `#lutfuse.requant_f32`."""

    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(cls, scale: Sequence[float], context: ir.Context | None = None) -> RequantF32Attr:
        """Raises ValueError unless there are scales, all finite and positive."""

    @property
    def scale(self) -> list[float]:
        """One scale, or one for each output channel."""

class ActivationKindAttr(ir.Attribute):
    """Function that a table stands for, a label: `#lutfuse.activation_kind`."""

    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(cls, kind: str, context: ir.Context | None = None) -> ActivationKindAttr:
        """Raises ValueError unless `is_kind` holds for the name."""

    @property
    def value(self) -> str:
        """Name of the kind, such as `sigmoid`."""

class TableHeaderAttr(ir.Attribute):
    """How a table is indexed, and the domains on its two sides, `#lutfuse.table_header`."""

    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(
        cls,
        first: int,
        entries: int,
        input: ir.Type,
        result: ir.Type,
        lookup: str = "direct",
        fraction_bits: int = 0,
        rounding: str = "single_round",
        context: ir.Context | None = None,
    ) -> TableHeaderAttr:
        """`input` and `result` are `!quant.uniform` types; raises ValueError on invalid values."""

    @property
    def first(self) -> int:
        """Code of the first entry."""

    @property
    def entries(self) -> int:
        """Number of entries."""

    @property
    def lookup(self) -> str:
        """`direct` or `interpolated`."""

    @property
    def fraction_bits(self) -> int:
        """log2 of the distance of two entries in codes, 0 where direct."""

    @property
    def rounding(self) -> str:
        """Rounding of the interpolation, `single_round` or `double_round`."""

    @property
    def input(self) -> ir.Type:
        """Domain of the codes, a per-tensor `!quant.uniform` type."""

    @property
    def result(self) -> ir.Type:
        """Domain of the entries, a per-tensor `!quant.uniform` type."""

class ClipAttr(ir.Attribute):
    """Bounds of an activation in codes, both inclusive, `#lutfuse.clip`."""

    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(cls, min: int, max: int, context: ir.Context | None = None) -> ClipAttr:
        """Raises ValueError where `min` is above `max`."""

    @property
    def min(self) -> int:
        """Lowest code of the result."""

    @property
    def max(self) -> int:
        """Highest code of the result."""

class LeakyReluAttr(ir.Attribute):
    """Requantizations of the positive and the negative half, `#lutfuse.leaky_relu`."""

    @staticmethod
    def isinstance(other_attribute: ir.Attribute) -> bool: ...
    @staticmethod
    def get_static_typeid() -> ir.TypeID: ...
    @classmethod
    def get(
        cls,
        positive: RequantAttr,
        negative: RequantAttr,
        factor: Sequence[int] = ...,
        negate: bool = False,
        context: ir.Context | None = None,
    ) -> LeakyReluAttr:
        """Factors are `[1]` by default; raises ValueError on invalid values."""

    @property
    def positive(self) -> RequantAttr:
        """Requantization from the zero point up, one multiplier."""

    @property
    def negative(self) -> RequantAttr:
        """Requantization below the zero point, one multiplier or one for each channel."""

    @property
    def factor(self) -> list[int]:
        """What values below the zero point are multiplied by first, one or one for each channel."""

    @property
    def negate(self) -> bool:
        """Whether values below the zero point change their sign once they are rounded."""
