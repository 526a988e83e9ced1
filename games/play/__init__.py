"""One running game: what its log says. May import the rules and other pure modules, and no model."""
