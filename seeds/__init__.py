"""The Django project package: wiring only. It loads nothing, so that asking a process for its health costs little."""

__version__ = "0.1.0"  # the only place: pyproject.toml, the API schema and /healthz read it here
