"""Magika: twelve novice wizards and an Ebon Mage race up a triangular arena."""
