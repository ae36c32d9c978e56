"""The rule book, made from the tables the game is played by."""
