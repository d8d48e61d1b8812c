// LLVM as Python sees it. Other threads run while code is generated and linked.
#include "CodeUnit.h"
#include "Image.h"
#include "Module.h"

#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace lutfuse;

namespace {

struct CodegenError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void check(llvm::Error error) {
  if (error)
    throw CodegenError(llvm::toString(std::move(error)));
}

template <typename T>
T take(llvm::Expected<T> value) {
  check(value.takeError());
  return std::move(*value);
}

// Modules for one target, until they are compiled.
class CodeGenerator {
public:
  CodeGenerator(std::string triple, std::string cpu, std::string features)
      : target{std::move(triple), std::move(cpu), std::move(features)},
        unit(std::make_unique<CodeUnit>()) {
    check(checkTarget(target));
  }

  void add(MlirModule module, std::string passes) {
    check(unit->add(unwrap(module), std::move(passes)));
  }

  nb::bytes compile(CodeKind kind, const std::optional<std::set<std::string>> &keep) {
    // Whoever compiles has the modules for himself: another thread finds none.
    auto taken = std::exchange(unit, std::make_unique<CodeUnit>());
    auto run = [&] {
      nb::gil_scoped_release unlock;
      return taken->compile(target, kind, keep);
    };
    std::string code = take(run());
    return nb::bytes(code.data(), code.size());
  }

private:
  CodeTarget target;
  std::unique_ptr<CodeUnit> unit;
};

void addGenerator(nb::module_ &m) {
  nb::enum_<CodeKind>(m, "CodeKind", "What code is written as.")
      .value("OBJECT", CodeKind::object, "Machine code in an object file.")
      .value("ASSEMBLY", CodeKind::assembly, "Text of the target's assembler.")
      .value("LLVM_IR", CodeKind::llvmIR, "Text of optimized LLVM IR.");
  nb::class_<CodeGenerator>(m, "CodeGenerator",
                            "Compiles modules of the LLVM dialect for one processor.\n\n"
                            "Raises CodegenError for a target or a processor that LLVM does not\n"
                            "know.")
      .def(nb::init<std::string, std::string, std::string>(), "triple"_a, "cpu"_a,
           "features"_a = "")
      .def("add", &CodeGenerator::add, "module"_a, "passes"_a = "default<O2>",
           "Adds a module as it is now. `passes` is a pipeline of LLVM's pass manager for this\n"
           "module alone. Raises CodegenError for a module that is no LLVM IR.")
      .def("compile", &CodeGenerator::compile, "kind"_a, "keep"_a = nb::none(),
           "Compiles the modules that were added to one output, and forgets them.\n\n"
           "With `keep`, only these functions are seen from outside. The code is position-\n"
           "independent. Raises CodegenError with LLVM's own line. Other threads run meanwhile.");
}

} // namespace

void lutfuse::addCodeGeneration(nb::module_ &m) {
  nb::exception<CodegenError>(m, "CodegenError", PyExc_RuntimeError);
  m.def("host_triple", hostTriple, "Triple of this machine, e.g. x86_64-unknown-linux-gnu.");
  m.def("host_cpu", hostCpu, "LLVM's name of this processor and the features that it has.");
  addGenerator(m);
  nb::class_<Image>(
      m, "Image",
      "Object files, linked into this process; their code lives as long as this.\n\n"
      "Symbols that no object defines are those of the process, e.g. `memcpy`. Raises\n"
      "CodegenError for an object of another target.")
      .def(nb::new_([](const std::vector<nb::bytes> &objects) {
             std::vector<std::string> data;
             for (const nb::bytes &object : objects)
               data.emplace_back(object.c_str(), object.size());
             return take(Image::link(data));
           }),
           "objects"_a)
      .def(
          "address",
          [](Image &self, const std::string &symbol) {
            auto find = [&] {
              nb::gil_scoped_release unlock;
              return self.address(symbol);
            };
            return take(find());
          },
          "symbol"_a,
          "Address of a function or of data. Raises CodegenError for an unknown symbol.");
}
