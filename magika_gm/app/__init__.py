"""Use cases: one transaction each."""
