"""Reply addresses, preferences, unsubscribing, and the health of addresses."""
