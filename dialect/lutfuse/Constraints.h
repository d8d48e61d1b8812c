// The numbered constraints of LutfuseOps.td as functions over types and
// attributes, so that a plain op and its fused form share one check.
#pragma once

#include "LutfuseDialect.h"

namespace lutfuse {

// Starts an error on the op that is being verified.
using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

// What the constraints read of a `ConvolutionOpInterface`, as types and attributes.
struct Convolution {
  mlir::RankedTensorType input, filter, result;
  mlir::RankedTensorType bias; // null without a bias
  mlir::quant::UniformQuantizedType domain;
  llvm::ArrayRef<int64_t> stride;
  llvm::ArrayRef<int64_t> pad;
  llvm::StringRef padName; // of the attribute
  llvm::ArrayRef<int64_t> dilation;
  int64_t group;
  mlir::Attribute requant;
  bool transposed;
};

// A table with its header between two domains.
struct TableUse {
  mlir::RankedTensorType table;
  TableHeaderAttr header;
  mlir::quant::UniformQuantizedType input, result;
  int64_t channels; // last axis of the result: dynamic where unknown, 1 for a scalar
};

// An activation's parameters between two domains, like a table.
struct ParameterUse {
  mlir::Attribute parameters;
  mlir::quant::UniformQuantizedType input, result;
  int64_t channels;
};

inline bool isStatic(int64_t dim) { return !mlir::ShapedType::isDynamic(dim); }

// Dynamic dimensions agree with everything: what they are is known at run time.
inline bool agree(int64_t a, int64_t b) { return !isStatic(a) || !isStatic(b) || a == b; }

// The factor that a requantization holds for a channel, and its resolution.
struct Factor {
  double value, unit;
};

Factor factorOf(mlir::Attribute requant, size_t channel);

// One unit of the multiplier is the rounding of the integer form; 2^-22 of the value is
// the rounding of scales that were float32 once.
bool isClose(Factor got, double expected);

// Nine digits tell two float32 values apart; a diagnostic prints six.
std::string number(double value);

// Filter and result both know it, and either may leave it open.
int64_t outputChannels(const Convolution &conv);

// conv_c1 to conv_c15
mlir::LogicalResult verifyConvolution(EmitError emitError, const Convolution &conv);

// table_c1 to table_c6, table_c9
mlir::LogicalResult verifyTable(EmitError emitError, const TableUse &use);

// clip_c2 to clip_c5 or leaky_c3 to leaky_c8
mlir::LogicalResult verifyParameters(EmitError emitError, const ParameterUse &use);

// conv_c13, table_c8, clip_c5, leaky_c8: `what` names the type in the message.
mlir::LogicalResult verifyZeroPoint(EmitError emitError, llvm::StringRef what,
                                    mlir::quant::QuantizedType type);

} // namespace lutfuse
