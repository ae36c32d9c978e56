"""What each side of Xom and Zol is sent: the report in four forms, the game master's page, the spectators' (SEE)."""
