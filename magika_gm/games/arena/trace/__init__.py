"""Why a turn came out as it did."""
