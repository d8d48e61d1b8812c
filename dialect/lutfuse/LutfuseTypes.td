// Types of operands and attributes of the operations of `lutfuse`, with what they demand.
#ifndef LUTFUSE_TYPES_TD
#define LUTFUSE_TYPES_TD

include "lutfuse/LutfuseAttrs.td"

// What one type or attribute can say alone stands here, with the constraint's id; what relates
// several, and says what they are, stands in Constraints.cpp.

def Lutfuse_HasCodes : CPred<"::lutfuse::isCodes("
    "::llvm::cast<::mlir::ShapedType>($_self).getElementType())">;
def Lutfuse_HasWeights : CPred<"::lutfuse::isWeights("
    "::llvm::cast<::mlir::ShapedType>($_self).getElementType())">;

// conv_c14, fused_c8
def Lutfuse_Codes : Type<
    CPred<"::lutfuse::isCodes($_self)">, "per-tensor quantized type of storage i8, u8 or i16",
    "::mlir::quant::UniformQuantizedType">;
// table_c7, clip_c4, leaky_c7
def Lutfuse_Activation : Type<
    And<[IsRankedTensorTypePred, Lutfuse_HasCodes]>,
    "ranked tensor of per-tensor quantized i8, u8 or i16 values", "::mlir::RankedTensorType">;
// conv_c7, conv_c14
def Lutfuse_Activation4D : Type<
    And<[IsRankedTensorTypePred, HasAnyRankOfPred<[4]>, Lutfuse_HasCodes]>,
    "4D NHWC tensor of per-tensor quantized i8, u8 or i16 values", "::mlir::RankedTensorType">;
// conv_c8
def Lutfuse_Filter : Type<
    And<[IsRankedTensorTypePred, HasAnyRankOfPred<[4]>, Lutfuse_HasWeights]>,
    "4D OHWI tensor of quantized i8 or u8 values", "::mlir::RankedTensorType">;
def Lutfuse_Bias : Type<
    And<[IsRankedTensorTypePred, HasAnyRankOfPred<[1]>]>,
    "1D tensor", "::mlir::RankedTensorType">;
def Lutfuse_Table : Type<
    And<[IsRankedTensorTypePred, HasAnyRankOfPred<[1, 2]>, HasStaticShapePred]>,
    "1D or 2D tensor of static shape", "::mlir::RankedTensorType">;

// An absent attribute means its default, which canonicalization removes.

// conv_c1, conv_c2
defvar Lutfuse_Steps = DefaultValuedOptionalAttr<ConfinedAttr<DenseI64ArrayAttr,
    [DenseArrayCount<2>, DenseArrayStrictlyPositive<DenseI64ArrayAttr>]>, "{1, 1}">;
// conv_c3
defvar Lutfuse_Pad = DefaultValuedOptionalAttr<ConfinedAttr<DenseI64ArrayAttr,
    [DenseArrayCount<4>, DenseArrayNonNegative<DenseI64ArrayAttr>]>, "{0, 0, 0, 0}">;
defvar Lutfuse_OutPad = DefaultValuedOptionalAttr<
    ConfinedAttr<DenseI64ArrayAttr, [DenseArrayCount<4>]>, "{0, 0, 0, 0}">;
// conv_c4
defvar Lutfuse_Group = DefaultValuedOptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">;

def Lutfuse_AnyRequantAttr : AnyAttrOf<[Lutfuse_RequantAttr, Lutfuse_RequantF32Attr],
    "requantization", "::mlir::Attribute", "$_self">;

def Lutfuse_ParametersAttr : AnyAttrOf<[Lutfuse_ClipAttr, Lutfuse_LeakyReluAttr],
    "parameters of an activation", "::mlir::Attribute", "$_self">;

#endif
