"""Money and turns owed: the ledger, rates, bookkeeping."""
