"""LLVM in the extension: modules of several contexts and threads to code, and its errors."""

from __future__ import annotations

import ctypes
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import pytest
from mlir import ir

import lutfuse
from lutfuse._lutfuse import CodeGenerator, CodegenError, CodeKind, Image, host_cpu, host_triple

# Adds a number to its argument. The symbol is local to each object file.
ADD = """
module {{
  llvm.func @{name}(%x: i64) -> i64 {{
    %n = llvm.mlir.constant({n} : i64) : i64
    %y = llvm.add %x, %n : i64
    llvm.return %y : i64
  }}
}}"""
CALL = """
module {
  llvm.func @two(i64) -> i64
  llvm.func @three(%x: i64) -> i64 {
    %y = llvm.call @two(%x) : (i64) -> i64
    %z = llvm.call @two(%y) : (i64) -> i64
    llvm.return %z : i64
  }
}"""
X86, ARM = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"


def generator(*texts: str, triple: str = "", cpu: str = "", passes: str = "") -> CodeGenerator:
    made = CodeGenerator(triple or host_triple(), cpu or host_cpu()[0])
    for text in texts:
        with ir.Context() as context:
            lutfuse.register(context)
            made.add(ir.Module.parse(text), passes or "default<O2>")
    return made


def call(image: Image, name: str, x: int) -> int:
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(image.address(name))(x)


def test_modules_of_two_contexts_become_one_object() -> None:
    code = generator(ADD.format(name="two", n=2), CALL).compile(CodeKind.OBJECT)
    image = Image([code])
    assert (call(image, "two", 40), call(image, "three", 40)) == (42, 44)


def test_objects_find_each_other_and_the_process() -> None:
    parts = [ADD.format(name="two", n=2), CALL]
    image = Image([generator(part).compile(CodeKind.OBJECT) for part in parts])
    assert call(image, "three", 1) == 5
    assert image.address("memcpy")


def test_what_is_not_kept_is_not_seen_from_outside() -> None:
    made = generator(ADD.format(name="two", n=2), CALL, passes="function(early-cse)")
    image = Image([made.compile(CodeKind.OBJECT, {"three"})])
    assert call(image, "three", 1) == 5
    with pytest.raises(CodegenError, match=r"^Symbols not found: \[ two \]$"):
        image.address("two")


def test_passes_are_of_one_module_each() -> None:
    made = generator(ADD.format(name="two", n=2), passes="default<O2>")
    with ir.Context():
        unused = ADD.format(name="f", n="1").replace("llvm.return %y", "llvm.return %x")
        made.add(ir.Module.parse(unused), "function(verify)")
    text = made.compile(CodeKind.LLVM_IR).decode()
    assert "add i64 %0, 2" in text and "add i64 %0, 1" in text
    assert f'target triple = "{host_triple()}"' in text


@pytest.mark.parametrize(
    ("triple", "cpu", "expected"),
    [
        (X86, "haswell", "leaq\t2(%rdi), %rax"),
        ("aarch64-unknown-linux-gnu", "cortex-a76", "add\tx0"),
    ],
)
def test_assembly_of_any_target(triple: str, cpu: str, expected: str) -> None:
    made = generator(ADD.format(name="two", n=2), triple=triple, cpu=cpu)
    assert expected in made.compile(CodeKind.ASSEMBLY).decode()


def test_a_generator_is_empty_after_it_compiled() -> None:
    made = generator(ADD.format(name="two", n=2))
    made.compile(CodeKind.OBJECT)
    with pytest.raises(CodegenError, match=r"^expected a module to compile but got none$"):
        made.compile(CodeKind.OBJECT)
    with ir.Context():
        made.add(ir.Module.parse(ADD.format(name="four", n=4)))
    assert call(Image([made.compile(CodeKind.OBJECT)]), "four", 1) == 5


def test_many_threads_compile_at_once() -> None:
    def work(n: int) -> int:
        code = generator(ADD.format(name="add", n=n)).compile(CodeKind.OBJECT)
        return call(Image([code]), "add", 0)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(32))) == list(range(32))


def test_other_threads_run_while_llvm_works() -> None:
    body = "\n".join(f"    %a{n + 1} = llvm.mul %a{n}, %a{n} : i64" for n in range(2_000))
    text = f"module {{ llvm.func @f(%a0: i64) -> i64 {{\n{body}\n    llvm.return %a2000 : i64 }} }}"
    made, started, steps = generator(text), Event(), [0]

    def work() -> None:
        started.set()
        made.compile(CodeKind.OBJECT)

    thread = Thread(target=work)
    thread.start()
    assert started.wait(60)
    while thread.is_alive():
        steps[0] += 1
    assert steps[0] > 100


@pytest.mark.parametrize(
    ("triple", "cpu", "message"),
    [
        ("pdp11-unknown-unix", "", 'No available targets are compatible with triple "pdp11-'),
        (X86, "cortex-a76", "expected a processor of x86_64 but got 'cortex-a76'$"),
    ],
)
def test_unknown_targets(
    triple: str, cpu: str, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CodegenError, match=f"^{message}"):
        CodeGenerator(triple, cpu)
    assert capfd.readouterr() == ("", "")


ASM = """
module {
  llvm.func @f() {
    llvm.inline_asm "frobnicate", "" : () -> ()
    llvm.inline_asm "defrobnicate", "" : () -> ()
    llvm.return
  }
}"""
# A processor without these instructions: LLVM would end the process.
OTHER_UNIT = """
module {
  llvm.func @f(%a: vector<16xi32>, %b: vector<64xi8>) -> vector<16xi32> {
    %0 = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%a, %b, %b)
      : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
    llvm.return %0 : vector<16xi32>
  }
}"""


@pytest.mark.parametrize(
    ("text", "passes", "message"),
    [
        ("module { func.func @f() { return } }", "", "cannot be converted to LLVM IR: missing"),
        (ADD.format(name="f", n=1), "frob", "unknown pass name 'frob'$"),
        (ASM, "", "<inline asm>:1:2: invalid instruction mnemonic 'frobnicate'$"),
        (OTHER_UNIT, "", "Do not know how to split the result of this operator!$"),
    ],
)
def test_what_llvm_cannot_compile_is_one_line(text: str, passes: str, message: str) -> None:
    with pytest.raises(CodegenError, match=f"^{message}") as error:
        generator(text, triple=X86, cpu="haswell", passes=passes).compile(CodeKind.OBJECT)
    assert "\n" not in str(error.value)
    # And the next one is none the worse for it.
    assert generator(ADD.format(name="f", n=1)).compile(CodeKind.OBJECT)


def test_two_definitions_of_a_function() -> None:
    made = generator(ADD.format(name="f", n=1), ADD.format(name="f", n=2))
    with pytest.raises(
        CodegenError, match=r"^Linking globals named 'f': symbol multiply defined!$"
    ):
        made.compile(CodeKind.OBJECT)


def test_errors_of_images(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CodegenError, match=r"not recognized as a valid object file$"):
        Image([b"no object"])
    other = ARM if host_triple().startswith("x86") else X86
    made = generator(ADD.format(name="f", n=1), triple=other, cpu="generic")
    code = made.compile(CodeKind.OBJECT)
    with pytest.raises(CodegenError, match=r"^expected an object of \w+ but got one of \w+$"):
        Image([code])
    with pytest.raises(CodegenError, match=r"^Symbols not found: \[ nobody \]$"):
        Image([]).address("nobody")
    assert capfd.readouterr() == ("", "")
