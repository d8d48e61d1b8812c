// The part of the Python module that reads `ConvolutionOpInterface`.
#pragma once

#include <nanobind/nanobind.h>

namespace lutfuse {

void addConvolution(nanobind::module_ &m);

} // namespace lutfuse
