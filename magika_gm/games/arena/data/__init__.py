"""The tables of the law as readable TOML: creatures, items, spells, ready-made armies."""
