// The form of the dialect `ethosu` in bytecode.
#pragma once

#include "EthosuDialect.h"

namespace ethosu {

void addBytecodeInterface(EthosuDialect &dialect);

} // namespace ethosu
