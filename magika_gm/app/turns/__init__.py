"""A turn from its orders to its reports, and back."""
