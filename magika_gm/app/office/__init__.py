"""The folder and its settings, locks, passwords, workdays."""
