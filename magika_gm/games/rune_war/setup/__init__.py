"""Scenarios and beginnings (SETUP)."""
