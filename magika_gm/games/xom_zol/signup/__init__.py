"""What somebody chooses who signs up for Xom and Zol: a deck (SETUP-1, SCEN-1)."""
