#include "Fields.h"

using namespace mlir;
using namespace lutfuse;
using quant::UniformQuantizedType;

// One word of a few: `what` names them in the message.
template <typename ValueTy>
static ParseResult parseWord(AsmParser &parser, ValueTy &value, StringRef what,
                             function_ref<std::optional<ValueTy>(StringRef)> symbolize) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<ValueTy> found = symbolize(word);
  if (!found)
    return parser.emitError(loc) << "expected " << what << " but got '" << word << "'";
  value = *found;
  return success();
}

ParseResult lutfuse::parseField(AsmParser &parser, int64_t &value) {
  return parser.parseInteger(value);
}

// MLIR's parser takes -1 for the largest unsigned integer.
ParseResult lutfuse::parseField(AsmParser &parser, uint32_t &value) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t wide;
  if (parser.parseInteger(wide))
    return failure();
  value = uint32_t(wide);
  if (int64_t(value) != wide)
    return parser.emitError(loc) << "expected an integer in [0, 4294967295] but got " << wide;
  return success();
}

ParseResult lutfuse::parseField(AsmParser &parser, bool &value) {
  auto symbolize = [](StringRef word) -> std::optional<bool> {
    if (word != "true" && word != "false")
      return std::nullopt;
    return word == "true";
  };
  return parseWord<bool>(parser, value, "'true' or 'false'", symbolize);
}

ParseResult lutfuse::parseField(AsmParser &parser, RoundingMode &value) {
  return parseWord<RoundingMode>(parser, value, "rounding 'single_round' or 'double_round'",
                                 [](StringRef word) { return symbolizeRoundingMode(word); });
}

ParseResult lutfuse::parseField(AsmParser &parser, LookupMode &value) {
  return parseWord<LookupMode>(parser, value, "look-up 'direct' or 'interpolated'",
                               [](StringRef word) { return symbolizeLookupMode(word); });
}

ParseResult lutfuse::parseField(AsmParser &parser, std::optional<Source> &value) {
  return parseWord<Source>(parser, value.emplace(), "'convolution' or 'activation'",
                           [](StringRef word) { return symbolizeSource(word); });
}

ParseResult lutfuse::parseField(AsmParser &parser, std::string &value) {
  return parser.parseString(&value);
}

ParseResult lutfuse::parseField(AsmParser &parser, SmallVector<int32_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(values.emplace_back()); });
}

ParseResult lutfuse::parseField(AsmParser &parser, UniformQuantizedType &type) {
  SMLoc loc = parser.getCurrentLocation();
  Type any;
  if (parser.parseType(any))
    return failure();
  type = dyn_cast<UniformQuantizedType>(any);
  if (!type)
    return parser.emitError(loc) << "expected a per-tensor quantized type but got " << any;
  return success();
}

// The dense array's own form keeps six digits, which is not enough for a float32.
ParseResult lutfuse::parseField(AsmParser &parser, DenseF32ArrayAttr &scales) {
  SmallVector<float> values;
  auto parseScale = [&] {
    APFloat value(APFloat::IEEEsingle());
    if (parser.parseFloat(APFloat::IEEEsingle(), value))
      return failure();
    values.push_back(value.convertToFloat());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseScale))
    return failure();
  scales = DenseF32ArrayAttr::get(parser.getContext(), values);
  return success();
}

ParseResult lutfuse::parseField(AsmParser &parser, RequantAttr &requant) {
  return parser.parseCustomAttributeWithFallback(requant);
}

void lutfuse::printField(AsmPrinter &printer, int64_t value) { printer << value; }
void lutfuse::printField(AsmPrinter &printer, uint32_t value) { printer << value; }
void lutfuse::printField(AsmPrinter &printer, bool value) { printer << (value ? "true" : "false"); }
void lutfuse::printField(AsmPrinter &printer, RoundingMode value) {
  printer << stringifyRoundingMode(value);
}
void lutfuse::printField(AsmPrinter &printer, LookupMode value) {
  printer << stringifyLookupMode(value);
}

void lutfuse::printField(AsmPrinter &printer, std::optional<Source> value) {
  printer << stringifySource(*value);
}

void lutfuse::printField(AsmPrinter &printer, StringRef value) { printer.printString(value); }

void lutfuse::printField(AsmPrinter &printer, ArrayRef<int32_t> values) {
  printer << '[' << values << ']';
}

void lutfuse::printField(AsmPrinter &printer, UniformQuantizedType type) { printer << type; }

void lutfuse::printField(AsmPrinter &printer, DenseF32ArrayAttr scales) {
  printer << '[';
  auto printScale = [&](float value) { printer.printFloat(APFloat(value)); };
  llvm::interleaveComma(scales.asArrayRef(), printer, printScale);
  printer << ']';
}

void lutfuse::printField(AsmPrinter &printer, RequantAttr requant) {
  printer.printStrippedAttrOrType(requant);
}

ParseResult lutfuse::parseKind(AsmParser &parser, std::string &kind) {
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  kind = word.str();
  return success();
}

void lutfuse::printKind(AsmPrinter &printer, StringRef kind) { printer << kind; }
