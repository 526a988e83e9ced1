"""How the schema describes what depends on the kind of an entry, or on the algorithm of a pairing."""
