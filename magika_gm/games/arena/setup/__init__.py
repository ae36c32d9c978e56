"""Scenarios, armies, beginnings."""
