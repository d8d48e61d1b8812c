// What the module needs of constants whose data is a resource.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <utility>

namespace lutfuse {

using Problem = std::optional<std::pair<std::string, mlir::Location>>;

// The first resource under `root` whose data is missing or does not fit its type.
Problem findBadResource(mlir::Operation *root);

// Puts the data of resources into the attributes: of all, or of those of one element, which
// verifiers and folders of TOSA read and abort on. The resources must have been checked.
void inlineResources(mlir::Operation *root, bool all);

void addConstants(nanobind::module_ &m);

} // namespace lutfuse
