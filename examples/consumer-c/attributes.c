/* Makes the attributes of a convolution with a clip, parses an op that has them, and compares. */
#include "lutfuse-c/Lutfuse.h"
#include "mlir-c/Diagnostics.h"

#include <stdio.h>
#include <string.h>

static const char *const text =
    "!x = tensor<1x8x8x4x!quant.uniform<i8:f32, 0.5>>\n"
    "!w = tensor<4x1x1x4x!quant.uniform<i8:f32, 0.25>>\n"
    "!y = tensor<1x8x8x4x!quant.uniform<i8:f32, 2.0:-3>>\n"
    "%0:2 = \"test.source\"() : () -> (!x, !w)\n"
    "%1 = lutfuse.fused_conv2d %0#0, %0#1 activation clip <min = -3, max = 57>\n"
    "    intermediate !quant.uniform<i8:f32, 2.0:-3>\n"
    "    requant <multiplier = [1073741824], shift = [34], rounding = double_round>\n"
    "  : (!x, !w) -> !y\n";

static MlirStringRef ref(const char *text) { return mlirStringRefCreateFromCString(text); }

static void print(MlirStringRef part, void *file) {
  fwrite(part.data, 1, part.length, (FILE *)file);
}

static MlirLogicalResult report(MlirDiagnostic diagnostic, void *file) {
  fputs("refused: ", file);
  mlirDiagnosticPrint(diagnostic, print, file);
  fputc('\n', file);
  return mlirLogicalResultSuccess();
}

/* The second op of a module. */
static MlirOperation second(MlirModule module) {
  MlirBlock body = mlirModuleGetBody(module);
  return mlirOperationGetNextInBlock(mlirBlockGetFirstOperation(body));
}

static void compare(MlirOperation op, const char *name, MlirAttribute made) {
  mlirAttributePrint(made, print, stdout);
  MlirAttribute parsed = mlirOperationGetInherentAttributeByName(op, ref(name));
  printf(mlirAttributeEqual(made, parsed) ? " is the op's '%s'\n" : " is not the op's '%s'\n",
         name);
}

static void load(MlirDialectHandle handle, MlirContext context) {
  MlirDialect dialect = mlirDialectHandleLoadDialect(handle, context);
  fputs("loaded ", stdout);
  print(mlirDialectGetNamespace(dialect), stdout);
  fputc('\n', stdout);
}

int main(void) {
  MlirContext context = mlirContextCreate();
  load(mlirGetDialectHandle__ethosu__(), context);
  load(mlirGetDialectHandle__lutfuse__(), context);
  mlirContextSetAllowUnregisteredDialects(context, true); /* for `test.source` */
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(context, report, stdout, NULL);
  MlirModule module = mlirModuleCreateParse(context, ref(text));
  if (mlirModuleIsNull(module))
    return 1;

  MlirLocation here = mlirLocationUnknownGet(context);
  const int32_t multipliers[] = {1073741824}, shifts[] = {34};
  MlirAttribute requant = lutfuseRequantAttrGetChecked(here, 1, multipliers, 1, shifts,
                                                       ref("double_round"), /*multiplierBits=*/32);
  MlirAttribute clip = lutfuseClipAttrGetChecked(here, -3, 57);
  compare(second(module), "requant", requant);
  compare(second(module), "activation", clip);
  printf("clip from %d to %d\n", (int)lutfuseClipAttrGetMin(clip),
         (int)lutfuseClipAttrGetMax(clip));

  MlirAttribute wrong = lutfuseClipAttrGetChecked(here, 1, 0);
  int failed = !mlirAttributeIsNull(wrong);

  mlirModuleDestroy(module);
  mlirContextDetachDiagnosticHandler(context, handler);
  mlirContextDestroy(context);
  return failed;
}
