"""What Arena tells the player's page: its report as data, the board as a picture, and the orders there could be."""
