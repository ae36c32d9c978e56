"""The players' rule book, from the same tables the game is played by."""
