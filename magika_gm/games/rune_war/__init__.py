"""Rune War: a hand of runes played from plans, and a war for an isle (docs/rune_war)."""
