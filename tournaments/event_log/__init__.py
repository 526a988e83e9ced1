"""The log of an event: what its entries say (``kinds``, pure), reading them, and putting them into words.

``kinds`` lies below the models and imports neither these nor Celery. The other modules lie above the models and below
everything that is done to an event. README.md says how to add one more kind of entry.
"""
