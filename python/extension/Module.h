// Parts of the Python module `lutfuse._lutfuse`, one a file.
#pragma once

#include <nanobind/nanobind.h>

namespace lutfuse {

void addAttributes(nanobind::module_ &m);
void addCodeGeneration(nanobind::module_ &m);
void addConvolution(nanobind::module_ &m);
void addEthosu(nanobind::module_ &m);
void addKinds(nanobind::module_ &m);
void addOperations(nanobind::module_ &m);
void addPasses(nanobind::module_ &m);
void addProvenance(nanobind::module_ &m);
void addRemarks(nanobind::module_ &m);

} // namespace lutfuse
