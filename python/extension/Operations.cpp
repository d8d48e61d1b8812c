// What MLIR's Python bindings cannot tell of operations, values and attributes.
#include "Bridge.h"
#include "Module.h"
#include "Typing.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

void lutfuse::addOperations(nb::module_ &m) {
  m.def(
      "discardable_attributes",
      [](AnyOperation op) {
        std::vector<std::string> names;
        for (mlir::NamedAttribute named : unwrap(op.operation)->getDiscardableAttrs())
          names.push_back(named.getName().str());
        return names;
      },
      "op"_a, "Names of the discardable attributes of an operation.");
  m.def(
      "inherent_attributes",
      [](const std::string &name, MlirContext context) {
        std::vector<std::string> names;
        if (auto op = mlir::RegisteredOperationName::lookup(name, unwrap(context)))
          for (mlir::StringAttr attribute : op->getAttributeNames())
            names.push_back(attribute.str());
        return names;
      },
      "name"_a, "context"_a = nb::none(),
      "Names of the attributes that an operation declares, none where it is not registered.");
  m.def(
      "use_count",
      [](MlirValue value, int64_t limit) {
        int64_t count = 0;
        for (auto use = unwrap(value).use_begin(); count < limit && use != unwrap(value).use_end();
             ++use)
          ++count;
        return count;
      },
      "value"_a, "limit"_a,
      "Number of uses of a value, counted up to `limit`.\n\n"
      "The end of `value.uses` in Python is an exception in C++, and a value may have very many\n"
      "uses.");
  m.def(
      "enclosing_function",
      [](AnyOperation op) {
        for (mlir::Operation *at = unwrap(op.operation)->getParentOp(); at; at = at->getParentOp())
          if (auto name = at->getAttrOfType<mlir::StringAttr>("sym_name"))
            return name.str();
        return std::string();
      },
      "op"_a, "Symbol name of the function around an operation, empty outside of one.");
  m.def(
      "find_foreign_op",
      [](AnyOperation root, const std::vector<std::string> &dialects) {
        std::optional<MlirOperation> found;
        unwrap(root.operation)->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
          if (llvm::is_contained(dialects, op->getName().getDialectNamespace()))
            return mlir::WalkResult::advance();
          found = wrap(op);
          return mlir::WalkResult::interrupt();
        });
        return found;
      },
      "op"_a, "dialects"_a,
      "The first operation, in program order, of none of these dialects; None if there is none.");
  m.def(
      "attach_debug_info", [](AnyOperation op) { attachDebugInfo(unwrap(op.operation)); }, "op"_a,
      "Gives the functions of LLVM's dialect in a module scopes and lines from their locations.\n\n"
      "Each source of an operation stands as if it were inlined into the one before.");
  m.def(
      "is_memory_effect_free",
      [](AnyOperation op) { return mlir::isMemoryEffectFree(unwrap(op.operation)); }, "op"_a,
      "Whether an operation, and all in its regions, is known to read and write no memory.");
}
