// How arguments and results are called in the stub of the Python module, where nanobind or MLIR's
// adaptors have no name for them, or a wider one.
#pragma once

#include "mlir/Bindings/Python/NanobindAdaptors.h"

namespace lutfuse {

// An operation or an op class's view of one.
struct AnyOperation {
  MlirOperation operation;
};

// A Python object that the stub calls what `Tag` is called there.
template <typename Tag>
using Named = nanobind::typed<nanobind::object, Tag>;

} // namespace lutfuse

#define LUTFUSE_NAME(tag, text)                                                                    \
  namespace lutfuse::names {                                                                       \
  struct tag {};                                                                                   \
  }                                                                                                \
  template <>                                                                                      \
  struct nanobind::detail::type_caster<lutfuse::names::tag> {                                      \
    static constexpr auto Name = const_name(text);                                                 \
  }

LUTFUSE_NAME(Any, "typing.Any");
LUTFUSE_NAME(Operation, "mlir.ir.Operation");
LUTFUSE_NAME(Self, "typing_extensions.Self");
LUTFUSE_NAME(ActivationKind, "ActivationKindAttr");
LUTFUSE_NAME(Parameters, "ClipAttr | LeakyReluAttr");
LUTFUSE_NAME(Requant, "RequantAttr");
LUTFUSE_NAME(AnyRequant, "RequantAttr | RequantF32Attr");
LUTFUSE_NAME(TableHeader, "TableHeaderAttr");
LUTFUSE_NAME(Domain, "mlir.dialects.quant.UniformQuantizedType");

#undef LUTFUSE_NAME

template <>
struct nanobind::detail::type_caster<lutfuse::AnyOperation> {
  NB_TYPE_CASTER(lutfuse::AnyOperation, const_name("mlir.ir.Operation | mlir.ir.OpView"))

  bool from_python(handle source, uint8_t flags, cleanup_list *cleanup) noexcept {
    make_caster<MlirOperation> operation;
    if (!operation.from_python(source, flags, cleanup))
      return false;
    value.operation = operation.value;
    return true;
  }
};
