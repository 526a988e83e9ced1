"""Events by REST: version 1, below ``/api/v1/``."""
