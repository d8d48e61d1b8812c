// Folders and canonicalization patterns. A constant of quantized values is a constant of their
// codes behind a `quant.scast`, as no constant op of MLIR has a quantized type.
#include "LutfuseDialect.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace lutfuse;
using quant::UniformQuantizedType;

namespace {

UniformQuantizedType domainOf(TypedValue<RankedTensorType> value) {
  return cast<UniformQuantizedType>(value.getType().getElementType());
}

int64_t toCode(const APInt &bits, UniformQuantizedType domain) {
  return domain.isSigned() ? bits.getSExtValue() : int64_t(bits.getZExtValue());
}

bool isCode(int64_t code, UniformQuantizedType domain) {
  return code >= domain.getStorageTypeMin() && code <= domain.getStorageTypeMax();
}

// Whether each code selects itself, in the row of every channel.
bool isIdentity(DenseIntElementsAttr table, TableHeaderAttr header) {
  UniformQuantizedType domain = header.getInput();
  for (auto [index, entry] : llvm::enumerate(table.getValues<APInt>())) {
    int64_t code = header.getFirst() + int64_t(index % size_t(header.getEntries()));
    if (isCode(code, domain) && toCode(entry, domain) != code)
      return false;
  }
  return true;
}

// Result bits of a code, or nothing where it is outside of its type's range.
using CodeMap = function_ref<std::optional<APInt>(const APInt &bits, int64_t channel)>;

// Bits of each element's result; of a splat only the first, if channels make no difference.
std::optional<SmallVector<APInt>> mapCodes(DenseIntElementsAttr codes, bool perChannel,
                                           CodeMap map) {
  int64_t count = codes.isSplat() && !perChannel ? 1 : codes.getNumElements();
  int64_t channels = codes.getType().getShape().empty() ? 1 : codes.getType().getShape().back();
  SmallVector<APInt> results;
  for (const APInt &bits :
       llvm::make_range(codes.value_begin<APInt>(), std::next(codes.value_begin<APInt>(), count))) {
    std::optional<APInt> result = map(bits, int64_t(results.size()) % channels);
    if (!result)
      return std::nullopt;
    results.push_back(*result);
  }
  return results;
}

// Replaces an activation of a constant by a constant of the same dialect. One that others read
// too would be stored twice, unless it is a splat.
LogicalResult evaluate(Operation *op, bool perChannel, PatternRewriter &rewriter, CodeMap map) {
  Value input = op->getOperand(0);
  auto source = input.getDefiningOp<quant::StorageCastOp>();
  DenseIntElementsAttr codes;
  if (!source || !matchPattern(source.getInput(), m_Constant(&codes)) || codes.empty())
    return failure();
  if (!codes.isSplat() && !(input.hasOneUse() && source.getInput().hasOneUse()))
    return failure();
  std::optional<SmallVector<APInt>> results = mapCodes(codes, perChannel, map);
  if (!results)
    return failure();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  unsigned width = results->front().getBitWidth();
  auto plain = RankedTensorType::get(type.getShape(), rewriter.getIntegerType(width));
  Dialect *dialect = source.getInput().getDefiningOp()->getDialect();
  Operation *constant = dialect->materializeConstant(
      rewriter, DenseIntElementsAttr::get(plain, *results), plain, op->getLoc());
  if (!constant)
    return failure();
  rewriter.replaceOpWithNewOp<quant::StorageCastOp>(op, type, constant->getResult(0));
  return success();
}

struct LookUpConstant : OpRewritePattern<LutActivationOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LutActivationOp op, PatternRewriter &rewriter) const override {
    TableHeaderAttr header = op.getHeader();
    DenseIntElementsAttr table;
    if (header.getLookup() != LookupMode::direct ||
        !matchPattern(op.getTable(), m_Constant(&table)))
      return failure();
    bool perChannel = table.getType().getRank() == 2;
    auto entries = table.value_begin<APInt>();
    auto lookUp = [&](const APInt &bits, int64_t channel) -> std::optional<APInt> {
      int64_t code = toCode(bits, header.getInput());
      if (!isCode(code, header.getInput()))
        return std::nullopt;
      int64_t row = perChannel ? channel * header.getEntries() : 0;
      return entries[row + code - header.getFirst()];
    };
    return evaluate(op, perChannel, rewriter, lookUp);
  }
};

struct ClipConstant : OpRewritePattern<ClipOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ClipOp op, PatternRewriter &rewriter) const override {
    UniformQuantizedType domain = domainOf(op.getInput());
    ClipAttr clip = op.getParameters();
    auto bound = [&](const APInt &bits, int64_t) -> std::optional<APInt> {
      int64_t code = toCode(bits, domain);
      if (!isCode(code, domain))
        return std::nullopt;
      int64_t kept = std::clamp(code, clip.getMin(), clip.getMax());
      return APInt(bits.getBitWidth(), uint64_t(kept), domain.isSigned());
    };
    return evaluate(op, /*perChannel=*/false, rewriter, bound);
  }
};

// Bounds outside of the outer ones become the nearer outer one, disjoint ranges a single code.
struct ComposeClips : OpRewritePattern<ClipOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ClipOp outer, PatternRewriter &rewriter) const override {
    auto inner = outer.getInput().getDefiningOp<ClipOp>();
    // Where others read the value between, its producer would have one user more.
    if (!inner || !inner->hasOneUse())
      return failure();
    ClipAttr first = inner.getParameters(), second = outer.getParameters();
    auto composed = ClipAttr::get(rewriter.getContext(),
                                  std::clamp(first.getMin(), second.getMin(), second.getMax()),
                                  std::clamp(first.getMax(), second.getMin(), second.getMax()));
    rewriter.modifyOpInPlace(outer, [&] {
      outer.getInputMutable().assign(inner.getInput());
      outer.setParametersAttr(composed);
      outer->setLoc(rewriter.getFusedLoc({inner.getLoc(), outer.getLoc()}));
    });
    return success();
  }
};

// An absent attribute means its default, so that an op which states it is an equal one.
template <typename OpTy>
struct DropDefaults : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    std::pair<StringRef, Attribute> defaults[] = {
        {"stride", rewriter.getDenseI64ArrayAttr({1, 1})},
        {"dilation", rewriter.getDenseI64ArrayAttr({1, 1})},
        {op.getPaddingName(), rewriter.getDenseI64ArrayAttr({0, 0, 0, 0})},
        {"group", rewriter.getI64IntegerAttr(1)}};
    SmallVector<StringRef> stated;
    for (auto [name, attr] : defaults)
      if (op->getInherentAttr(name).value_or(Attribute()) == attr)
        stated.push_back(name);
    if (stated.empty())
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      for (StringRef name : stated)
        op->removeAttr(name);
    });
    return success();
  }
};

} // namespace

OpFoldResult ClipOp::fold(FoldAdaptor) {
  UniformQuantizedType domain = domainOf(getInput());
  bool isWhole = getParameters().getMin() == domain.getStorageTypeMin() &&
                 getParameters().getMax() == domain.getStorageTypeMax();
  return isWhole ? OpFoldResult(getInput()) : OpFoldResult();
}

OpFoldResult LutActivationOp::fold(FoldAdaptor adaptor) {
  auto table = dyn_cast_or_null<DenseIntElementsAttr>(adaptor.getTable());
  bool keepsDomain = getInput().getType() == getResult().getType();
  if (!table || !keepsDomain || getHeader().getLookup() != LookupMode::direct)
    return {};
  return isIdentity(table, getHeader()) ? OpFoldResult(getInput()) : OpFoldResult();
}

void ClipOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<ClipConstant, ComposeClips>(context);
}

void LutActivationOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                  MLIRContext *context) {
  patterns.add<LookUpConstant>(context);
}

void Conv2DOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropDefaults<Conv2DOp>>(context);
}

void ConvTranspose2DOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                    MLIRContext *context) {
  patterns.add<DropDefaults<ConvTranspose2DOp>>(context);
}

void FusedConv2DOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropDefaults<FusedConv2DOp>>(context);
}

void FusedConvTranspose2DOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                         MLIRContext *context) {
  patterns.add<DropDefaults<FusedConvTranspose2DOp>>(context);
}
