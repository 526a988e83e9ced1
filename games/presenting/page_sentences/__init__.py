"""The sentences of the pages, one module a page: plain values in, text or safe HTML out. Imports no models.

Every sentence is whole: it has named placeholders and, where it counts, plural forms, so that it can be translated.
Conditions choose between sentences and never between parts of one.
"""
