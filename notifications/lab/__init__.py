"""The mail lab: every mail can be read and, as its reader would, answered. For development: it is open to everybody.

Production does not install this app, and the package that ``pip install`` builds leaves it out. There, operators see
what became of a mail in the admin (``notifications.admin``).
"""
