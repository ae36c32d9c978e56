"""What Magika tells the player's page: its report as data, the arena as a picture, and the orders there could be."""
