// Lines and names for debuggers and profilers: from MLIR's locations to scopes of LLVM's dialect.
#include "Bridge.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace mlir;
using namespace mlir::LLVM;

namespace {

// Names come from model files: what is no printable character is escaped, and all is cut.
std::string printable(StringRef name, size_t longest = 200) {
  std::string text;
  for (unsigned char c : name.take_front(longest)) {
    if (llvm::isPrint(c) || c >= 0x80)
      text.push_back(char(c));
    else
      text += "\\x" + llvm::toHex(StringRef(reinterpret_cast<const char *>(&c), 1), true);
  }
  return text;
}

// A layer or a place in a file that an operation comes from.
struct Source {
  std::string name, file;
  unsigned line, column;

  std::string key() const { return name + "\n" + file + "\n" + std::to_string(line); }
};

using Sources = SmallVector<Source>;
constexpr size_t mostSources = 16;

// The places inside of a location in order, each once; `name` is that of the layer around it.
void collect(Location location, Sources &found, StringRef name = {}) {
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      collect(part, found, name);
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    collect(call.getCallee(), found, name);
    collect(call.getCaller(), found, name);
  } else if (auto named = dyn_cast<NameLoc>(location)) {
    collect(named.getChildLoc(), found, named.getName());
  } else {
    auto place = dyn_cast<FileLineColLoc>(location);
    if (!place && name.empty())
      return;
    Source source{printable(name), "", 0, 0};
    if (place)
      source = {source.name, printable(place.getFilename()), place.getLine(), place.getColumn()};
    if (name.empty())
      source.name = source.file + ":" + std::to_string(source.line);
    auto same = [&](const Source &other) { return other.key() == source.key(); };
    if (found.size() < mostSources && llvm::none_of(found, same))
      found.push_back(source);
  }
}

class Writer {
public:
  explicit Writer(Operation *module) : builder(module->getContext()) {
    auto file = DIFileAttr::get(builder.getContext(), "model", "");
    unit = DICompileUnitAttr::get(distinct(), llvm::dwarf::DW_LANG_C, file,
                                  builder.getStringAttr("lutfuse"), /*isOptimized=*/true,
                                  DIEmissionKind::LineTablesOnly);
    type = DISubroutineTypeAttr::get(builder.getContext(), 0, {});
  }

  void write(LLVMFuncOp function) {
    Sources sources;
    collect(function.getLoc(), sources);
    Source own{function.getName().str(), "model", 0, 0};
    if (!sources.empty() && !sources.front().file.empty())
      own = {own.name, sources.front().file, sources.front().line, sources.front().column};
    base = scoped(own, /*isFunction=*/true);
    known.clear();
    function->walk([&](Operation *op) {
      if (op != function)
        op->setLoc(chain(op->getLoc()));
    });
    function->setLoc(base);
  }

private:
  DistinctAttr distinct() { return DistinctAttr::create(builder.getUnitAttr()); }

  // The place of a source in a scope that has the name of the layer.
  LocationAttr scoped(const Source &source, bool isFunction = false) {
    StringRef file = source.file.empty() ? "model" : StringRef(source.file);
    DISubprogramAttr &scope = scopes[source.key() + (isFunction ? "()" : "")];
    if (!scope) {
      auto place = DIFileAttr::get(builder.getContext(), file, "");
      auto name = builder.getStringAttr(source.name);
      scope = DISubprogramAttr::get(
          builder.getContext(), distinct(), unit, place, name, isFunction ? name : StringAttr(),
          place, source.line, source.line,
          DISubprogramFlags::Definition | DISubprogramFlags::Optimized, type, {}, {});
    }
    Location at = FileLineColLoc::get(builder.getContext(), file, source.line, source.column);
    return FusedLoc::get(builder.getContext(), {at}, scope);
  }

  // Each source as if it were inlined into the one before, and the first into the function.
  LocationAttr chain(Location location) {
    LocationAttr &found = known[location];
    if (found)
      return found;
    Sources sources;
    collect(location, sources);
    Location at = base;
    for (const Source &source : sources)
      at = CallSiteLoc::get(scoped(source), at);
    return found = at;
  }

  Builder builder;
  DICompileUnitAttr unit;
  DISubroutineTypeAttr type;
  LocationAttr base;
  llvm::StringMap<DISubprogramAttr> scopes;
  llvm::DenseMap<Location, LocationAttr> known;
};

} // namespace

void lutfuse::attachDebugInfo(Operation *module) {
  Writer writer(module);
  for (Region &region : module->getRegions())
    for (LLVMFuncOp function : region.getOps<LLVMFuncOp>())
      if (!function.isExternal())
        writer.write(function);
}
