"""The proof on what is around convolutions: element-wise graphs, state, regions, unknown ops."""

from __future__ import annotations

import pytest

from support.equivalence import passed_through, proof_of, proved, the_failure

# SiLU as an importer leaves it: two users of one value, which collapse to a table.
SILU = """
func.func @main(%x: tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi8> {{
  %t = "tosa.const"() {{values = dense<{table}> : tensor<256xi8>}} : () -> tensor<256xi8>
  %m = "tosa.const"() {{values = dense<1073741824> : tensor<1xi32>}} : () -> tensor<1xi32>
  %n = "tosa.const"() {{values = dense<{multiplier}> : tensor<1xi32>}} : () -> tensor<1xi32>
  %s = "tosa.const"() {{values = dense<30> : tensor<1xi8>}} : () -> tensor<1xi8>
  %q = "tosa.const"() {{values = dense<38> : tensor<1xi8>}} : () -> tensor<1xi8>
  %z = "tosa.const"() {{values = dense<{zero_point}> : tensor<1xi8>}} : () -> tensor<1xi8>
  %l = "tosa.const"() {{values = dense<-128> : tensor<1xi8>}} : () -> tensor<1xi8>
  %w = "tosa.const"() {{values = dense<0> : tensor<1xi32>}} : () -> tensor<1xi32>
  %k = "tosa.const"() {{values = dense<0> : tensor<1xi8>}} : () -> tensor<1xi8>
  %0 = tosa.table %x, %t : (tensor<1x4x4x2xi8>, tensor<256xi8>) -> tensor<1x4x4x2xi8>
  %1 = tosa.rescale %x, %m, %s, %z, %w {{input_unsigned = false, output_unsigned = false,
      per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}}
    : (tensor<1x4x4x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>)
      -> tensor<1x4x4x2xi32>
  %2 = tosa.rescale %0, %m, %s, %l, %w {{input_unsigned = false, output_unsigned = false,
      per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}}
    : (tensor<1x4x4x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>)
      -> tensor<1x4x4x2xi32>
  %3 = tosa.mul %1, %2, %k
    : (tensor<1x4x4x2xi32>, tensor<1x4x4x2xi32>, tensor<1xi8>) -> tensor<1x4x4x2xi32>
  %y = tosa.rescale %3, %n, %q, %w, %l {{input_unsigned = false, output_unsigned = false,
      per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}}
    : (tensor<1x4x4x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>)
      -> tensor<1x4x4x2xi8>
  {rest}return %{result} : tensor<1x4x4x2xi8>
}}
"""
ADD = """%a = tosa.add %y, %x
    : (tensor<1x4x4x2xi8>, tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi8>
  """
TABLE = [min(127, max(-128, 3 * code // 2)) for code in range(-128, 128)]


def silu(zero_point: int = 4, multiplier: int = 1518500250, rest: str = "") -> str:
    return SILU.format(
        table=TABLE,
        zero_point=zero_point,
        multiplier=multiplier,
        rest=rest,
        result="a" if rest else "y",
    )


def test_collapsed_graph_is_proved_on_all_codes() -> None:
    text = passed_through(silu(), "collapse-elementwise-to-table")
    (certificate,) = proved(silu(), text).certificates
    assert certificate.op == "lutfuse.lut_activation"
    assert certificate.code_map == "equal on 256 codes"


SIZES = """%sizes = tosa.const_shape {values = dense<[1, 4, 4, 2]> : tensor<4xindex>}
    : () -> !tosa.shape<4>"""
RESHAPE = "tosa.reshape {}, %sizes : (tensor<8x4xi8>, !tosa.shape<4>) -> tensor<1x4x4x2xi8>"


def behind_a_reshape(text: str) -> str:
    """The same function of an argument that a reshape gives the shape it had."""
    head, body = text.split("(%x: tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi8> {")
    start = f"(%in: tensor<8x4xi8>) -> tensor<1x4x4x2xi8> {{\n{SIZES}\n"
    return f"{head}{start}%x = {RESHAPE.format('%in')}{body}"


def before_a_reshape(text: str) -> str:
    """The same function in the argument's shape, and a reshape of its result."""
    flat = text.replace("1x4x4x2xi", "8x4xi").replace("-> tensor<8x4xi8> {", f"{{\n{SIZES}", 1)
    head, result = flat.split("return ")
    value = result.split(" ")[0]
    head = head.replace("(%x: tensor<8x4xi8>)", "(%x: tensor<8x4xi8>) -> tensor<1x4x4x2xi8>")
    return f"{head}%r = {RESHAPE.format(value)}\nreturn %r : tensor<1x4x4x2xi8>\n}}"


def test_collapsed_graph_moved_over_a_reshape() -> None:
    """Both ops of the diamond read the reshape's result."""
    before, after = behind_a_reshape(silu()), before_a_reshape(silu())
    collapsed = passed_through(after, "collapse-elementwise-to-table")
    assert "lutfuse.lut_activation" in collapsed
    for text in (after, collapsed, passed_through(before, "collapse-elementwise-to-table")):
        proved(before, text)
    wrong = passed_through(before_a_reshape(silu(5)), "collapse-elementwise-to-table")
    the_failure(before, wrong)


@pytest.mark.parametrize("wrong", [silu(zero_point=5), silu(multiplier=1518500250 + (1 << 24))])
def test_fault_inside_of_a_collapsed_graph(wrong: str) -> None:
    certificate = the_failure(silu(), passed_through(wrong, "collapse-elementwise-to-table"))
    example = certificate.counter_example
    assert example is not None and example.code is not None
    assert example.code_before != example.code_after


def test_fault_inside_of_a_graph_that_stays() -> None:
    certificate = the_failure(silu(), silu(zero_point=5))
    assert certificate.op == "tosa.rescale"
    assert certificate.counter_example is not None


def test_ops_behind_a_collapsed_graph() -> None:
    text = silu(rest=ADD)
    proved(text, passed_through(text, "collapse-elementwise-to-table"))
    wrong = passed_through(silu(zero_point=5, rest=ADD), "collapse-elementwise-to-table")
    assert the_failure(text, wrong).op == "lutfuse.lut_activation"


ROW = """
func.func @main(%x: tensor<256xi8>) -> tensor<256xi8> {{
  %k = "tosa.const"() {{values = dense<{values}> : tensor<256xi8>}} : () -> tensor<256xi8>
  %0 = tosa.maximum %x, %k : (tensor<256xi8>, tensor<256xi8>) -> tensor<256xi8>
  %1 = tosa.clamp %0 {{min_val = -100 : i8, max_val = 100 : i8}}
    : (tensor<256xi8>) -> tensor<256xi8>
  return %1 : tensor<256xi8>
}}
"""


def test_constants_along_a_single_axis_are_no_channels() -> None:
    """There is no room for all codes beside them: the ops are compared, not their maps."""
    old = ROW.format(values=list(range(-128, 128)))
    proved(old, old)
    new = ROW.format(values=[*range(-128, 127), 0])
    assert the_failure(old, new, "undecided").op == "tosa.maximum"


# State -----------------------------------------------------------------------------------------

STATE = """
tosa.variable @v = dense<{initial}> : tensor<2xi8>
tosa.variable @w = dense<0> : tensor<2xi8>
func.func @main(%x: tensor<2xi8>) -> tensor<2xi8> {{
  {ops}
  return %0 : tensor<2xi8>
}}
"""
READ = "%0 = tosa.variable_read @v : tensor<2xi8>"
WRITE = "tosa.variable_write @v, %x : tensor<2xi8>"
OTHER = "tosa.variable_write @w, %x : tensor<2xi8>"


def state(*ops: str, initial: int = 0) -> str:
    return STATE.format(ops="\n  ".join(ops), initial=initial)


def test_writes_of_two_variables_commute() -> None:
    proved(state(READ, WRITE, OTHER), state(OTHER, READ, WRITE))


@pytest.mark.parametrize(
    "wrong",
    [
        state(WRITE, READ, OTHER),
        state(READ, OTHER),
        state(READ, WRITE),
        state(READ, WRITE, OTHER, initial=1),
        state(READ, WRITE, OTHER.replace("%x", "%0")),
        state(READ, WRITE, OTHER).replace("@main", "@other"),
    ],
)
def test_other_states_are_found(wrong: str) -> None:
    assert proof_of(state(READ, WRITE, OTHER), wrong).verdict == "undecided"


def test_value_written_before_is_the_value_read() -> None:
    forwarded = state(WRITE, OTHER).replace("%0", "%x")
    proved(state(WRITE, READ, OTHER), forwarded)


MOVED = """
tosa.variable @v = dense<0> : tensor<2xi8>
func.func @main(%c: i1, %n: index, %m: memref<2xi1>, %s: vector<1xi1>, %x: tensor<2xi8>) -> i1 {{
  {}
  {}
  return %0 : i1
}}
"""


@pytest.mark.parametrize(
    ("op", "commutes"),
    [
        ("%0 = vector.extract %s[0] : i1 from vector<1xi1>", True),
        ("%0 = scf.if %c -> i1 { scf.yield %c : i1 } else { scf.yield %c : i1 }", True),
        ("%0 = memref.load %m[%n] : memref<2xi1>", False),
    ],
)
def test_only_ops_without_memory_effects_commute_with_writes(op: str, commutes: bool) -> None:
    first, last = MOVED.format(op, WRITE), MOVED.format(WRITE, op)
    proved(first, first)
    assert (proof_of(first, last).verdict == "undecided") is not commutes


# Calls, regions, unknown ops -------------------------------------------------------------------

CALLS = """
func.func private @a(tensor<2xi8>) -> tensor<2xi8>
func.func private @b(tensor<2xi8>) -> tensor<2xi8>
func.func @main(%x: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>) {{
  {}
  {}
  return %0, %1 : tensor<2xi8>, tensor<2xi8>
}}
"""


def test_calls_keep_their_order() -> None:
    """A call may do anything: two of them are not independent."""
    calls = [
        "%0 = call @a(%x) : (tensor<2xi8>) -> tensor<2xi8>",
        "%1 = call @b(%x) : (tensor<2xi8>) -> tensor<2xi8>",
    ]
    proved(CALLS.format(*calls), CALLS.format(*calls))
    assert proof_of(CALLS.format(*calls), CALLS.format(*calls[::-1])).verdict == "undecided"


BRANCH = """
func.func @main(%c: tensor<i1>, %x: tensor<4xi8>) -> tensor<4xi8> {{
  %0 = tosa.cond_if %c : tensor<i1> -> tensor<4xi8> {{
    %1 = tosa.clamp %x {{min_val = {low} : i8, max_val = 100 : i8}} : (tensor<4xi8>) -> tensor<4xi8>
    tosa.yield %1 : tensor<4xi8>
  }} else {{
    tosa.yield %x : tensor<4xi8>
  }}
  return %0 : tensor<4xi8>
}}
"""


def test_regions_are_compared() -> None:
    proved(BRANCH.format(low=-3), BRANCH.format(low=-3))
    certificate = the_failure(BRANCH.format(low=-3), BRANCH.format(low=-4))
    assert certificate.op == "tosa.clamp"
    assert certificate.counter_example is not None
    assert certificate.counter_example.code == -4


LOOP = """
func.func @main(%x: tensor<4xi8>, %n: i32) -> tensor<4xi8> {{
  %zero = arith.constant 0 : i32
  %one = arith.constant {step} : i32
  cf.br ^head(%zero, %x : i32, tensor<4xi8>)
^head(%i: i32, %v: tensor<4xi8>):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^end
^body:
  %t = tosa.negate %v, %k, %k : (tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  %j = arith.addi %i, %one : i32
  cf.br ^head(%j, %t : i32, tensor<4xi8>)
^end:
  return %v : tensor<4xi8>
}}
"""


def test_control_flow_is_compared() -> None:
    constant = '%k = "tosa.const"() {{values = dense<0> : tensor<1xi8>}} : () -> tensor<1xi8>'
    loop = LOOP.replace("  %zero", f"  {constant}\n  %zero")
    proved(loop.format(step=1), loop.format(step=1))
    assert proof_of(loop.format(step=1), loop.format(step=2)).verdict == "undecided"


POOL = """
func.func @main(%x: tensor<1x4x4x2xi8>) -> tensor<1x{size}x{size}x2xi8> {{
  %0 = tosa.max_pool2d %x {{kernel = array<i64: 2, 2>, pad = array<i64: {pad}>,
      stride = array<i64: {stride}>}} : (tensor<1x4x4x2xi8>) -> tensor<1x{size}x{size}x2xi8>
  return %0 : tensor<1x{size}x{size}x2xi8>
}}
"""


def test_attributes_of_unknown_ops_are_compared() -> None:
    texts = [
        POOL.format(size=2, stride="2, 2", pad="0, 0, 0, 0"),
        POOL.format(size=2, stride="2, 2", pad="1, 0, 1, 0").replace("1x4x4", "1x3x3"),
        POOL.format(size=2, stride="2, 2", pad="0, 1, 0, 1").replace("1x4x4", "1x3x3"),
    ]
    for text in texts:
        proved(text, text)
    certificate = the_failure(texts[1], texts[2], "undecided")
    assert certificate.difference.startswith("expected 'tosa.max_pool2d' with 'pad'")


@pytest.mark.parametrize(("last", "verdict"), [("04", "proved"), ("05", "undecided")])
def test_resources_are_equal_by_their_contents(last: str, verdict: str) -> None:
    """Their text is a name, which two modules may give to different numbers."""
    text = """
func.func @main() -> tensor<4xi8> {
  %0 = "tosa.const"() {values = dense_resource<a> : tensor<4xi8>} : () -> tensor<4xi8>
  return %0 : tensor<4xi8>
}
{-# dialect_resources: { builtin: { a: "0x04000000010203LAST" } } #-}
"""
    assert proof_of(text.replace("LAST", "04"), text.replace("LAST", last)).verdict == verdict


def test_a_function_that_is_missing() -> None:
    text = "func.func @f(%x: tensor<2xi8>) -> tensor<2xi8> { return %x : tensor<2xi8> }\n"
    proved(text, text)
    for texts in ((text, text + text.replace("@f", "@g")), (text.replace("@f", "@g"), text)):
        assert {c.verdict for c in proof_of(*texts).failed} == {"undecided"}
