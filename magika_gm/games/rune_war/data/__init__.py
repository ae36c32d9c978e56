"""Figures of Rune War as text: creatures, spells, wizards and the isle of the law."""
