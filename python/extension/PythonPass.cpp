// Passes written in Python under their names in MLIR's pass registry.
#include "Bridge.h"

#include "ethosu/EthosuDialect.h"
#include "lutfuse/LutfuseDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ArmNeon/ArmNeonDialect.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace lutfuse;

namespace {

using InsertFn = void (*)(DialectRegistry &);

template <typename... DialectTs>
llvm::StringMap<InsertFn> makeTable() {
  llvm::StringMap<InsertFn> table;
  (table.insert({DialectTs::getDialectNamespace(),
                 [](DialectRegistry &registry) { registry.insert<DialectTs>(); }}),
   ...);
  return table;
}

// A registry wants the class of a dialect, and Python has its name.
const llvm::StringMap<InsertFn> &dialectsByName() {
  static const auto table =
      makeTable<LLVM::LLVMDialect, affine::AffineDialect, arith::ArithDialect,
                arm_neon::ArmNeonDialect, bufferization::BufferizationDialect,
                cf::ControlFlowDialect, complex::ComplexDialect, ethosu::EthosuDialect,
                func::FuncDialect, index::IndexDialect, linalg::LinalgDialect, LutfuseDialect,
                math::MathDialect, memref::MemRefDialect, ml_program::MLProgramDialect,
                quant::QuantDialect, scf::SCFDialect, shape::ShapeDialect, tensor::TensorDialect,
                tosa::TosaDialect, ub::UBDialect, vector::VectorDialect>();
  return table;
}

class PythonPass : public Pass {
public:
  // The pass has no op name of its own: with one, MLIR aborts the process when a
  // pipeline nests the pass elsewhere, instead of reporting it.
  PythonPass(const PythonPassSpec &spec, TypeID id) : Pass(id), spec(spec) {
    for (const auto &option : spec.options)
      options.push_back(std::make_unique<Option<std::string>>(*this, option.name,
                                                              llvm::cl::desc(option.description),
                                                              llvm::cl::init(option.defaultValue)));
  }
  PythonPass(const PythonPass &other) : PythonPass(other.spec, other.getTypeID()) {
    copyOptionValuesFrom(&other);
  }

  StringRef getName() const override { return spec.argument; }
  StringRef getArgument() const override { return spec.argument; }
  StringRef getDescription() const override { return spec.description; }
  std::unique_ptr<Pass> clonePass() const override { return std::make_unique<PythonPass>(*this); }

  bool canScheduleOn(RegisteredOperationName name) const override {
    return name.getStringRef() == ModuleOp::getOperationName();
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    for (const std::string &name : spec.dialects)
      dialectsByName().lookup(name)(registry);
  }

  void runOnOperation() override {
    Operation *module = getOperation();
    // Nested modules run on worker threads, which would wait for the interpreter
    // lock that the caller of the pass manager holds.
    if (module->getParentOp()) {
      module->emitError() << "pass '" << spec.argument
                          << "' expected the outermost builtin.module but got a nested one";
      return signalPassFailure();
    }
    StringPairs values;
    for (auto [declared, option] : llvm::zip(spec.options, options))
      values.emplace_back(declared.name, option->getValue());
    if (PythonPassSpec::Failure failure = spec.run(module, values)) {
      emitError(failure->second.value_or(module->getLoc())) << failure->first;
      signalPassFailure();
    }
  }

private:
  const PythonPassSpec &spec;
  std::vector<std::unique_ptr<Option<std::string>>> options;
};

} // namespace

bool lutfuse::isDeclarable(const std::string &dialect) {
  return dialectsByName().contains(dialect);
}

void lutfuse::registerPythonPass(PythonPassSpec spec) {
  // Registered passes live until the process ends, so this memory does, too.
  static auto *ids = new TypeIDAllocator();
  static auto *specs = new std::vector<std::unique_ptr<PythonPassSpec>>();
  specs->push_back(std::make_unique<PythonPassSpec>(std::move(spec)));
  PythonPassSpec *kept = specs->back().get();
  TypeID id = ids->allocate();
  registerPass([kept, id] { return std::make_unique<PythonPass>(*kept, id); });
}

void lutfuse::registerPythonPipeline(PythonPipelineSpec spec) {
  registerPassPipeline(
      spec.argument, spec.description,
      [expand = spec.expand](OpPassManager &pm, StringRef options,
                             function_ref<LogicalResult(const Twine &)> onError) -> LogicalResult {
        PythonPipelineSpec::Text pipeline = expand(options.str());
        if (!pipeline.valid)
          return onError(pipeline.text);
        return parsePassPipeline(pipeline.text, pm);
      },
      [](function_ref<void(const mlir::detail::PassOptions &)>) {});
}

void lutfuse::registerDialect(MLIRContext *context) {
  DialectRegistry registry;
  registry.insert<ethosu::EthosuDialect, LutfuseDialect>();
  context->appendDialectRegistry(registry);
  context->loadDialect<ethosu::EthosuDialect, LutfuseDialect>();
}
