"""The cards as rows of TOML (CARDS); rules/catalogue.py reads them."""
