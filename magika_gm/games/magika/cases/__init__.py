"""Adjudication cases of Magika."""
