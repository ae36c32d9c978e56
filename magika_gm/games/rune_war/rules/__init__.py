"""The law of Rune War: state, events, and what carries a turn out."""
