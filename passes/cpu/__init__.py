"""From a module to kernels: outlining, buffers, barriers, and the generators to call."""
