"""What Rune War tells the player's page: its report as data, hand and isle as pictures, the orders there could be."""
