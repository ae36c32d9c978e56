"""The players' rule book, made of the tables the game is played by."""
