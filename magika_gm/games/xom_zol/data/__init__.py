"""Cards by faction, and decks, as text files that a person likes to read."""
