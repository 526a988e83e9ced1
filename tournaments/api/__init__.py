"""The REST door to the events: version 1, below ``/api/v1/``."""
