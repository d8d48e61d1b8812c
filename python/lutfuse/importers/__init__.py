"""Front ends: model files to TOSA modules that carry what the conversion would lose."""
