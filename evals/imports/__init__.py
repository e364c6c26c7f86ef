"""Independent computations of what vendors' exports say, which imports are compared with."""
