// What the four convolutions of the dialect have in common.
#ifndef LUTFUSE_INTERFACES_TD
#define LUTFUSE_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Lutfuse_ConvolutionOpInterface : OpInterface<"ConvolutionOpInterface"> {
  let cppNamespace = "::lutfuse";
  let description = [{
    A quantized convolution, plain or transposed, alone or with its activation. The
    parts of an activation are null where the op has none, and where an op that does
    not verify lacks them.
  }];
  let methods = [
    InterfaceMethod<"Activations, NHWC.",
      "::mlir::TypedValue<::mlir::RankedTensorType>", "getInput">,
    InterfaceMethod<"The filter, OHWI.",
      "::mlir::TypedValue<::mlir::RankedTensorType>", "getFilter">,
    InterfaceMethod<"The bias, or null.",
      "::mlir::TypedValue<::mlir::RankedTensorType>", "getBias">,
    InterfaceMethod<"The table of the activation, or null.",
      "::mlir::TypedValue<::mlir::RankedTensorType>", "getTable">,
    InterfaceMethod<"Activations, NHWC.",
      "::mlir::TypedValue<::mlir::RankedTensorType>", "getResult">,
    InterfaceMethod<"Height and width.", "::llvm::ArrayRef<int64_t>", "getStride">,
    InterfaceMethod<"Top, bottom, left, right: of the result where transposed.",
      "::llvm::ArrayRef<int64_t>", "getPadding">,
    InterfaceMethod<"Name of the attribute that `getPadding` reads.",
      "::llvm::StringRef", "getPaddingName">,
    InterfaceMethod<"Height and width, [1, 1] where transposed.",
      "::llvm::ArrayRef<int64_t>", "getDilation">,
    InterfaceMethod<"Groups of the channels.", "uint64_t", "getGroup">,
    InterfaceMethod<"`#lutfuse.requant` or `#lutfuse.requant_f32`.",
      "::mlir::Attribute", "getRequant">,
    InterfaceMethod<"Label of the table's function, or null.",
      "::lutfuse::ActivationKindAttr", "getKindAttr">,
    InterfaceMethod<"How the table is indexed, or null.",
      "::lutfuse::TableHeaderAttr", "getHeaderAttr">,
    InterfaceMethod<"Parameters of an activation without a table, or null.",
      "::mlir::Attribute", "getActivationAttr">,
    InterfaceMethod<
      "Type of the codes between convolution and activation: the result's element type "
      "without an activation. Null where a fused op has no quantized one.",
      "::mlir::quant::UniformQuantizedType", "getDomain">,
    InterfaceMethod<"Whether each input position adds a patch to the result.",
      "bool", "isTransposed">,
    InterfaceMethod<"Whether the activation is a part of the op.", "bool", "isFused">,
  ];
}

#endif
