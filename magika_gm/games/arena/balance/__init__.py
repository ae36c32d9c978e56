"""How fair the game is: whole games by the built-in players, what they show, a search for the strongest army."""
