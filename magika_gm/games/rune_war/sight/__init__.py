"""Who knows what: views, memories, turn files, messages (SEE)."""
