"""Which role may do what (``table.txt``, a line for every operation), and who may read each field (``fields.txt``)."""
