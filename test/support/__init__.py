"""What tests of several rooms share: models, layers, references in NumPy, faults."""
