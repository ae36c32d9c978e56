"""The law of Temple Isle: cards, board, state, what happens and in which order."""
