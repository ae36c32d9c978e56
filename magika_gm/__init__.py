"""magika-gm: a play-by-mail turn processor for Magika."""

__version__ = "0.1.0"
