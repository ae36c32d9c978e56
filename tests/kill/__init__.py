"""Kill anything: a deed is stopped at every statement and file operation in turn, done again, and nothing is amiss."""
