"""Whole games by the built-in policies, and what they show (BOT, PLAY)."""
