"""Why a turn came out as it did: the chain from lines to results."""
