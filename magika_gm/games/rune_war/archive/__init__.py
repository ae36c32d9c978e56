"""States as rows of relations; events, acts and memories as plain data; what cannot be in a state."""
