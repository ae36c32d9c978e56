"""What a mage perceives, remembers, foresees."""
