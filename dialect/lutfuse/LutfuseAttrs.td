// The dialect `lutfuse`, its enums and its attributes.
//
// A constraint has an id such as `requant_c2`. The id stands in the description
// here, as a comment over the check in C++, and in the name of its negative test.
#ifndef LUTFUSE_ATTRS_TD
#define LUTFUSE_ATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Lutfuse_Dialect : Dialect {
  let name = "lutfuse";
  let cppNamespace = "::lutfuse";
  let summary = "quantized convolutions with an activation";
  let description = [{
    A quantized convolution followed by an activation is two chains with a
    boundary between them:

    ```
    acc = bias + sum (x - zx)(w - zw)        int32, or int48 for 16-bit inputs
    u   = sat_u(requant(acc) + zu)           code of the intermediate tensor
    y   = activation(u)                      code of the result
    ```

    Fusing the two removes a node, not the boundary: `u` keeps its storage type,
    scale and zero point in `intermediate_type`, the table keeps a header that
    says how it is indexed and which domains it maps between, and the verifiers
    reject every fused op in which one of these is missing or disagrees. Activations
    that need no table, `clip` and `leaky_relu`, have integer parameters instead.

    Activations are NHWC tensors of `!quant.uniform`, filters are OHWI.
    `quant.scast` stands between them and plain integer tensors.

    Attributes under `lutfuse.` on ops of other dialects, and on ours, are these and no
    others. An op may carry what its producer knew and its own form cannot say:
    `lutfuse.input_type`, `lutfuse.filter_type` and `lutfuse.result_type` (quantized
    types) and `lutfuse.kind` (the name of an activation kind). `convert-tosa-to-lutfuse`
    reads them. Arguments and results of functions have `lutfuse.name` (that of a tensor)
    and `lutfuse.type` (of an element, quantized or with the sign that TOSA drops).
    Functions of the CPU pipeline have `lutfuse.kernel` (a kernel, "generated" where it is
    finished), `lutfuse.arena` (bytes that it works in) and `lutfuse.variables` (name, type
    and initial value of arguments that hold state).

    A fused op has `lutfuse.sources` where it took over discardable attributes: for each
    one the names that it had on `convolution` and `activation`, for the way back.

    A fused op has `lutfuse.merged_boundary` where it gave the boundary up on request: the
    `intermediate_type` that it had, `max_difference`, the largest difference in codes over
    every accumulator, and where that is not 0 the first `channel` that has it, the
    `accumulator` (bias included) nearest to 0, and the codes `kept` and `merged` there.
  }];
  let dependentDialects = ["::mlir::quant::QuantDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let discardableAttrs = (ins
    "::mlir::StringAttr":$kind, "::mlir::TypeAttr":$input_type, "::mlir::TypeAttr":$filter_type,
    "::mlir::TypeAttr":$result_type, "::mlir::DictionaryAttr":$sources,
    "::mlir::DictionaryAttr":$merged_boundary, "::mlir::Attribute":$kernel,
    "::mlir::IntegerAttr":$arena, "::mlir::ArrayAttr":$variables, "::mlir::StringAttr":$name,
    "::mlir::TypeAttr":$type);
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerOperations();
  }];
}

def Lutfuse_RoundingMode : I32EnumAttr<
    "RoundingMode", "rounding of a fixed-point multiplication, as in TOSA RESCALE",
    [I32EnumAttrCase<"single_round", 0>, I32EnumAttrCase<"double_round", 1>]> {
  let cppNamespace = "::lutfuse";
  let genSpecializedAttr = 0;
}

def Lutfuse_LookupMode : I32EnumAttr<
    "LookupMode", "how a code selects table entries",
    [I32EnumAttrCase<"direct", 0>, I32EnumAttrCase<"interpolated", 1>]> {
  let cppNamespace = "::lutfuse";
  let genSpecializedAttr = 0;
}

def Lutfuse_Source : I32EnumAttr<
    "Source", "op that a fused op was made of",
    [I32EnumAttrCase<"convolution", 0>, I32EnumAttrCase<"activation", 1>]> {
  let cppNamespace = "::lutfuse";
  let genSpecializedAttr = 0;
}

// `custom` is a table whose function is not known.
def Lutfuse_StandardKind : I32EnumAttr<
    "StandardKind", "kinds of activations that the dialect knows by name",
    [I32EnumAttrCase<"custom", 0>, I32EnumAttrCase<"sigmoid", 1>,
     I32EnumAttrCase<"tanh", 2>, I32EnumAttrCase<"gelu", 3>,
     I32EnumAttrCase<"gelu_tanh", 4>, I32EnumAttrCase<"silu", 5>,
     I32EnumAttrCase<"hard_swish", 6>, I32EnumAttrCase<"hard_sigmoid", 7>,
     I32EnumAttrCase<"elu", 8>, I32EnumAttrCase<"leaky_relu", 9>,
     I32EnumAttrCase<"exp", 10>, I32EnumAttrCase<"log", 11>,
     I32EnumAttrCase<"sqrt", 12>, I32EnumAttrCase<"rsqrt", 13>,
     I32EnumAttrCase<"reciprocal", 14>, I32EnumAttrCase<"softplus", 15>,
     I32EnumAttrCase<"mish", 16>, I32EnumAttrCase<"sin", 17>,
     I32EnumAttrCase<"cos", 18>]> {
  let cppNamespace = "::lutfuse";
  let genSpecializedAttr = 0;
}

// Parameters are read by `custom<Field>`: what tablegen makes of a parameter that does not parse
// is a second error, with the names of C++ classes.
class Lutfuse_Attr<string name, string attrMnemonic> : AttrDef<Lutfuse_Dialect, name> {
  let mnemonic = attrMnemonic;
  let genVerifyDecl = 1;
}

def Lutfuse_ActivationKindAttr : Lutfuse_Attr<"ActivationKind", "activation_kind"> {
  let summary = "function that a table stands for";
  let description = [{
    A label: it never says what the table holds, only which targets may take it. `custom`
    is a table whose function is not known; the other standard kinds are }]
    # !interleave(!foreach(kind, Lutfuse_StandardKind.enumerants, "`" # kind.str # "`"), ", ") # [{.
    A kind of one's own has a prefix, as dialects have, and any target may name it.

    Constraints:
    - `kind_c1`: a standard kind, or words of letters, digits and `_` with dots between.

    Example:

    ```mlir
    #lutfuse.activation_kind<sigmoid>
    #lutfuse.activation_kind<npu.softsign>
    ```
  }];
  let parameters = (ins StringRefParameter<"name of the kind">:$value);
  let assemblyFormat = "`<` custom<Kind>($value) `>`";
}

def Lutfuse_RequantAttr : Lutfuse_Attr<"Requant", "requant"> {
  let summary = "requantization by integer multipliers and shifts";
  let description = [{
    The arithmetic of TOSA RESCALE, per tensor (one entry) or per channel:

    ```
    round     = 1 << (shift - 1)
    round    += value >= 0 ? 1 << 30 : -(1 << 30)    only if double_round and shift > 31
    requant   = (value * multiplier + round) >> shift
    ```

    computed without overflow, `>>` being an arithmetic shift. Saturation to the
    intermediate storage comes after its zero point was added.

    Constraints:
    - `requant_c1`: at least one multiplier.
    - `requant_c2`: as many shifts as multipliers.
    - `requant_c3`: multipliers are not negative and fit in `multiplier_bits`
      (16 or 32) bits, signed.
    - `requant_c4`: shifts lie in [2, 62].
    - `requant_c5`: `double_round` has 32-bit multipliers.

    Example:

    ```mlir
    #lutfuse.requant<multiplier = [1183807604, 1432630138], shift = [40, 40], rounding = double_round>
    #lutfuse.requant<multiplier = [18064], shift = [23], rounding = single_round, multiplier_bits = 16>
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int32_t", "one, or one for each output channel">:$multiplier,
    OptionalArrayRefParameter<"int32_t", "as many as multipliers">:$shift,
    EnumParameter<Lutfuse_RoundingMode>:$rounding,
    DefaultValuedParameter<"uint32_t", "32", "width of a multiplier: 16 or 32">:$multiplierBits);
  let assemblyFormat = [{
    `<` `multiplier` `=` custom<Field>($multiplier) `,` `shift` `=` custom<Field>($shift)
    `,` `rounding` `=` custom<Field>($rounding)
    (`,` `multiplier_bits` `=` custom<Field>($multiplierBits)^)? `>`
  }];
}

def Lutfuse_RequantF32Attr : Lutfuse_Attr<"RequantF32", "requant_f32"> {
  let summary = "requantization by float32 scales, as ONNX runtimes do";
  let description = [{
    `requant = round_half_even(float32(value) * scale)`, per tensor (one entry) or
    per channel. TOSA has no such rescale: ops with it stay in this dialect.

    Constraints:
    - `requant_f32_c1`: at least one scale, each finite and positive.

    Example:

    ```mlir
    #lutfuse.requant_f32<scale = [0.00390625, 0.0078125]>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::mlir::DenseF32ArrayAttr", "one, or one for each output channel">:$scale);
  let assemblyFormat = "`<` `scale` `=` custom<Field>($scale) `>`";
}

def Lutfuse_TableHeaderAttr : Lutfuse_Attr<"TableHeader", "table_header"> {
  let summary = "how a table is indexed, and the domains on its two sides";
  let description = [{
    Entry `i` of a `direct` table is the result for code `first + i`:

    ```
    y = table[u - first]
    ```

    An `interpolated` table holds points `2^fraction_bits` codes apart:

    ```
    i = (u - first) >> fraction_bits
    f = (u - first) & (2^fraction_bits - 1)
    v = (table[i] << fraction_bits) + (table[i + 1] - table[i]) * f
    y = sat_y(requant(v)),  multiplier 2^30, shift 30 + fraction_bits, `rounding`
    ```

    which is TOSA TABLE on 16-bit codes followed by its RESCALE. An 8-bit table of
    a signed type has `first = -128` and 256 entries.

    Constraints:
    - `header_c1`: `entries` is positive.
    - `header_c2`: `interpolated` has `fraction_bits` in [1, 15]; `direct` has 0 and
      `single_round`.

    Example:

    ```mlir
    #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
      input = !quant.uniform<i8:f32, 0.125:-2>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
    #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7,
      input = !quant.uniform<i16:f32, 0.000244140625>, result = !quant.uniform<i16:f32, 3.0517578125E-5>>
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "code of the first entry">:$first,
    AttrParameter<"int64_t", "number of entries">:$entries,
    EnumParameter<Lutfuse_LookupMode>:$lookup,
    DefaultValuedParameter<"uint32_t", "0", "log2 of the distance of two entries">:$fractionBits,
    DefaultValuedParameter<"::lutfuse::RoundingMode", "::lutfuse::RoundingMode::single_round",
                           "rounding of the interpolation">:$rounding,
    TypeParameter<"::mlir::quant::UniformQuantizedType", "domain of the codes">:$input,
    TypeParameter<"::mlir::quant::UniformQuantizedType", "domain of the entries">:$result);
  let assemblyFormat = [{
    `<` `first` `=` custom<Field>($first) `,` `entries` `=` custom<Field>($entries)
    `,` `lookup` `=` custom<Field>($lookup) (`fraction_bits` `=` custom<Field>($fractionBits)^)?
    (`rounding` `=` custom<Field>($rounding)^)?
    `,` `input` `=` custom<Field>($input) `,` `result` `=` custom<Field>($result) `>`
  }];
}

def Lutfuse_ClipAttr : Lutfuse_Attr<"Clip", "clip"> {
  let summary = "bounds of an activation in codes";
  let description = [{
    `y = min(max(u, min), max)`: both bounds are codes and inclusive. ReLU is a clip
    from the zero point to the highest code, ReLU6 one from the zero point to the
    code of 6.0; the zero point need not be the lowest code.

    Constraints:
    - `clip_c1`: `min` is not above `max`.

    Example:

    ```mlir
    #lutfuse.clip<min = -3, max = 57>
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "lowest code of the result">:$min,
    AttrParameter<"int64_t", "highest code of the result">:$max);
  let assemblyFormat = [{
    `<` `min` `=` custom<Field>($min) `,` `max` `=` custom<Field>($max) `>`
  }];
}

def Lutfuse_Factors : OptionalArrayRefParameter<"int32_t", "one, or one for each channel"> {
  let defaultValue = "::llvm::SmallVector<int32_t>{1}";
}

def Lutfuse_LeakyReluAttr : Lutfuse_Attr<"LeakyRelu", "leaky_relu"> {
  let summary = "requantizations of the positive and the negative half of an activation";
  let description = [{
    With zero points `zu` and `zy` of the domains on both sides, and `c` the index
    along the last axis:

    ```
    v = u - zu
    y = sat_y(zy + (v >= 0 ? requant(v, positive) : sign * requant(v * factor[c], negative[c])))
    ```

    `positive` carries codes from one scale to the other and `negative` also multiplies
    by the slope, which is `sign * factor * negative / positive`. Slopes have two ways to
    be negative, which differ at ties: with `negate` the sign is -1 and changes what was
    rounded, as TFLite's LEAKY_RELU does; factors of either sign change what is rounded,
    as PRELU does, whose quantized slopes are one factor for each channel.

    Constraints:
    - `leaky_c1`: `positive` has one multiplier.
    - `leaky_c2`: there is at least one factor, and factors lie in [-32768, 32767].

    Example:

    ```mlir
    #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [30], rounding = double_round>,
      negative = <multiplier = [1717986918], shift = [34], rounding = double_round> negate = true>
    #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [30], rounding = double_round>,
      negative = <multiplier = [1717986918], shift = [40], rounding = double_round>, factor = [-64, 0, 127]>
    ```
  }];
  let parameters = (ins
    AttrParameter<"RequantAttr", "where v >= 0">:$positive,
    AttrParameter<"RequantAttr", "where v < 0: one multiplier, or one for each channel">:$negative,
    Lutfuse_Factors:$factor,
    DefaultValuedParameter<"bool", "false", "whether the sign is -1">:$negate);
  let assemblyFormat = [{
    `<` `positive` `=` custom<Field>($positive) `,` `negative` `=` custom<Field>($negative)
    (`negate` `=` custom<Field>($negate)^)? (`,` `factor` `=` custom<Field>($factor)^)? `>`
  }];
}

def Lutfuse_FusedAttr : Lutfuse_Attr<"Fused", "fused"> {
  let summary = "which pass made one op of two";
  let description = [{
    Metadata of a fused op's location, which holds the locations of convolution and
    activation. MLIR drops unknown ones and repeated ones of such a list: `unknown` says
    which one is missing. `views` ops that only rename elements were between the two.

    Constraints:
    - `source_c1`: the pass has a name.

    Example:

    ```mlir
    loc(fused<#lutfuse.fused<"fuse-lut-activation">>["model.mlir":3:8, "model.mlir":4:8])
    loc(fused<#lutfuse.fused<"fuse-lut-activation" views = 1 unknown = activation>>["conv"])
    ```
  }];
  let parameters = (ins
    StringRefParameter<"pass that made the op">:$pass,
    DefaultValuedParameter<"uint32_t", "0", "ops between that only rename elements">:$views,
    OptionalParameter<"::std::optional<::lutfuse::Source>", "whose location is not known">:$unknown);
  let assemblyFormat = [{
    `<` custom<Field>($pass) (`views` `=` custom<Field>($views)^)?
    (`unknown` `=` custom<Field>($unknown)^)? `>`
  }];
}

#endif
