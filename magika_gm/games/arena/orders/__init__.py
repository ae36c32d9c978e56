"""Orders: values, grammar, printing, what can be chosen."""
