"""Reports in four forms, the game master's page, the spectators' page (SEE-7, SEE-8)."""
