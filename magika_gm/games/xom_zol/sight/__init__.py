"""Who knows what (SEE): views, memories, turn files."""
