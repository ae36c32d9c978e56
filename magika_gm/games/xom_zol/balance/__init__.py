"""Whole games between built-in players, and what they tell of the decks, the cards and the luck of the draw."""
