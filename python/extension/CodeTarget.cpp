// Targets of LLVM, all of those that it was built with.
#include "CodeTarget.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>

using namespace llvm;
using namespace lutfuse;

Error lutfuse::failure(StringRef text) {
  return createStringError(text.trim().split('\n').first.rtrim());
}

Expected<const Target *> lutfuse::findTarget(const Triple &triple) {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmPrinters();
    InitializeAllAsmParsers();
  });
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return failure(message);
  return target;
}

Error lutfuse::checkTarget(const CodeTarget &target) {
  Triple triple(target.triple);
  Expected<const Target *> found = findTarget(triple);
  if (!found)
    return found.takeError();
  // LLVM itself warns on standard error only, and compiles for something else.
  std::unique_ptr<MCSubtargetInfo> info((*found)->createMCSubtargetInfo(triple, "", ""));
  if (!info || !info->isCPUStringValid(target.cpu))
    return failure("expected a processor of " + triple.getArchName().str() + " but got '" +
                   target.cpu + "'");
  return Error::success();
}

std::string lutfuse::hostTriple() { return sys::getDefaultTargetTriple(); }

std::pair<std::string, std::set<std::string>> lutfuse::hostCpu() {
  std::set<std::string> features;
  for (const auto &feature : sys::getHostCPUFeatures())
    if (feature.second)
      features.insert(feature.first().str());
  return {sys::getHostCPUName().str(), features};
}
