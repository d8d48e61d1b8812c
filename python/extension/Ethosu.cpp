// What Python reads of the dialect `ethosu`: parameters of attributes, accelerators.
#include "Module.h"
#include "Typing.h"

#include "ethosu/Accelerators.h"
#include "ethosu/EthosuDialect.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Parameters = nb::typed<nb::dict, nb::str, lutfuse::names::Any>;

nb::list sizes(llvm::ArrayRef<int64_t> values) {
  nb::list list;
  for (int64_t value : values)
    list.append(value);
  return list;
}

nb::dict parametersOf(ethosu::RangeAttr range) {
  nb::dict dict;
  dict["region"] = ethosu::stringifyMemoryRegion(range.getRegion()).str();
  dict["address"] = range.getAddress();
  dict["length"] = range.getLength();
  return dict;
}

nb::dict parametersOf(ethosu::FeatureMapAttr map) {
  nb::dict dict;
  dict["element"] = ethosu::stringifyElement(map.getElement()).str();
  dict["shape"] = sizes(map.getShape());
  dict["layout"] = ethosu::stringifyLayout(map.getLayout()).str();
  dict["region"] = ethosu::stringifyMemoryRegion(map.getRegion()).str();
  dict["address"] = map.getAddress();
  dict["zero_point"] = map.getZeroPoint();
  dict["strides"] = sizes(map.getStrides());
  return dict;
}

nb::dict parametersOf(ethosu::KernelAttr kernel) {
  nb::dict dict;
  dict["size"] = sizes(kernel.getSize());
  dict["stride"] = sizes(kernel.getStride());
  dict["dilation"] = sizes(kernel.getDilation());
  return dict;
}

Parameters parametersOf(mlir::Attribute attr) {
  nb::dict dict;
  if (auto range = llvm::dyn_cast<ethosu::RangeAttr>(attr))
    return parametersOf(range);
  if (auto map = llvm::dyn_cast<ethosu::FeatureMapAttr>(attr))
    return parametersOf(map);
  if (auto kernel = llvm::dyn_cast<ethosu::KernelAttr>(attr))
    return parametersOf(kernel);
  if (auto scale = llvm::dyn_cast<ethosu::ScaleAttr>(attr)) {
    dict["multiplier"] = scale.getMultiplier();
    dict["shift"] = scale.getShift();
  } else if (auto clamp = llvm::dyn_cast<ethosu::ClampAttr>(attr)) {
    dict["low"] = clamp.getMin();
    dict["high"] = clamp.getMax();
  } else if (auto table = llvm::dyn_cast<ethosu::TableAttr>(attr)) {
    dict = parametersOf(table.getSource());
    dict["slot"] = table.getSlot();
  } else {
    throw nb::value_error("expected an attribute of the dialect 'ethosu' with parameters");
  }
  return dict;
}

std::vector<Parameters> accelerators() {
  std::vector<Parameters> all;
  for (const ethosu::Accelerator &one : ethosu::accelerators) {
    nb::dict facts;
    facts["name"] = one.name;
    facts["is_u65"] = one.u65;
    facts["cores"] = one.cores;
    facts["macs"] = one.macs;
    facts["banks"] = one.banks;
    facts["transfers"] = one.transfers;
    facts["ofm_depth"] = one.microBlock[2];
    facts["table_address"] = one.tableAddress();
    all.push_back(facts);
  }
  return all;
}

} // namespace

void lutfuse::addEthosu(nb::module_ &m) {
  m.def(
      "ethosu_parameters", [](MlirAttribute attr) { return parametersOf(unwrap(attr)); }, "attr"_a,
      "Parameters by name of an attribute of the dialect `ethosu`: str, int or list of int.\n\n"
      "Raises ValueError for any other attribute, enums included.");
  m.def("ethosu_accelerators", accelerators,
        "What is known of each accelerator, by the names of `lutfuse.dialects.accelerators`.");
}
