"""Clients made from the schema of REST by generators of others, which play through them."""
