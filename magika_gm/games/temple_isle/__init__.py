"""Temple Isle: two players build an island of twenty cards and fight for its temples (docs/temple_isle)."""
