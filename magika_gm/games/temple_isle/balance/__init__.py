"""Whole games of the built-in players, and what many of them say of the game's balance (PLAY)."""
