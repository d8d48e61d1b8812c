// The part of the Python module that is about attributes of the dialect `lutfuse`.
#pragma once

#include <nanobind/nanobind.h>

namespace lutfuse {

void addAttributes(nanobind::module_ &m);

} // namespace lutfuse
