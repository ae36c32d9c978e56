"""The shipped decks."""
