"""Armies chosen at sign-up, and who gets which seat."""
