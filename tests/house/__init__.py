"""The measures of the house: what a reader has to carry, counted so that cramming moves nothing."""
