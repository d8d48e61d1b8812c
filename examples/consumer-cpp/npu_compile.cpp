// A compiler for a made-up NPU: clips go into the convolutions before them, and what is left of
// the look-ups becomes ops of the NPU.
#include "lutfuse/LutfuseDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/raw_ostream.h"

#include "NpuDialect.h.inc"
#define GET_OP_CLASSES
#include "NpuOps.h.inc"

using namespace mlir;

#include "NpuDialect.cpp.inc"
#define GET_OP_CLASSES
#include "NpuOps.cpp.inc"

void npu::NpuDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "NpuOps.cpp.inc"
      >();
}

namespace {

#include "NpuPatterns.cpp.inc"

// `clip(conv2d(x))` becomes one op. The type between both stays on it as `intermediate_type`.
struct FuseClip : OpRewritePattern<lutfuse::ClipOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(lutfuse::ClipOp clip, PatternRewriter &rewriter) const override {
    auto conv = clip.getInput().getDefiningOp<lutfuse::Conv2DOp>();
    if (!conv || !conv->hasOneUse())
      return failure();
    auto intermediate = cast<RankedTensorType>(conv.getResult().getType()).getElementType();
    auto fused = lutfuse::FusedConv2DOp::create(
        rewriter, rewriter.getFusedLoc({conv.getLoc(), clip.getLoc()}), clip.getResult().getType(),
        conv.getInput(), conv.getFilter(), conv.getBias(), /*table=*/Value(),
        /*kind=*/nullptr, /*header=*/nullptr, clip.getParametersAttr(), TypeAttr::get(intermediate),
        conv.getStrideAttr(), conv.getPadAttr(), conv.getDilationAttr(), conv.getGroupAttr(),
        conv.getRequantAttr());
    rewriter.replaceOp(clip, fused);
    rewriter.eraseOp(conv);
    return success();
  }
};

struct CompileForNpu : PassWrapper<CompileForNpu, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CompileForNpu)

  StringRef getArgument() const override { return "compile-for-npu"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<npu::NpuDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseClip, LowerLutActivation>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: npu-compile MODEL.mlir\n";
    return 2;
  }
  DialectRegistry registry;
  registry
      .insert<func::FuncDialect, lutfuse::LutfuseDialect, npu::NpuDialect, quant::QuantDialect>();
  MLIRContext context(registry);
  auto module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  PassManager manager(&context); // it verifies what the pass made
  manager.addPass(std::make_unique<CompileForNpu>());
  if (failed(manager.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
