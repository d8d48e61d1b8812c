// The dialect `ethosu`, its enums and its attributes.
//
// A constraint has an id such as `range_c1`. The id stands in the description
// here, as a comment over the check in C++, and in the name of its negative test.
#ifndef ETHOSU_ATTRS_TD
#define ETHOSU_ATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Ethosu_Dialect : Dialect {
  let name = "ethosu";
  let cppNamespace = "::ethosu";
  let summary = "operations of the Ethos-U NPU at the level of its registers";
  let description = [{
    One op is one command of the NPU with the registers that it needs. Ops have no
    operands: they read and write addresses, in the order in which they stand, inside
    an `ethosu.program`. All scaling is in integers, as everywhere in this project:
    feature maps have a zero point and no scale.

    Addresses are offsets into regions: `constants` (weights, biases, tables),
    `scratch` and `fast` (feature maps), and `shram`, the memory inside the NPU whose
    last 2048 bytes are eight table slots of 256 bytes.
  }];
  let useDefaultAttributePrinterParser = 1;
}

class Ethosu_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::ethosu";
  let genSpecializedAttr = 0;
}

class Ethosu_EnumAttr<EnumAttrInfo info, string attrMnemonic>
    : EnumAttr<Ethosu_Dialect, info, attrMnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def Ethosu_Region : Ethosu_Enum<"MemoryRegion", "memory that an address is an offset into",
    [I32EnumAttrCase<"constants", 0>, I32EnumAttrCase<"scratch", 1>,
     I32EnumAttrCase<"fast", 2>, I32EnumAttrCase<"shram", 3>]>;
def Ethosu_Element : Ethosu_Enum<"Element", "storage of a feature map's elements",
    [I32EnumAttrCase<"i8", 0>, I32EnumAttrCase<"u8", 1>, I32EnumAttrCase<"i16", 2>,
     I32EnumAttrCase<"u16", 3>, I32EnumAttrCase<"i32", 4>]>;
def Ethosu_Layout : Ethosu_Enum<"Layout", "order of a feature map's elements",
    [I32EnumAttrCase<"nhwc", 0>, I32EnumAttrCase<"nhcwb16", 1>]>;
def Ethosu_Rounding : Ethosu_Enum<"Rounding", "rounding of a scaled value",
    [I32EnumAttrCase<"tfl", 0>, I32EnumAttrCase<"truncate", 1>, I32EnumAttrCase<"natural", 2>]>;
def Ethosu_Upscale : Ethosu_Enum<"Upscale", "doubling of the input's height and width",
    [I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"nearest", 1>, I32EnumAttrCase<"zeros", 2>]>;
def Ethosu_Traversal : Ethosu_Enum<"Traversal", "order of the weights in their stream",
    [I32EnumAttrCase<"depth_first", 0>, I32EnumAttrCase<"part_kernel_first", 1>]>;
def Ethosu_Pooling : Ethosu_Enum<"Pooling", "what a window is reduced to",
    [I32EnumAttrCase<"max", 0>, I32EnumAttrCase<"average", 1>, I32EnumAttrCase<"reduce_sum", 2>]>;
def Ethosu_Elementwise : Ethosu_Enum<"Elementwise", "function of one or two elements",
    [I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"sub", 1>, I32EnumAttrCase<"mul", 2>,
     I32EnumAttrCase<"min", 3>, I32EnumAttrCase<"max", 4>, I32EnumAttrCase<"abs", 5>]>;

def Ethosu_RoundingAttr : Ethosu_EnumAttr<Ethosu_Rounding, "rounding">;
def Ethosu_UpscaleAttr : Ethosu_EnumAttr<Ethosu_Upscale, "upscale">;
def Ethosu_TraversalAttr : Ethosu_EnumAttr<Ethosu_Traversal, "traversal">;
def Ethosu_PoolingAttr : Ethosu_EnumAttr<Ethosu_Pooling, "pooling_mode">;
def Ethosu_ElementwiseAttr : Ethosu_EnumAttr<Ethosu_Elementwise, "elementwise_mode">;

class Ethosu_Attr<string name, string attrMnemonic> : AttrDef<Ethosu_Dialect, name> {
  let mnemonic = attrMnemonic;
  let genVerifyDecl = 1;
}

def Ethosu_RangeAttr : Ethosu_Attr<"Range", "range"> {
  let summary = "bytes of a region";
  let description = [{
    `length` bytes from `address` on.

    Constraints:
    - `range_c1`: the address is not negative, and below 2^40.
    - `range_c2`: the length is positive, and at most 2^40.

    Example:

    ```mlir
    #ethosu.range<constants + 4096, 256>
    ```
  }];
  let parameters = (ins
    EnumParameter<Ethosu_Region>:$region,
    AttrParameter<"int64_t", "offset into the region">:$address,
    AttrParameter<"int64_t", "bytes">:$length);
  let assemblyFormat = "`<` $region `+` $address `,` $length `>`";
}

def Ethosu_FeatureMapAttr : Ethosu_Attr<"FeatureMap", "feature_map"> {
  let summary = "where a feature map is and how its bytes are to be read";
  let description = [{
    The shape is height, width, depth: a batch is one. Strides are bytes from one
    row, column and element (of `nhcwb16`: 16-channel brick) to the next; without
    them the map is contiguous. Strides make a slice or a part of a concatenation out
    of a larger `nhwc` map.

    Constraints:
    - `map_c1`: the shape is three sizes in [1, 65536].
    - `map_c2`: the address is not negative, and a multiple of the element's bytes.
    - `map_c3`: the address of `nhcwb16` is a multiple of 16.
    - `map_c4`: the zero point is a code of the storage, and 0 of i32.
    - `map_c5`: strides are absent or three; multiples of the element's bytes, of
      `nhcwb16` rows and bricks multiples of 16.
    - `map_c6`: the region is not `shram`.

    Example:

    ```mlir
    #ethosu.feature_map<i8, [56, 56, 64], nhwc, scratch + 200704 zero_point = -2>
    #ethosu.feature_map<i8, [8, 8, 4], nhwc, scratch + 4 strides = [64, 8, 1]>
    ```
  }];
  let parameters = (ins
    EnumParameter<Ethosu_Element>:$element,
    ArrayRefParameter<"int64_t", "height, width, depth">:$shape,
    EnumParameter<Ethosu_Layout>:$layout,
    EnumParameter<Ethosu_Region>:$region,
    AttrParameter<"int64_t", "offset into the region">:$address,
    DefaultValuedParameter<"int64_t", "0", "code of the real value 0">:$zeroPoint,
    OptionalArrayRefParameter<"int64_t", "bytes between rows, columns and elements">:$strides);
  let assemblyFormat = [{
    `<` $element `,` `[` $shape `]` `,` $layout `,` $region `+` $address
    (`zero_point` `=` $zeroPoint^)? (`strides` `=` `[` $strides^ `]`)? `>`
  }];
}

def Ethosu_KernelAttr : Ethosu_Attr<"Kernel", "kernel"> {
  let summary = "window of a convolution or pooling";
  let description = [{
    Sizes, strides and dilations are height, width.

    Constraints:
    - `kernel_c1`: sizes, strides and dilations are two each.
    - `kernel_c2`: sizes are positive.
    - `kernel_c3`: strides lie in [1, 3].
    - `kernel_c4`: dilations lie in [1, 2].

    Example:

    ```mlir
    #ethosu.kernel<[3, 3], stride = [2, 2], dilation = [1, 1]>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "height, width">:$size,
    ArrayRefParameter<"int64_t", "height, width">:$stride,
    ArrayRefParameter<"int64_t", "height, width">:$dilation);
  let assemblyFormat = [{
    `<` `[` $size `]` `,` `stride` `=` `[` $stride `]` `,` `dilation` `=` `[` $dilation `]` `>`
  }];
}

def Ethosu_ScaleAttr : Ethosu_Attr<"Scale", "scale"> {
  let summary = "scale of a whole feature map";
  let description = [{
    `value * multiplier * 2^-shift`, rounded as the op's `rounding` says.

    Constraints:
    - `scale_c1`: the multiplier lies in [0, 2^31 - 1].
    - `scale_c2`: the shift lies in [0, 63].

    Example:

    ```mlir
    #ethosu.scale<1073741824, 30>
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "factor">:$multiplier, AttrParameter<"int64_t", "bits">:$shift);
  let assemblyFormat = "`<` $multiplier `,` $shift `>`";
}

def Ethosu_ClampAttr : Ethosu_Attr<"Clamp", "clamp"> {
  let summary = "bounds of the scaled codes, before a table";
  let description = [{
    `min(max(code, min), max)`, both inclusive, after the zero point was added.

    Constraints:
    - `clamp_c1`: `min` is not above `max`.

    Example:

    ```mlir
    #ethosu.clamp<-3, 57>
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "lowest code">:$min, AttrParameter<"int64_t", "highest code">:$max);
  let assemblyFormat = "`<` $min `,` $max `>`";
}

def Ethosu_TableAttr : Ethosu_Attr<"Table", "table"> {
  let summary = "table that codes go through, and the slot that holds it";
  let description = [{
    `source` says which table the op means, `slot` where in the NPU it lies when the
    op runs. Without a slot the op is not ready to run: `assign-table-slots` adds the
    slot, and the DMA before the op.

    Constraints:
    - `table_c1`: the table lies in `constants`, at a multiple of 16.
    - `table_c2`: it has 256 bytes (8-bit codes) or 2048 (16-bit codes).
    - `table_c3`: the slot lies in [0, 7].
    - `table_c4`: 2048 bytes take all slots: the slot is 0.

    Example:

    ```mlir
    #ethosu.table<<constants + 0, 256> slot = 2>
    ```
  }];
  let parameters = (ins
    AttrParameter<"RangeAttr", "bytes of the table in the constants">:$source,
    DefaultValuedParameter<"int64_t", "-1", "slot, -1 where it has none yet">:$slot);
  let assemblyFormat = "`<` $source (`slot` `=` $slot^)? `>`";
}

#endif
