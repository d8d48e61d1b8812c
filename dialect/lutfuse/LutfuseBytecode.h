// The form of the dialect `lutfuse` in bytecode.
#pragma once

#include "LutfuseDialect.h"

namespace lutfuse {

void addBytecodeInterface(LutfuseDialect &dialect);

} // namespace lutfuse
