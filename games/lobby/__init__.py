"""How games come about: open seeks and challenges."""
