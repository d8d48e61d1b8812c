// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// table_c1 to table_c4. The twins that are right stand in ethosu-table-valid.mlir.

// expected-error @+1 {{'table' expected a source in 'constants' at a multiple of 16 but got 'scratch' + 0}}
func.func private @table_c1_in_scratch() attributes {a = #ethosu.table<<scratch + 0, 256>>}

// -----

// expected-error @+1 {{'table' expected a source in 'constants' at a multiple of 16 but got 'constants' + 8}}
func.func private @table_c1_unaligned() attributes {a = #ethosu.table<<constants + 8, 256>>}

// -----

// expected-error @+1 {{'table' expected 256 or 2048 bytes but got 512}}
func.func private @table_c2_length() attributes {a = #ethosu.table<<constants + 0, 512>>}

// -----

// expected-error @+1 {{'table' expected a slot in [0, 7] but got 8}}
func.func private @table_c3_slot_eight() attributes {a = #ethosu.table<<constants + 0, 256> slot = 8>}

// -----

// expected-error @+1 {{'table' expected slot 0 of a 2048-byte table but got 1}}
func.func private @table_c4_slot_one() attributes {a = #ethosu.table<<constants + 0, 2048> slot = 1>}
