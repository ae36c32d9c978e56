"""Order sheets of any game: the envelope (GAME … END, seat, password, messages) and the game's own lines in it."""
