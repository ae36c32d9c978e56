"""Whole games played by the built-in policies, and what they show."""
