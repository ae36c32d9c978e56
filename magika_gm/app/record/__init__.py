"""What the office knows: games, seats, declarations, and the mail it has written."""
