"""Vector units: what each offers, processors that have them, and how MLIR is built for them."""
