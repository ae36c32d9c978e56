"""Scenarios, decks, and how a game begins (SETUP, SCEN, DECKS)."""
