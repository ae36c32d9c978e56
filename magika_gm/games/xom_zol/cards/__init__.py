"""Cards: what is on one, its rules text as data, its price, the set of five hundred."""
