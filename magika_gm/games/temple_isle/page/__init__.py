"""What Temple Isle tells the player's page: its report as data, the isle as a picture, the orders there could be."""
