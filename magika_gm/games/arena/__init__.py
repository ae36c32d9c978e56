"""Arena: two armies on a hexagon of 61 hexes, on the ground and in the air, mounted, with magic that is answered."""
