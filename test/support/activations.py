"""Activations as the runtimes themselves compute them: oracles of `test_numerics.py`.

LiteRT's kernels run on every input code; the TOSA converter's tables are read from the module
that it writes, and its other activations run through the upstream lowering.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import tosa_converter_for_tflite as converter
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType
from mlir import ir

from lutfuse.importers.tflite import import_tflite
from lutfuse.numerics import Domain, real_function, results
from lutfuse.passes.upstream.jit import JitModule
from support.layers import pack

Array = np.ndarray[Any, np.dtype[Any]]

OPERATORS = {
    "sigmoid": "LOGISTIC",
    "tanh": "TANH",
    "gelu": "GELU",
    "gelu_tanh": "GELU",
    "silu": "LOGISTIC",
    "hard_swish": "HARD_SWISH",
    "leaky_relu": "LEAKY_RELU",
    "elu": "ELU",
    "exp": "EXP",
    "log": "LOG",
    "sqrt": "SQRT",
    "rsqrt": "RSQRT",
}
# The kernels refuse what is negative.
POSITIVE = ("sqrt", "rsqrt")
DTYPES = {"i8": "INT8", "u8": "UINT8", "i16": "INT16"}


class Case(NamedTuple):
    """One activation between two domains."""

    kind: str
    x: Domain
    y: Domain
    slope: float | None = None

    def expected(self, runtime: str) -> Array:
        """Results that this project says the runtime has for the codes that it takes."""
        found = results(self.kind, self.x, self.y, runtime, self.slope)
        return found[-codes_of(self).size :]


# Domains --------------------------------------------------------------------------------------


def domains(storage: str, rng: np.random.Generator, *limits: int) -> Domain:
    """A scale from 2^limits[0] to 2^limits[1], a zero point anywhere or at an end; 0 for i16."""
    low = int(np.iinfo(Domain(storage, 1.0).dtype).min)
    scale = float(np.float32(2.0 ** rng.uniform(*limits)))
    if storage == "i16":
        return Domain(storage, scale)
    high = low + 255
    zero_point = rng.choice([low, high, (low + high + 1) // 2, rng.integers(low, high + 1)])
    return Domain(storage, scale, int(zero_point))


def cases(kind: str, storage: str, count: int) -> list[Case]:
    """Random domains, among them those that saturate most of a table or use little of it."""
    rng = np.random.default_rng(list(f"{kind} {storage}".encode()))
    return [_case(kind, storage, rng) for _ in range(count)]


def _case(kind: str, storage: str, rng: np.random.Generator) -> Case:
    limits = (-16, -3) if storage == "i16" else (-12, 3)
    x, y = domains(storage, rng, *limits), domains(storage, rng, *limits)
    lowest = int(np.iinfo(x.dtype).min) if storage != "i16" else 0
    slope = None
    if kind == "sigmoid":
        y = replace(y, scale=2.0**-15 if storage == "i16" else 2.0**-8)
    if kind == "tanh" and storage == "i16":
        y = replace(y, scale=2.0**-15)
    if kind in POSITIVE:
        x = replace(x, zero_point=lowest)
    if kind == "hard_swish":
        y = replace(y, scale=float(np.float32(x.scale * 2.0 ** rng.uniform(-5, 5))))
    if kind == "leaky_relu":
        slope = float(np.float32(rng.choice([0.1, 0.2, 0.01, 0.0, 1.0, 1.5, rng.uniform(-2, 2)])))
    return Case(kind, x, y, slope)


def near_ties(kind: str, count: int) -> list[Case]:
    """Domains in which one result is within a few float32 steps of a rounding tie.

    They tell apart float32 from float64, `1 / sy` from a division, one form of a function from
    another: random domains do not.
    """
    rng, function = np.random.default_rng(7), real_function(kind)
    found: list[Case] = []
    while len(found) < count:
        x = domains("i8", rng, -7, 0)
        reals = x.reals()
        curved = reals[reals < 0] if kind == "elu" else reals
        value = abs(float(rng.choice(function(curved)))) if curved.size else 0.0
        if 1e-4 < value < 1e4:
            scale = np.float32(value / (rng.integers(40, 126) + 0.5))
            towards = np.float32(rng.choice([0.0, np.inf]))
            for _ in range(rng.integers(0, 3)):
                scale = np.nextafter(scale, towards)
            found.append(Case(kind, x, Domain("i8", float(scale))))
    return found


# Oracles --------------------------------------------------------------------------------------


class Writer:
    """A model of activations side by side, each on a tensor of `size` codes."""

    def __init__(self, chosen: Sequence[Case], size: int) -> None:
        self.size = size
        self.graph: Any = schema.SubGraphT()
        self.graph.tensors, self.graph.operators = [], []
        self.model: Any = schema.ModelT()
        self.model.version, self.model.subgraphs = 3, [self.graph]
        self.model.buffers, self.model.operatorCodes = [schema.BufferT()], []
        self.graph.inputs, self.graph.outputs = [], []
        for case in chosen:
            x = self.tensor(case.x)
            self.graph.inputs.append(x)
            self.graph.outputs.append(self.activation(case, x))

    def activation(self, case: Case, x: int) -> int:
        if case.kind == "silu":
            lowest = int(np.iinfo(case.x.dtype).min)
            gate = self.tensor(Domain(case.x.storage, 1 / 256, lowest))
            self.operator("LOGISTIC", [x], gate)
            y = self.tensor(case.y)
            self.operator("MUL", [x, gate], y, schema.MulOptionsT())
            return y
        y = self.tensor(case.y)
        self.operator(OPERATORS[case.kind], [x], y, _options(case))
        return y

    def tensor(self, domain: Domain) -> int:
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.hasRank = f"t{len(self.graph.tensors)}", [1, self.size], 1
        tensor.type = getattr(schema.TensorType, DTYPES[domain.storage])
        tensor.quantization = schema.QuantizationParametersT()
        tensor.quantization.scale = np.array([domain.scale], np.float32)
        tensor.quantization.zeroPoint = np.array([domain.zero_point], np.int64)
        self.graph.tensors.append(tensor)
        return len(self.graph.tensors) - 1

    def operator(self, name: str, inputs: list[int], output: int, options: Any = None) -> None:
        code = schema.OperatorCodeT()
        code.builtinCode = getattr(schema.BuiltinOperator, name)
        code.deprecatedBuiltinCode = min(code.builtinCode, 127)
        code.version = 1 if name in ("ELU", "HARD_SWISH") else 2
        self.model.operatorCodes.append(code)
        operator = schema.OperatorT()
        operator.opcodeIndex = len(self.model.operatorCodes) - 1
        operator.inputs, operator.outputs = inputs, [output]
        if options is not None:
            kind = type(options).__name__.removesuffix("T")
            operator.builtinOptions = options
            operator.builtinOptionsType = getattr(schema.BuiltinOptions, kind)
        self.graph.operators.append(operator)


def _options(case: Case) -> Any:
    if case.kind.startswith("gelu"):
        options: Any = schema.GeluOptionsT()
        options.approximate = case.kind == "gelu_tanh"
        return options
    if case.kind == "leaky_relu":
        options = schema.LeakyReluOptionsT()
        options.alpha = case.slope
        return options
    return {"hard_swish": schema.HardSwishOptionsT, "exp": schema.ExpOptionsT}.get(
        case.kind, lambda: None
    )()


def codes_of(case: Case) -> Array:
    """Every input code that the kernels take."""
    codes = case.x.codes().astype(case.x.dtype)
    return codes[codes >= case.x.zero_point] if case.kind in POSITIVE else codes


def litert(chosen: Sequence[Case]) -> list[Array]:
    """Results of LiteRT's reference kernels for `codes_of` each case.

    The reference resolver has no ELU; the kernel is the same in the other one.
    """
    resolver = (
        OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        if chosen[0].kind == "elu"
        else OpResolverType.BUILTIN_REF
    )
    codes = [codes_of(case) for case in chosen]
    data = pack(Writer(chosen, codes[0].size).model)
    interpreter = Interpreter(model_content=data, experimental_op_resolver_type=resolver)
    interpreter.allocate_tensors()
    for details, values in zip(interpreter.get_input_details(), codes, strict=True):
        interpreter.set_tensor(details["index"], values[np.newaxis])
    interpreter.invoke()
    return [interpreter.get_tensor(d["index"])[0] for d in interpreter.get_output_details()]


def converted(chosen: Sequence[Case], folder: Path) -> list[Array]:
    """The table of each case in the module that the TOSA converter writes."""
    path, sink = folder / "model.tflite", io.BytesIO()
    path.write_bytes(pack(Writer(chosen, 8).model))
    converter.tflite_flatbuffer_to_tosa_mlir(
        str(path), sink, converter.TosaConverterOutputFormat.Text
    )
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        module = ir.Module.parse(sink.getvalue())
        block = module.body.operations[0].regions[0].blocks[0]
        return [_table(result) for result in list(block.operations)[-1].operands]


def _table(value: ir.Value) -> Array:
    op = value.owner
    while op.operation.name != "tosa.table":
        op = op.operation.operands[0].owner
    return np.array(op.operation.operands[1].owner.attributes["values"])


def run_converted(chosen: Sequence[Case], folder: Path) -> list[Array]:
    """Results for every code of what the converter writes, through the upstream lowering."""
    codes = chosen[0].x.codes().astype(chosen[0].x.dtype)[np.newaxis]
    path = folder / "model.tflite"
    path.write_bytes(pack(Writer(chosen, codes.size).model))
    module = JitModule(import_tflite(path).module)
    return [result[0] for result in module(*[codes] * len(chosen))]


def differing(
    chosen: Sequence[Case], expected: Sequence[Array], got: Sequence[Array]
) -> list[Case]:
    """The cases of which any element differs."""
    pairs = zip(chosen, expected, got, strict=True)
    return [case for case, want, have in pairs if not np.array_equal(want, have)]
