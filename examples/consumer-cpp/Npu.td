// A dialect of your own that uses types and attributes of `lutfuse`, and a pattern between both.
include "lutfuse/LutfuseOps.td"
include "mlir/IR/PatternBase.td"

def Npu_Dialect : Dialect {
  let name = "npu";
  let cppNamespace = "::npu";
  let summary = "what an NPU runs";
  let dependentDialects = ["::lutfuse::LutfuseDialect"];
}

def Npu_LookUpOp : Op<Npu_Dialect, "look_up", [Pure, AllShapesMatch<["input", "result"]>]> {
  let summary = "table look-up whose label nobody reads any more";
  let arguments = (ins Lutfuse_Activation:$input, Lutfuse_Table:$table,
                       Lutfuse_TableHeaderAttr:$header);
  let results = (outs Lutfuse_Activation:$result);
  let assemblyFormat = [{
    $input `,` $table $header attr-dict `:` functional-type(operands, results)
  }];
}

def LowerLutActivation : Pat<(Lutfuse_LutActivationOp $input, $table, $kind, $header),
                             (Npu_LookUpOp $input, $table, $header)>;
