"""Order lines: read, written, checked (ORD)."""
