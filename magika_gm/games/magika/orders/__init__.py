"""Magika's orders: the order model, the lines of a sheet, what is said of it, what is offered, the sheet."""
