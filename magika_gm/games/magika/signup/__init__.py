"""What somebody chooses who signs up for Magika, and who gets which character (GM-1, GM-5)."""
