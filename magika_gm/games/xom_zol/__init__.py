"""Xom and Zol: a duel of two decks of a hundred cards, by mail."""
