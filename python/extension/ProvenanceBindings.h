// The part of the Python module that is about locations of fused ops.
#pragma once

#include <nanobind/nanobind.h>

namespace lutfuse {

void addProvenance(nanobind::module_ &m);

} // namespace lutfuse
