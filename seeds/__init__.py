"""The Django project package: wiring only."""

__version__ = "0.1.0"  # the only place: pyproject.toml, the API schema and /healthz read it here

from seeds.celery import app as celery_app

__all__ = ["celery_app"]
