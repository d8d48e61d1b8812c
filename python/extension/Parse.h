// Files as modules that know what the file is called.
#pragma once

#include <nanobind/nanobind.h>

namespace lutfuse {

void addParsing(nanobind::module_ &m);

} // namespace lutfuse
