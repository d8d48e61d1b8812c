"""Our passes by name from plain Python: `lutfuse.register`, then MLIR's own PassManager.

What could hang or abort the process runs in one of its own, with a timeout.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from support.functions import function
from support.patience import SECONDS

PIPELINE = (
    "builtin.module(func.func(canonicalize),convert-tosa-to-lutfuse,func.func(cse),"
    "fuse-lut-activation{target=cpu},canonicalize)"
)


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def run(text: str, pipeline: str) -> str:
    module = ir.Module.parse(text)
    PassManager.parse(pipeline).run(module.operation)
    return str(module)


def script(code: str) -> list[str]:
    """Lines printed by a Python process that ends by itself."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


# Between upstream passes -----------------------------------------------------------------------


def test_pipeline_of_theirs_and_ours() -> None:
    text = run(function("f"), PIPELINE)
    assert "lutfuse.fused_conv2d" in text
    assert "lutfuse.lut_activation" not in text


def test_pipeline_text_round_trips() -> None:
    text = str(PassManager.parse(PIPELINE))
    assert str(PassManager.parse(text)) == text
    assert "),convert-tosa-to-lutfuse{clamp-to-clip=false},func.func(cse),fuse-lut-act" in text


def test_default_options_are_printed() -> None:
    text = str(PassManager.parse("builtin.module(fuse-lut-activation)"))
    name, options = text.removeprefix("builtin.module(").removesuffix("})").split("{")
    assert name == "fuse-lut-activation"
    assert {"target=cpu", "duplicate-producer-up-to=0"} <= set(options.split())


def test_pass_added_to_a_manager_by_name() -> None:
    manager = PassManager()
    manager.add("fuse-lut-activation{target=reference},cse")
    module = ir.Module.parse(function("f") + function("g", "tanh"))
    manager.run(module.operation)
    assert str(module).count("lutfuse.fused_conv2d") == 1


def test_manager_runs_twice() -> None:
    manager = PassManager.parse(PIPELINE)
    module, other = ir.Module.parse(function("f")), ir.Module.parse(function("g"))
    manager.run(module.operation)
    once = str(module)
    manager.run(module.operation)
    manager.run(other.operation)
    assert str(module) == once
    assert "lutfuse.fused_conv2d" in str(other)


def test_two_contexts_take_turns() -> None:
    expected = run(function("f"), PIPELINE)
    with ir.Context() as other:
        lutfuse.register(other)
        assert run(function("f"), PIPELINE) == expected
    assert run(function("f"), PIPELINE) == expected


def test_registering_again_is_harmless(context: ir.Context) -> None:
    lutfuse.register(context)
    assert "lutfuse.fused_conv2d" in run(function("f"), PIPELINE)


THREADS = f"""
import lutfuse
from mlir import ir
from mlir.passmanager import PassManager
text = {"".join(function(f"f{i}") for i in range(40))!r}
results = []
for threads in (False, True):
    with ir.Context() as context:
        context.enable_multithreading(threads)
        lutfuse.register(context)
        for _ in range(3):
            module = ir.Module.parse(text)
            PassManager.parse({PIPELINE!r}).run(module.operation)
            results.append(str(module))
print(results[0].count("lutfuse.fused_conv2d"), len(set(results)))
"""


def test_multithreaded_context() -> None:
    """Upstream passes spread the functions over threads, ours do not: the result is the same."""
    assert script(THREADS) == ["40 1"]


# Mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pipeline", "message"),
    [
        ("builtin.module(fuse-lut-activatoin)", "does not refer to a registered pass"),
        ("builtin.module(fuse-lut-activation{tarte=cpu})", "no such option tarte"),
        ("builtin.module(convert-tosa-to-lutfuse{target=cpu})", "no such option target"),
        ("builtin.module(fuse-lut-activation{target=cpu)", "missing closing '}'"),
    ],
)
def test_pipeline_that_does_not_parse(pipeline: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PassManager.parse(pipeline)


def errors(text: str, pipeline: str) -> list[str]:
    """What MLIR reports, `location: message`, for a pipeline that parses and fails."""
    module = ir.Module.parse(text)
    manager = PassManager.parse(pipeline)
    with pytest.raises(ir.MLIRError) as error:
        manager.run(module.operation)
    return [f"{d.location}: {d.message}" for d in error.value.error_diagnostics]


def test_bad_option_value_is_one_line() -> None:
    (error,) = errors(function("f"), "builtin.module(fuse-lut-activation{target=nope})")
    assert "pass 'fuse-lut-activation': expected a target among " in error
    assert error.endswith(" but got 'nope'")
    assert "\n" not in error


def test_nesting_under_a_function_is_an_error() -> None:
    (error,) = errors(function("f"), "builtin.module(func.func(fuse-lut-activation))")
    assert "unable to schedule pass 'fuse-lut-activation' on a PassManager" in error


NESTED = f"""
import lutfuse
from mlir import ir
from mlir.passmanager import PassManager
inner = {function("f")!r}
with ir.Context() as context:
    lutfuse.register(context)
    module = ir.Module.parse("\\n".join(f"module @m{{i}} {{{{ {{inner}} }}}}" for i in range(8)))
    before = str(module)
    for nested in ("builtin.module", "any"):
        try:
            PassManager.parse(f"builtin.module({{nested}}(fuse-lut-activation))").run(module.operation)
        except ir.MLIRError as error:
            for line in sorted({{d.message.splitlines()[0] for d in error.error_diagnostics}}):
                print(line)
    print(str(module) == before)
"""


def test_nested_modules_are_an_error_not_a_hang() -> None:
    """They would run on worker threads, which wait for the interpreter lock of this one."""
    *messages, same = script(NESTED)
    got = "expected the outermost builtin.module but got a nested one"
    assert messages == [f"pass 'fuse-lut-activation' {got}"] * 2
    assert same == "True"


def test_inner_modules_are_walked_from_the_outermost() -> None:
    text = run(f"module @inner {{ {function('f')} }}", "builtin.module(fuse-lut-activation)")
    assert "lutfuse.fused_conv2d" in text


# Passes that fail ------------------------------------------------------------------------------

MODULE = 'loc("-":0:0)'
FAILING = f"""
from dataclasses import dataclass
from typing import ClassVar
import lutfuse
from lutfuse.dialects.lutfuse import LutActivationOp
from lutfuse.passes.core.patterns import apply_patterns
from lutfuse.passes.core.registry import ModulePass, PassError, option, register
from mlir import ir
from mlir.passmanager import PassManager

def refuse(op, rewriter):
    raise PassError("expected no activation but got one", op.location)

def crash(op, rewriter):
    return op.no_such_attribute

@register
@dataclass(frozen=True)
class Refusing(ModulePass):
    \"\"\"Fails on purpose.\"\"\"
    name: ClassVar[str] = "test-refuse"
    def run(self, module):
        apply_patterns(module, {{LutActivationOp: refuse}})

@register
@dataclass(frozen=True)
class Crashing(ModulePass):
    \"\"\"Has a bug in its pattern.\"\"\"
    name: ClassVar[str] = "test-crash"
    def run(self, module):
        apply_patterns(module, {{LutActivationOp: crash}})

@register
@dataclass(frozen=True)
class Options(ModulePass):
    \"\"\"Has typed options, and a bug of its own.\"\"\"
    name: ClassVar[str] = "test-options"
    loop_count: int = option(3, "a number")
    fail: bool = option(False, "whether to fail")
    def run(self, module):
        if self.fail:
            raise KeyError(self.loop_count)
        assert isinstance(self.loop_count, int)

with ir.Context() as context:
    lutfuse.register(context)
    def errors(pass_):
        module = ir.Module.parse({(function("f") + function("g"))!r})
        before = str(module)
        try:
            PassManager.parse(f"builtin.module({{pass_}})").run(module.operation)
            print("succeeds")
        except ir.MLIRError as error:
            for d in error.error_diagnostics:
                print(f"{{d.location}} {{d.message}}")
        assert str(module) == before
        # The context is as good as before.
        PassManager.parse("builtin.module(fuse-lut-activation)").run(module.operation)
        assert str(module).count("lutfuse.fused_conv2d") == 2
    {{}}
"""


def fail(*passes: str) -> list[str]:
    calls = "\n    ".join(f"errors({pass_!r})" for pass_ in passes)
    return script(FAILING.replace("    {}\n", f"    {calls}\n"))


def test_pass_error_is_a_diagnostic_at_its_op() -> None:
    (line,) = fail("test-refuse")
    assert line == "loc(\"lut\") pass 'test-refuse': expected no activation but got one"


def test_exception_in_a_pattern_is_a_diagnostic_at_its_op() -> None:
    """Also the first only: after it no pattern is asked again."""
    (line,) = fail("test-crash")
    assert line.startswith("loc(\"lut\") pass 'test-crash' failed: AttributeError: ")
    assert "no_such_attribute" in line
    assert line.endswith("(at <string>:15; LUTFUSE_DEBUG=1 shows the traceback)")


def test_exception_elsewhere_is_a_diagnostic_at_the_module() -> None:
    lines = fail("test-options{fail=true loop-count=7}", "test-options{loop-count=7}")
    assert lines[0].startswith(f"{MODULE} pass 'test-options' failed: KeyError: 7 (at <string>")
    assert lines[1:] == ["succeeds"]


def test_typed_options_are_checked() -> None:
    number, boolean = fail("test-options{loop-count=many}", "test-options{fail=maybe}")
    prefix = f"{MODULE} pass 'test-options': expected"
    assert number == f"{prefix} an integer for option 'loop-count' but got 'many'"
    assert boolean == f"{prefix} 'true' or 'false' for option 'fail' but got 'maybe'"
