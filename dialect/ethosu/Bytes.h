// Sizes and code ranges of elements.
#pragma once

#include "EthosuDialect.h"

namespace ethosu {

struct CodeRange {
  int64_t low, high;
};

inline int64_t bytesOf(Element element) {
  switch (element) {
  case Element::i8:
  case Element::u8:
    return 1;
  case Element::i16:
  case Element::u16:
    return 2;
  case Element::i32:
    return 4;
  }
  llvm_unreachable("an element is one of those");
}

inline CodeRange codesOf(Element element) {
  int64_t count = int64_t(1) << (8 * bytesOf(element));
  if (element == Element::u8 || element == Element::u16)
    return {0, count - 1};
  return {-count / 2, count / 2 - 1};
}

// One past the last byte that a feature map touches.
int64_t endOf(FeatureMapAttr map);

} // namespace ethosu
