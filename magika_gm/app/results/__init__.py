"""What came of it: standings, ratings."""
