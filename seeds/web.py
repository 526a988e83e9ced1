"""What web servers load: the WSGI application of a process that gives signs of life."""

from __future__ import annotations

from seeds.wsgi import application as application

from seeds import heartbeat  # isort: skip - needs the apps that the line before has loaded

heartbeat.start("web")
