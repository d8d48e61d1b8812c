// The part of the Python module that is about the dialect `ethosu`.
#pragma once

#include <nanobind/nanobind.h>

namespace lutfuse {

void addEthosu(nanobind::module_ &m);

} // namespace lutfuse
