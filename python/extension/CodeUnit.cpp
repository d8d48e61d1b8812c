// LLVM's optimizer and code generators, without the interpreter lock.
#include "CodeUnit.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace llvm;
using namespace lutfuse;

namespace {

// Thrown by what LLVM calls before it would end the process.
struct FatalError {
  std::string reason;
};

// Whether this thread is inside of LLVM on behalf of a `CodeUnit`.
thread_local bool isCompiling = false;

void onFatalError(void *, const char *reason, bool) {
  if (isCompiling)
    throw FatalError{reason};
  errs() << "LLVM ERROR: " << reason << '\n'; // as LLVM does without a handler
}

// Keeps the first error of a context; others follow from it. Warnings and remarks are nobody's.
struct FirstError final : DiagnosticHandler {
  explicit FirstError(std::string &text) : text(text) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error || !text.empty())
      return true;
    raw_string_ostream stream(text);
    DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    return true;
  }

  std::string &text;
};

void hideFunctions(Module &module, const std::set<std::string> &keep) {
  for (Function &function : module)
    if (!function.isDeclaration() && !keep.count(function.getName().str()))
      function.setLinkage(GlobalValue::InternalLinkage);
}

} // namespace

struct CodeUnit::State {
  Error optimize(Module &module, StringRef passes);
  Error emit(CodeKind kind);
  Error run(const CodeTarget &target, CodeKind kind,
            const std::optional<std::set<std::string>> &keep);

  std::string firstError;
  LLVMContext context;
  std::vector<std::pair<std::unique_ptr<Module>, std::string>> parts;
  std::unique_ptr<TargetMachine> machine;
  legacy::PassManager emitter;
  SmallString<0> code;
};

Error CodeUnit::State::optimize(Module &module, StringRef passes) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(machine.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager manager;
  if (Error error = builder.parsePassPipeline(manager, passes))
    return error;
  manager.run(module, modules);
  return Error::success();
}

Error CodeUnit::State::emit(CodeKind kind) {
  Module &module = *parts.front().first;
  raw_svector_ostream stream(code);
  if (kind == CodeKind::llvmIR) {
    module.print(stream, nullptr);
    return Error::success();
  }
  auto type =
      kind == CodeKind::object ? CodeGenFileType::ObjectFile : CodeGenFileType::AssemblyFile;
  if (machine->addPassesToEmitFile(emitter, stream, nullptr, type))
    return failure("expected a target that can be emitted but got '" +
                   machine->getTargetTriple().str() + "'");
  emitter.run(module);
  return Error::success();
}

Error CodeUnit::State::run(const CodeTarget &target, CodeKind kind,
                           const std::optional<std::set<std::string>> &keep) {
  Triple triple(target.triple);
  Expected<const Target *> found = findTarget(triple);
  if (!found)
    return found.takeError();
  machine.reset((*found)->createTargetMachine(triple, target.cpu, target.features, TargetOptions(),
                                              Reloc::PIC_, std::nullopt,
                                              CodeGenOptLevel::Aggressive));
  for (auto &[module, passes] : parts) {
    module->setTargetTriple(triple);
    module->setDataLayout(machine->createDataLayout());
    if (Error error = optimize(*module, passes))
      return error;
  }
  for (auto &part : MutableArrayRef(parts).drop_front())
    if (Linker::linkModules(*parts.front().first, std::move(part.first)))
      return failure(firstError);
  if (keep)
    hideFunctions(*parts.front().first, *keep);
  if (Error error = emit(kind))
    return error;
  return firstError.empty() ? Error::success() : failure(firstError);
}

CodeUnit::CodeUnit() : state(std::make_unique<State>()) {
  state->context.setDiagnosticHandler(std::make_unique<FirstError>(state->firstError));
}

CodeUnit::~CodeUnit() = default;

Error CodeUnit::add(mlir::Operation *module, std::string passes) {
  std::string message;
  mlir::ScopedDiagnosticHandler handler(module->getContext(), [&](mlir::Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
  });
  std::unique_ptr<Module> translated = mlir::translateModuleToLLVMIR(module, state->context);
  if (!translated)
    return failure(message);
  state->parts.emplace_back(std::move(translated), std::move(passes));
  return Error::success();
}

Expected<std::string> CodeUnit::compile(const CodeTarget &target, CodeKind kind,
                                        const std::optional<std::set<std::string>> &keep) {
  if (state->parts.empty())
    return failure("expected a module to compile but got none");
  static std::once_flag once;
  std::call_once(once, [] { install_fatal_error_handler(onFatalError); });
  isCompiling = true;
  scope_exit done([] { isCompiling = false; });
  try {
    if (Error error = state->run(target, kind, keep))
      return std::move(error);
    return state->code.str().str();
  } catch (FatalError &error) {
    (void)state.release(); // half made, and so not to be taken apart
    return failure(error.reason);
  }
}
