"""The nine steps of a phase, one module each (SEQ-2)."""
