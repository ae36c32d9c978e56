"""Order lines, said once: read, written, and told as data by the same rows (``rows``, ``parts``, ``words``)."""
