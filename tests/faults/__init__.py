"""Faults on purpose: ``python -m tests.faults --seed 1 --minutes 10`` runs the real processes while servers hang, end,
lose their memory and their disks, and then checks from outside that every promise was kept (``docs/promises.md``).

``stage`` is what runs, ``kinds`` what goes wrong, ``clients`` who plays meanwhile, ``campaign`` the order of it all
from a seed, and ``checker`` the judge: it reads the database by plain SQL and the notes of the clients.
"""
