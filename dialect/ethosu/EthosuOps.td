// The operations of the dialect `ethosu`.
#ifndef ETHOSU_OPS_TD
#define ETHOSU_OPS_TD

include "ethosu/EthosuAttrs.td"
include "mlir/IR/SymbolInterfaces.td"

class Ethosu_Op<string opMnemonic, list<Trait> traits = []> : Op<Ethosu_Dialect, opMnemonic, traits> {
  let hasVerifier = 1;
}

// A command: it stands in a program, whose accelerator decides what is allowed.
class Ethosu_Command<string opMnemonic> : Ethosu_Op<opMnemonic, [HasParent<"ProgramOp">]>;

def Ethosu_RangeArrayAttr : TypedArrayAttrBase<Ethosu_RangeAttr, "array of ranges">;
def Ethosu_MapArrayAttr : TypedArrayAttrBase<Ethosu_FeatureMapAttr, "array of feature maps">;
// program_c2
def Ethosu_BytesAttr : ElementsAttrBase<
    And<[CPred<"::llvm::isa<::mlir::DenseElementsAttr, ::mlir::DenseResourceElementsAttr>($_self)">,
         CPred<"::llvm::cast<::mlir::ElementsAttr>($_self).getShapedType().getRank() == 1">,
         CPred<"::llvm::cast<::mlir::ElementsAttr>($_self).getElementType().isSignlessInteger(8)">]>,
    "dense 1D tensor of i8"> {
  let storageType = "::mlir::ElementsAttr";
  let returnType = "::mlir::ElementsAttr";
}
def Ethosu_Sizes3 : ConfinedAttr<DenseI64ArrayAttr, [DenseArrayCount<3>]>;
def Ethosu_Pad : ConfinedAttr<DefaultValuedAttr<DenseI64ArrayAttr, "{0, 0, 0, 0}">,
                              [DenseArrayCount<4>]>;
def Ethosu_RoundingDefault : DefaultValuedAttr<Ethosu_RoundingAttr, "::ethosu::Rounding::tfl">;
def Ethosu_UpscaleDefault : DefaultValuedAttr<Ethosu_UpscaleAttr, "::ethosu::Upscale::none">;

def Ethosu_ProgramOp : Ethosu_Op<"program",
    [Symbol, IsolatedFromAbove, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "commands that the NPU runs in one go";
  let description = [{
    The caller copies its operands to `inputs`, runs the commands in order, and copies
    its results from `outputs`. `constants` is the whole content of the region
    `constants`; `scratch` is the size of the region `scratch` in bytes.

    Constraints:
    - `program_c1`: the accelerator is one of `ethos-u55-32`, `-64`, `-128`, `-256`,
      `ethos-u65-256`, `-512`.
    - `program_c2`: constants are a 1D tensor of i8.
    - `program_c3`: inputs and outputs lie in `scratch`, without strides.
    - `program_c4`: every range and feature map ends within its region.
    - `program_c5`: an op of another dialect does not stand in a program.

    Example:

    ```mlir
    ethosu.program @copy on "ethos-u55-128" scratch 512
        inputs [#ethosu.feature_map<i8, [4, 4, 16], nhwc, scratch + 0>]
        outputs [#ethosu.feature_map<i8, [4, 4, 16], nhwc, scratch + 256>]
        constants dense<0> : tensor<16xi8> {
      ethosu.dma <scratch + 0, 256> to <scratch + 256, 256>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$accelerator,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$scratch, Ethosu_MapArrayAttr:$inputs,
    Ethosu_MapArrayAttr:$outputs, Ethosu_BytesAttr:$constants);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let assemblyFormat = [{
    $sym_name `on` $accelerator `scratch` $scratch `inputs` $inputs `outputs` $outputs
    `constants` $constants attr-dict-with-keyword $body
  }];
}

def Ethosu_CallOp : Ethosu_Op<"call", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a program from the host";
  let description = [{
    Operands are copied to the program's inputs, results from its outputs.

    Constraints:
    - `call_c1`: the callee is an `ethosu.program`.
    - `call_c2`: as many operands and results as the program has inputs and outputs.
    - `call_c3`: each has the number of elements and the width of its feature map.

    Example:

    ```mlir
    %y = ethosu.call @main_npu_0(%x) : (tensor<1x4x4x16xi8>) -> tensor<1x4x4x16xi8>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyRankedTensor>:$operands);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $callee `(` $operands `)` attr-dict `:` functional-type($operands, results)
  }];
  let hasVerifier = 0;
}

def Ethosu_DmaOp : Ethosu_Command<"dma"> {
  let summary = "copies bytes";
  let description = [{
    A table is loaded by a DMA from `constants` to its slot in `shram`.

    Constraints:
    - `dma_c1`: source and destination have the same length.
    - `dma_c2`: addresses and length are multiples of 16; on Ethos-U65 addresses in
      `shram` only, and the length where it is the destination.
    - `dma_c3`: a destination in `shram` is table slots, whole ones.
    - `dma_c4`: the source is not in `shram`, the destination not in `constants`.

    Example:

    ```mlir
    ethosu.dma <constants + 0, 256> to <shram + 22528, 256>
    ```
  }];
  let arguments = (ins Ethosu_RangeAttr:$source, Ethosu_RangeAttr:$destination);
  let assemblyFormat = "$source `to` $destination attr-dict";
}

defvar BlockConstraints = [{

    Constraints of every op with feature maps:
    - `block_c1`: height, width and depth of the block lie in [1, 32], [1, 64] and
      [1, 128], and the depth is a multiple of the accelerator's micro-block.
    - `block_c2`: clamp bounds are codes of the output's storage.
    - `block_c3`: a 256-byte table has 8-bit inputs and outputs, a 2048-byte table
      16-bit ones.
    - `block_c4`: input storage is not u16; output storage is not u16.
}];

defvar WindowConstraints = [{

    Constraints of every op with a window:
    - `window_c1`: a dilated kernel is at most 64 high and covers at most 4096
      positions; of max and average poolings 256 and 65536, without dilation.
    - `window_c2`: paddings are not negative, and smaller than the dilated kernel.
    - `window_c3`: the output's height and width follow from input, upscaling,
      padding and kernel, or are smaller.
    - `window_c4`: depthwise and pooling keep the depth; a reduced sum has depth 1.
}];

defvar WeightConstraints = [{

    Constraints of every op with weights:
    - `weights_c1`: there is one range of weights for each core of the accelerator
      that has output channels, and as many of biases.
    - `weights_c2`: addresses and lengths are multiples of 16.
    - `weights_c3`: a bias range holds 10 bytes for each output channel.
    - `weights_c4`: ranges do not lie in `shram`.
    - `weights_c5`: input storage is i8, u8 or i16.
}];

class Ethosu_Convolution<string opMnemonic> : Ethosu_Command<opMnemonic> {
  let arguments = (ins
    Ethosu_FeatureMapAttr:$ifm, Ethosu_FeatureMapAttr:$ofm, Ethosu_KernelAttr:$kernel,
    Ethosu_Pad:$pad, Ethosu_RangeArrayAttr:$weights, Ethosu_RangeArrayAttr:$biases,
    Ethosu_Sizes3:$block, DefaultValuedAttr<Ethosu_TraversalAttr,
                                            "::ethosu::Traversal::depth_first">:$traversal,
    Ethosu_UpscaleDefault:$upscale, Ethosu_RoundingDefault:$rounding,
    OptionalAttr<Ethosu_ClampAttr>:$clamp, OptionalAttr<Ethosu_TableAttr>:$table);
  let assemblyFormat = [{
    $ifm `to` $ofm `kernel` $kernel (`pad` $pad^)? `weights` $weights `biases` $biases
    `block` $block (`traversal` $traversal^)? (`upscale` $upscale^)? (`rounding` $rounding^)?
    (`clamp` $clamp^)? (`table` $table^)? attr-dict
  }];
}

def Ethosu_Conv2DOp : Ethosu_Convolution<"conv2d"> {
  let summary = "convolution with requantization and activation";
  let description = !strconcat([{
    For every output position and channel `o`, with multiplier, shift and bias of `o`
    from the bias stream and weights that had their zero point subtracted:

    ```
    acc = bias[o] + sum (ifm - zx) * weight[o]
    u   = clamp(round(acc * multiplier[o] * 2^-shift[o]) + zy)
    ofm = table ? table[u] : u
    ```

    `pad` is top, bottom, left, right; positions outside the input add nothing.
  }], BlockConstraints, WindowConstraints, WeightConstraints, [{
    Example:

    ```mlir
    ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
      kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
      weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
      block [8, 8, 16] table <<constants + 0, 256> slot = 2>
    ```
  }]);
}

def Ethosu_DepthwiseConv2DOp : Ethosu_Convolution<"depthwise_conv2d"> {
  let summary = "depthwise convolution with requantization and activation";
  let description = !strconcat([{
    `ethosu.conv2d` where output channel `o` reads input channel `o` only.
  }], BlockConstraints, WindowConstraints, WeightConstraints, [{
    Example:

    ```mlir
    ethosu.depthwise_conv2d
      <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
      kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
      weights [#ethosu.range<constants + 512, 224>] biases [#ethosu.range<constants + 256, 160>]
      block [8, 8, 16] clamp <-128, 57>
    ```
  }]);
}

def Ethosu_PoolingOp : Ethosu_Command<"pooling"> {
  let summary = "pooling, or the identity where the window is one element";
  let description = !strconcat([{
    The sum of a window (average, reduced sum) or its maximum, then scaled, clamped and
    looked up as in `ethosu.conv2d`. A reduced sum is one over the channels. Without
    `scale` an average divides by the number of positions inside the input.
  }], BlockConstraints, WindowConstraints, [{
    - `pooling_c1`: a maximum has no scale, and the zero point of its input.
    - `pooling_c2`: a scaled average has no padding.

    Example:

    ```mlir
    ethosu.pooling <average> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
      kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> block [8, 8, 16]
      scale <1, 0> table <<constants + 0, 256>>
    ```
  }]);
  let arguments = (ins
    Ethosu_PoolingAttr:$mode, Ethosu_FeatureMapAttr:$ifm, Ethosu_FeatureMapAttr:$ofm,
    Ethosu_KernelAttr:$kernel, Ethosu_Pad:$pad, Ethosu_Sizes3:$block,
    OptionalAttr<Ethosu_ScaleAttr>:$scale, Ethosu_UpscaleDefault:$upscale,
    Ethosu_RoundingDefault:$rounding, OptionalAttr<Ethosu_ClampAttr>:$clamp,
    OptionalAttr<Ethosu_TableAttr>:$table);
  let assemblyFormat = [{
    $mode $ifm `to` $ofm `kernel` $kernel (`pad` $pad^)? `block` $block (`scale` $scale^)?
    (`upscale` $upscale^)? (`rounding` $rounding^)? (`clamp` $clamp^)? (`table` $table^)? attr-dict
  }];
}

def Ethosu_ElementwiseOp : Ethosu_Command<"elementwise"> {
  let summary = "function of one or two feature maps, element by element";
  let description = !strconcat([{
    With zero points subtracted, `f` of both elements, then scaled, clamped and looked
    up as in `ethosu.conv2d`. Before an addition or subtraction of 8-bit (16-bit) maps,
    `scale_ifm` or `scale_ifm2` scales that operand, as if it were shifted left by 20
    (15) bits first and that much right more, and the other is shifted left by 19 (14)
    bits; without either, operands are as they are.
  }], BlockConstraints, [{
    - `elementwise_c1`: there is a second input, or a `scalar`, of a binary function
      and none of `abs`.
    - `elementwise_c2`: the output has the first input's shape; the second input too,
      but each of its sizes may be 1.
    - `elementwise_c3`: both inputs have one storage.
    - `elementwise_c4`: at most one of `scale_ifm` and `scale_ifm2`, of an addition or
      subtraction only.
    - `elementwise_c5`: a minimum or maximum has no `scale`, and one zero point.

    Example:

    ```mlir
    ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
      to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
      scale <1073741824, 49> scale_ifm2 <1073741824, 12>
    ```
  }]);
  let arguments = (ins
    Ethosu_ElementwiseAttr:$mode, Ethosu_FeatureMapAttr:$ifm,
    OptionalAttr<Ethosu_FeatureMapAttr>:$ifm2, OptionalAttr<I64Attr>:$scalar,
    Ethosu_FeatureMapAttr:$ofm, Ethosu_Sizes3:$block, OptionalAttr<Ethosu_ScaleAttr>:$scale,
    OptionalAttr<Ethosu_ScaleAttr>:$scale_ifm, OptionalAttr<Ethosu_ScaleAttr>:$scale_ifm2,
    Ethosu_RoundingDefault:$rounding, OptionalAttr<Ethosu_ClampAttr>:$clamp,
    OptionalAttr<Ethosu_TableAttr>:$table);
  let assemblyFormat = [{
    $mode $ifm (`with` $ifm2^)? (`scalar` $scalar^)? `to` $ofm `block` $block (`scale` $scale^)?
    (`scale_ifm` $scale_ifm^)? (`scale_ifm2` $scale_ifm2^)? (`rounding` $rounding^)?
    (`clamp` $clamp^)? (`table` $table^)? attr-dict
  }];
}

#endif
