"""The search in C, called through ctypes; `native/` in the checkout has its source."""
