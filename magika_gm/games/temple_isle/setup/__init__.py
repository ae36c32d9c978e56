"""Scenarios and the beginning of a game (SET, BUILD-1, DECK-3)."""
