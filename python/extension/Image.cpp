// Objects in this process, through LLVM's ORC.
#include "Image.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;
using namespace lutfuse;

// ORC links whatever it is given, and the process would run it.
static Error checkArchitecture(StringRef data, const Triple &wanted) {
  auto object = object::ObjectFile::createObjectFile(MemoryBufferRef(data, "lutfuse.o"));
  if (!object)
    return object.takeError();
  Triple::ArchType got = (*object)->getArch();
  if (got == wanted.getArch())
    return Error::success();
  return createStringError("expected an object of " + Triple::getArchTypeName(wanted.getArch()) +
                           " but got one of " + Triple::getArchTypeName(got));
}

struct Image::State {
  std::unique_ptr<orc::LLJIT> jit;
};

Image::Image(std::unique_ptr<State> state) : state(std::move(state)) {}
Image::~Image() = default;

Expected<std::unique_ptr<Image>> Image::link(const std::vector<std::string> &objects) {
  InitializeNativeTarget();
  auto state = std::make_unique<State>();
  if (Error error = orc::LLJITBuilder().create().moveInto(state->jit))
    return std::move(error);
  // What goes wrong is the result of a call, and not a line on standard error.
  state->jit->getExecutionSession().setErrorReporter(
      [](Error error) { consumeError(std::move(error)); });
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      state->jit->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  state->jit->getMainJITDylib().addGenerator(std::move(*process));
  for (auto [number, object] : enumerate(objects)) {
    if (Error error = checkArchitecture(object, state->jit->getTargetTriple()))
      return std::move(error);
    std::string name = ("lutfuse_" + Twine(number) + ".o").str();
    if (Error error = state->jit->addObjectFile(MemoryBuffer::getMemBufferCopy(object, name)))
      return std::move(error);
  }
  return std::unique_ptr<Image>(new Image(std::move(state)));
}

Expected<uint64_t> Image::address(const std::string &symbol) {
  Expected<orc::ExecutorAddr> found = state->jit->lookup(symbol);
  if (!found)
    return found.takeError();
  return found->getValue();
}
