"""What the 36 spells do, by kind of effect."""
