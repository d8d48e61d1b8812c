// RUN: lutfuse-opt %s --verify-roundtrip

// table_c1 to table_c4: the twins of ethosu-table*-invalid.mlir that are right.

func.func private @table_c1_0() attributes {a = #ethosu.table<<constants + 16, 256>>}

func.func private @table_c2_0() attributes {a = #ethosu.table<<constants + 0, 2048>>}

func.func private @table_c3_0() attributes {a = #ethosu.table<<constants + 0, 256> slot = 7>}

func.func private @table_c4_0() attributes {a = #ethosu.table<<constants + 0, 2048> slot = 0>}
