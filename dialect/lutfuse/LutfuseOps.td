// The operations of the dialect `lutfuse`.
#ifndef LUTFUSE_OPS_TD
#define LUTFUSE_OPS_TD

include "lutfuse/LutfuseInterfaces.td"
include "lutfuse/LutfuseTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// An attribute without a dialect's prefix is one of the op's own, or an error.
def Lutfuse_KnownAttributes : NativeOpTrait<"KnownAttributes"> {
  let cppNamespace = "::lutfuse";
}

class Lutfuse_Op<string opMnemonic, list<Trait> traits = []>
    : Op<Lutfuse_Dialect, opMnemonic,
         !listconcat([NoMemoryEffect, Lutfuse_KnownAttributes], traits)> {
  let hasVerifier = 1;
}

// A size that is not known could turn out not to fit at run time: such an op stays where it is.
def Lutfuse_SpeculatableIfStatic : DeclareOpInterfaceMethods<ConditionallySpeculatable>;

// The parts of `ConvolutionOpInterface` that no accessor of the op is.
class Lutfuse_Convolution<string opMnemonic, bit isTransposed, bit isFused, list<Trait> traits = []>
    : Lutfuse_Op<opMnemonic, !listconcat(
        [Lutfuse_ConvolutionOpInterface, Lutfuse_SpeculatableIfStatic], traits)> {
  defvar window = !if(isTransposed, [{
    static constexpr bool isTransposed() { return true; }
    ::llvm::StringRef getPaddingName() { return "out_pad"; }
    ::llvm::ArrayRef<int64_t> getPadding() { return getOutPad(); }
    ::llvm::ArrayRef<int64_t> getDilation() {
      static constexpr int64_t one[] = {1, 1};
      return one;
    }
  }], [{
    static constexpr bool isTransposed() { return false; }
    ::llvm::StringRef getPaddingName() { return "pad"; }
    ::llvm::ArrayRef<int64_t> getPadding() { return getPad(); }
  }]);
  defvar activation = !if(isFused, [{
    static constexpr bool isFused() { return true; }
    ::mlir::quant::UniformQuantizedType getDomain() {
      ::mlir::TypeAttr domain = getIntermediateTypeAttr();
      ::mlir::Type type = domain ? domain.getValue() : ::mlir::Type();
      return ::llvm::dyn_cast_or_null<::mlir::quant::UniformQuantizedType>(type);
    }
  }], [{
    static constexpr bool isFused() { return false; }
    ::mlir::quant::UniformQuantizedType getDomain() {
      ::mlir::Type domain = getResult().getType().getElementType();
      return ::llvm::cast<::mlir::quant::UniformQuantizedType>(domain);
    }
    ::mlir::TypedValue<::mlir::RankedTensorType> getTable() { return {}; }
    ActivationKindAttr getKindAttr() { return {}; }
    TableHeaderAttr getHeaderAttr() { return {}; }
    ::mlir::Attribute getActivationAttr() { return {}; }
  }]);
  let extraClassDeclaration = !strconcat(window, activation);
  let hasCanonicalizer = 1;
}

defvar ConvolutionConstraints = [{

    Constraints of every convolution (the intermediate type is the element type of
    the result, or `intermediate_type` where the op is fused):
    - `conv_c1`: strides are positive.
    - `conv_c2`: dilations are positive.
    - `conv_c3`: paddings are not negative (`out_pad` may be, down to the filter size).
    - `conv_c4`: `group` is positive and divides input and output channels.
    - `conv_c5`: the filter has input channels / `group` input channels and as many
      output channels as the result; neither is 0.
    - `conv_c6`: the result shape follows from the input shape; height and width of
      filter and result are not 0.
    - `conv_c7`: input storage is i8, u8 or i16.
    - `conv_c8`: filter storage is i8 or u8, per tensor or per axis 0.
    - `conv_c9`: bias elements are i32, or i48 where the input storage is i16.
    - `conv_c10`: the bias has one element, or one for each output channel.
    - `conv_c11`: one multiplier (scale), or one for each output channel where the
      filter is quantized per axis.
    - `conv_c12`: the requantization equals input scale * filter scale / intermediate
      scale, within one unit of the multiplier or 2^-22 of its value.
    - `conv_c13`: zero points of all types lie in their storage range.
    - `conv_c14`: intermediate and result storage is i8, u8 or i16.
    - `conv_c15`: i16 inputs (48-bit accumulators) have 16-bit multipliers.
}];

defvar TableConstraints = [{

    Constraints of every table (the input type is `intermediate_type` where the op
    is fused):
    - `table_c1`: the header's input type is the type of the codes.
    - `table_c2`: the header's result type is the element type of the result.
    - `table_c3`: the header's entry count is the length of the table's last axis.
    - `table_c4`: table elements are signless integers of the width of the result's
      storage.
    - `table_c5`: the entries cover every code of the input storage.
    - `table_c6`: `direct` has 8-bit codes, `interpolated` has i16 codes and results.
    - `table_c9`: a 2D table has a row for each channel, the last axis of the result.
}];

def Lutfuse_Conv2DOp : Lutfuse_Convolution<"conv2d", 0, 0> {
  let summary = "quantized 2D convolution with requantization";
  let description = !strconcat([{
    For every output position and channel `o` of group `g = o / (O / group)`:

    ```
    acc[n,y,x,o] = bias[o] + sum over i, j, c of
        (input[n, y*sh + i*dh - top, x*sw + j*dw - left, g*I/group + c] - zx)
        * (filter[o,i,j,c] - zw[o])
    result[n,y,x,o] = sat(requant(acc) + zu)
    ```

    Positions outside the input count as `zx`, so they add nothing. `pad` is top,
    bottom, left, right. A depthwise convolution has `group` equal to the input
    channels. Output height is
    `floor((H + top + bottom - (KH - 1) * dh - 1) / sh) + 1`, width likewise.
  }], ConvolutionConstraints, [{
    Example:

    ```mlir
    %u = lutfuse.conv2d %x, %w bias %b stride [2, 2] pad [0, 1, 0, 1]
        requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      : (tensor<1x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<8x3x3x4x!quant.uniform<i8:f32, 0.25>>,
         tensor<8xi32>) -> tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
    ```
  }]);
  let arguments = (ins
    Lutfuse_Activation4D:$input, Lutfuse_Filter:$filter, Optional<Lutfuse_Bias>:$bias,
    Lutfuse_Steps:$stride,
    Lutfuse_Pad:$pad,
    Lutfuse_Steps:$dilation,
    Lutfuse_Group:$group,
    Lutfuse_AnyRequantAttr:$requant);
  let results = (outs Lutfuse_Activation4D:$result);
  let assemblyFormat = [{
    $input `,` $filter (`bias` $bias^)? (`stride` $stride^)? (`pad` $pad^)?
    (`dilation` $dilation^)? (`group` $group^)? custom<Requant>($requant) attr-dict
    `:` functional-type(operands, results)
  }];
}

def Lutfuse_ConvTranspose2DOp : Lutfuse_Convolution<"conv_transpose2d", 1, 0> {
  let summary = "quantized transposed 2D convolution with requantization";
  let description = !strconcat([{
    Every input position adds a filter-sized patch to the output:

    ```
    acc[n, y*sh + i + top, x*sw + j + left, o] += (input[n,y,x,c] - zx) * (filter[o,i,j,c] - zw[o])
    ```

    starting from `bias[o]`, then `result = sat(requant(acc) + zu)`. `out_pad` is
    top, bottom, left, right and may be negative, which crops. Output height is
    `(H - 1) * sh + top + bottom + KH`, width likewise. With `group`, output channel
    `o` sees the input channels of its group only.
  }], ConvolutionConstraints, [{
    Example:

    ```mlir
    %u = lutfuse.conv_transpose2d %x, %w stride [2, 2]
        requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      : (tensor<1x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>)
        -> tensor<1x16x16x8x!quant.uniform<i8:f32, 2.0:-3>>
    ```
  }]);
  let arguments = (ins
    Lutfuse_Activation4D:$input, Lutfuse_Filter:$filter, Optional<Lutfuse_Bias>:$bias,
    Lutfuse_Steps:$stride,
    Lutfuse_OutPad:$out_pad,
    Lutfuse_Group:$group,
    Lutfuse_AnyRequantAttr:$requant);
  let results = (outs Lutfuse_Activation4D:$result);
  let assemblyFormat = [{
    $input `,` $filter (`bias` $bias^)? (`stride` $stride^)? (`out_pad` $out_pad^)?
    (`group` $group^)? custom<TransposedRequant>($requant) attr-dict
    `:` functional-type(operands, results)
  }];
}

def Lutfuse_LutActivationOp : Lutfuse_Op<"lut_activation",
    [Lutfuse_SpeculatableIfStatic, AllShapesMatch<["input", "result"]>]> {
  let summary = "activation by table look-up";
  let description = !strconcat([{
    Every code of the input selects its result from `table` as `header` says, or from
    the row of its channel where `table` is 2D, channels by entries. The table is data: it is carried through every pass, and never replaced by another
    table of the same `kind`.
  }], TableConstraints, [{
    - `table_c7`: storage of codes is i8, u8 or i16.
    - `table_c8`: zero points of both types lie in their storage range.

    Example:

    ```mlir
    %y = lutfuse.lut_activation <sigmoid> %u, %table
        header <first = -128, entries = 256, lookup = direct,
          input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
      : (tensor<1x4x4x8x!quant.uniform<i8:f32, 0.125>>, tensor<256xi8>)
        -> tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
    ```
  }]);
  let arguments = (ins
    Lutfuse_Activation:$input, Lutfuse_Table:$table, Lutfuse_ActivationKindAttr:$kind,
    Lutfuse_TableHeaderAttr:$header);
  let results = (outs Lutfuse_Activation:$result);
  let assemblyFormat = [{
    $kind $input `,` $table `header` $header attr-dict
    `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

defvar ClipConstraints = [{

    Constraints of every clip (the input type is `intermediate_type` where the op is
    fused):
    - `clip_c2`: the bounds lie in the storage range of the codes.
    - `clip_c3`: the result has the type of the codes.
    - `clip_c4`: storage of codes is i8, u8 or i16.
    - `clip_c5`: the zero point lies in the storage range.
}];

defvar LeakyConstraints = [{

    Constraints of every leaky ReLU (the input type is `intermediate_type` where the
    op is fused):
    - `leaky_c3`: `negative` has one multiplier, or one for each channel, the last axis.
    - `leaky_c4`: there is one factor, or one for each channel.
    - `leaky_c5`: `positive` equals input scale / result scale, within one unit of the
      multiplier or 2^-22 of its value. The slope is free.
    - `leaky_c6`: requantized values of all codes lie within 2^31 - 2^16, so that 32 bits
      hold them until they saturate.
    - `leaky_c7`: storage of codes and results is i8, u8 or i16.
    - `leaky_c8`: zero points of both types lie in their storage range.
}];

def Lutfuse_ClipOp : Lutfuse_Op<"clip", [AlwaysSpeculatable, AllTypesMatch<["input", "result"]>]> {
  let summary = "activation that keeps codes between two bounds";
  let description = !strconcat([{
    `result = min(max(input, min), max)` on codes; see `#lutfuse.clip`. The domain stays:
    a clip that also changes scale or zero point is a clip and a requantization.
  }], ClipConstraints, [{
    Example:

    ```mlir
    %y = lutfuse.clip %u <min = -3, max = 57>
      : (tensor<1x4x4x8x!quant.uniform<i8:f32, 0.1:-3>>) -> tensor<1x4x4x8x!quant.uniform<i8:f32, 0.1:-3>>
    ```
  }]);
  let arguments = (ins Lutfuse_Activation:$input, Lutfuse_ClipAttr:$parameters);
  let results = (outs Lutfuse_Activation:$result);
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    $input $parameters attr-dict `:` functional-type(operands, results)
  }];
}

def Lutfuse_LeakyReluOp : Lutfuse_Op<"leaky_relu",
    [Lutfuse_SpeculatableIfStatic, AllShapesMatch<["input", "result"]>]> {
  let summary = "activation with a slope of its own for negative values";
  let description = !strconcat([{
    The formula of `#lutfuse.leaky_relu` on codes: leaky ReLU with any slope, PReLU
    where factors or negative multipliers are one for each channel.
  }], LeakyConstraints, [{
    Example:

    ```mlir
    %y = lutfuse.leaky_relu %u
        <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
         negative = <multiplier = [1717986918], shift = [35], rounding = double_round>>
      : (tensor<1x4x4x8x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<1x4x4x8x!quant.uniform<i8:f32, 1.0:5>>
    ```
  }]);
  let arguments = (ins Lutfuse_Activation:$input, Lutfuse_LeakyReluAttr:$parameters);
  let results = (outs Lutfuse_Activation:$result);
  let assemblyFormat = [{
    $input $parameters attr-dict `:` functional-type(operands, results)
  }];
}

defvar FusedConstraints = [{

    Constraints of fused ops, beside those of convolutions, and of tables, clips or leaky
    ReLUs:
    - `fused_c1`: a table has `intermediate_type`.
    - `fused_c2`: a table has `header`.
    - `fused_c3`: a table has `kind`.
    - `fused_c4`: `intermediate_type` needs a table or `activation`.
    - `fused_c5`: `header` needs a table.
    - `fused_c6`: `kind` needs a table.
    - `fused_c7`: there is a table or `activation`.
    - `fused_c8`: `intermediate_type` is a per-tensor quantized type of storage i8, u8 or
      i16.
    - `fused_c9`: a table and `activation` exclude each other.
    - `fused_c10`: `activation` has `intermediate_type`.
    - `fused_c11`: what `lutfuse.merged_boundary` says is true of the op: it has a clip,
      the channel, and codes of the result.
    - `fused_c12`: `lutfuse.sources` names attributes that the op has.

    The activation's parts are optional to the parser so that a program that builds
    such an op step by step gets one of these messages, not a parse error.
}];

def Lutfuse_FusedConv2DOp : Lutfuse_Convolution<"fused_conv2d", 0, 1, [AttrSizedOperandSegments]> {
  let summary = "convolution, quantization boundary and activation in one op";
  let description = !strconcat([{
    `lut_activation(conv2d(input, filter, bias))`, bit for bit, or `clip` or
    `leaky_relu` in place of the table where the op has `activation`. The codes between
    the two exist whether or not they are stored: `intermediate_type` is their type, and
    `requant` leads to it, not to the result type.
  }], FusedConstraints, ConvolutionConstraints, TableConstraints, ClipConstraints,
  LeakyConstraints, [{
    Example:

    ```mlir
    %y = lutfuse.fused_conv2d %x, %w lut %table kind <sigmoid>
        header <first = -128, entries = 256, lookup = direct,
          input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
        intermediate !quant.uniform<i8:f32, 2.0:-3>
        requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      : (tensor<1x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>,
         tensor<256xi8>) -> tensor<1x8x8x8x!quant.uniform<i8:f32, 0.00390625:-128>>
    ```

    ```mlir
    %y = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 0>
        intermediate !quant.uniform<i8:f32, 2.0:-3>
        requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      : (tensor<1x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>)
        -> tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
    ```
  }]);
  let arguments = (ins
    Lutfuse_Activation4D:$input, Lutfuse_Filter:$filter, Optional<Lutfuse_Bias>:$bias,
    Optional<Lutfuse_Table>:$table,
    OptionalAttr<Lutfuse_ActivationKindAttr>:$kind,
    OptionalAttr<Lutfuse_TableHeaderAttr>:$header,
    OptionalAttr<Lutfuse_ParametersAttr>:$activation,
    OptionalAttr<TypeAttrOf<Lutfuse_Codes>>:$intermediate_type,
    Lutfuse_Steps:$stride,
    Lutfuse_Pad:$pad,
    Lutfuse_Steps:$dilation,
    Lutfuse_Group:$group,
    Lutfuse_AnyRequantAttr:$requant);
  let results = (outs Lutfuse_Activation4D:$result);
  let assemblyFormat = [{
    $input `,` $filter (`bias` $bias^)? (`lut` $table^)? (`kind` $kind^)? (`header` $header^)?
    (`activation` custom<Parameters>($activation)^)? (`intermediate` $intermediate_type^)?
    (`stride` $stride^)? (`pad` $pad^)? (`dilation` $dilation^)? (`group` $group^)? custom<Requant>($requant) attr-dict
    `:` functional-type(operands, results)
  }];
}

def Lutfuse_FusedConvTranspose2DOp
    : Lutfuse_Convolution<"fused_conv_transpose2d", 1, 1, [AttrSizedOperandSegments]> {
  let summary = "transposed convolution, quantization boundary and activation in one op";
  let description = !strconcat([{
    `lut_activation(conv_transpose2d(input, filter, bias))`, bit for bit, or another
    activation in place of the table; see `lutfuse.fused_conv2d`.
  }], FusedConstraints, ConvolutionConstraints, TableConstraints, ClipConstraints,
  LeakyConstraints, [{
    Example:

    ```mlir
    %y = lutfuse.fused_conv_transpose2d %x, %w lut %table kind <sigmoid>
        header <first = -128, entries = 256, lookup = direct,
          input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
        intermediate !quant.uniform<i8:f32, 2.0:-3> stride [2, 2]
        requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      : (tensor<1x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>,
         tensor<256xi8>) -> tensor<1x16x16x8x!quant.uniform<i8:f32, 0.00390625:-128>>
    ```
  }]);
  let arguments = (ins
    Lutfuse_Activation4D:$input, Lutfuse_Filter:$filter, Optional<Lutfuse_Bias>:$bias,
    Optional<Lutfuse_Table>:$table,
    OptionalAttr<Lutfuse_ActivationKindAttr>:$kind,
    OptionalAttr<Lutfuse_TableHeaderAttr>:$header,
    OptionalAttr<Lutfuse_ParametersAttr>:$activation,
    OptionalAttr<TypeAttrOf<Lutfuse_Codes>>:$intermediate_type,
    Lutfuse_Steps:$stride,
    Lutfuse_OutPad:$out_pad,
    Lutfuse_Group:$group,
    Lutfuse_AnyRequantAttr:$requant);
  let results = (outs Lutfuse_Activation4D:$result);
  let assemblyFormat = [{
    $input `,` $filter (`bias` $bias^)? (`lut` $table^)? (`kind` $kind^)? (`header` $header^)?
    (`activation` custom<Parameters>($activation)^)? (`intermediate` $intermediate_type^)?
    (`stride` $stride^)? (`out_pad` $out_pad^)? (`group` $group^)? custom<TransposedRequant>($requant) attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif
