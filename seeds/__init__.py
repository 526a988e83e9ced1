"""The Django project package: wiring only."""

from seeds.celery import app as celery_app

__all__ = ["celery_app"]
