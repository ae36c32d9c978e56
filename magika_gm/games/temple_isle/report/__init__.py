"""What a seat is told after a mail turn (INFO-2); the pages of the game master and the spectators."""
