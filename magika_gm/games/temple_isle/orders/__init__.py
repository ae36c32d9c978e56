"""The order sheet (ORD): reading lines, printing orders, checking what a sender may see of his own sheet."""
