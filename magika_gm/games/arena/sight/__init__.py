"""Who knows what of a game (INFO)."""
