"""What every operation of REST has in common: what it says once, what it refuses, and how the schema describes it."""
