"""What Xom and Zol tells the player's page: its report as data, the table as a picture, the orders there could be."""
